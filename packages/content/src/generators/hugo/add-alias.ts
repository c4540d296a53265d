import { readFrontmatter } from '../../formats/page/frontmatter.ts'
import type { PageMove } from '../../layout/navigation-reference.ts'

/** A page with its old address among its aliases: https://gohugo.io/content-management/urls/#aliases. */
export function redirect({ before, from, to, oldRoute, newRoute }: PageMove, page: string) {
  const language = before.languageOf(from)
  const text = withAlias(page, withoutLanguage(oldRoute, language), withoutLanguage(newRoute, language))
  return text === undefined ? undefined : { file: to, text }
}

/** Aliases of a translation begin behind its language. */
function withoutLanguage(route: string, language: string | undefined): string {
  return language !== undefined && route.startsWith(`/${language}/`)
    ? route.slice(language.length + 1)
    : route
}

/** `aliases` in the frontmatter; undefined where they cannot be written without harm. */
function withAlias(page: string, old: string, now: string): string | undefined {
  const { data, bodyStart, problem } = readFrontmatter(page)
  if (problem !== undefined || /["\\\n]/.test(old)) return undefined
  const eol = page.includes('\r\n') ? '\r\n' : '\n'
  const address = old === '/' ? old : `${old}/`
  const alias = JSON.stringify(address)
  const opening = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n/.exec(page)
  if (opening === null || bodyStart <= 1) return `---${eol}aliases: [${alias}]${eol}---${eol}${page}`
  const [head, body] = [page.slice(0, bodyStart), page.slice(bodyStart)]
  const isToml = opening[1] === '+++'
  if (data.aliases === undefined) {
    const first = opening[0].length
    return `${head.slice(0, first)}aliases${isToml ? ' =' : ':'} [${alias}]${eol}${head.slice(first)}${body}`
  }
  const back = [data.aliases].flat().find((each) => each === now || each === `${now}/`)
  // The page is back where it was.
  if (typeof back === 'string') return head.replace(back, () => address) + body
  const inline = /^(aliases[ \t]*[:=][ \t]*\[)([^\]\r\n\u2028\u2029]*)(\][ \t]*\r?)$/m
  const block = /^(aliases:[ \t]*\r?\n)([ \t]*-[ \t]+)/m
  const withItem = inline.test(head)
    ? head.replace(inline, (_, open: string, items: string, close: string) => {
        return `${open}${items.trim() === '' ? '' : `${items}, `}${alias}${close}`
      })
    : head.replace(block, (_, open: string, dash: string) => `${open}${dash}${alias}${eol}${dash}`)
  return withItem === head ? undefined : withItem + body
}
