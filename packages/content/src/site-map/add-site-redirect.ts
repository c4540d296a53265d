import { withPageAlias } from '../formats/asciidoc/page-alias.ts'
import { readFrontmatter } from '../formats/frontmatter.ts'
import { addRedirect } from '../links/add-redirect.ts'
import { parseNavigation } from '../parse-navigation.ts'
import { shallowest } from '../site-layout/layout-file.ts'
import { navigationFile } from '../site-navigation/check-site-navigation.ts'
import { insidePages, movedRoutes, type NavigationMove } from '../site-navigation/move-in-navigation.ts'
import { addMdbookRedirect } from './add-mdbook-redirect.ts'
import { addMkdocsRedirect } from './edit-mkdocs.ts'
import { movedPath, referencePaths } from './moved-reference.ts'

/** The file that sends readers on from the old address of a page, with its new text; undefined where the site has none. */
export function addSiteRedirect(
  move: NavigationMove,
  page: string,
): { file: string; text: string } | undefined {
  const { before, texts, from, to } = move
  const { old, now } = movedRoutes(move)
  if (old === undefined || now === undefined || old === now) return undefined
  if (before.layout.name === 'hugo') {
    const language = before.layout.language(before.inLayout(from))
    const [was, is] = [old, now].map((route) => withoutLanguage(route, language))
    const text = withAlias(page, was ?? old, is ?? now)
    return text === undefined ? undefined : { file: to, text }
  }
  if (before.layout.name === 'antora') {
    const text = withOldName(move, page)
    return text === undefined ? undefined : { file: to, text }
  }
  const file =
    before.layout.name === 'mdbook'
      ? shallowest([...texts.keys()], /(?:^|\/)book\.toml$/)
      : navigationFile(before, texts)
  const text = file === undefined ? undefined : texts.get(file)
  if (file === undefined || text === undefined) return undefined
  const [oldFile, newFile] = insidePages({ before, from, to })
  let redirected = text
  if (before.layout.name === 'mintlify') {
    const takesRedirects = file.endsWith('docs.json') || parseNavigation(text).redirects.length > 0
    if (takesRedirects) redirected = addRedirect(text, old, now)
  } else if (before.layout.name === 'mkdocs' && oldFile !== undefined && newFile !== undefined)
    redirected = addMkdocsRedirect(text, oldFile, newFile)
  else if (before.layout.name === 'mdbook') redirected = addMdbookRedirect(text, old, now)
  return redirected === text ? undefined : { file, text: redirected }
}

/** The page at its new place with its old name as an alias. */
function withOldName({ before, from, to }: NavigationMove, page: string): string | undefined {
  const names = (file: string) =>
    referencePaths({ map: before, home: to, to: file, written: '-', as: 'page' })
  const alias = movedPath({ map: before, home: to, to: from, written: '-', as: 'page' })
  // Back at an earlier place, the page is no alias of itself.
  return alias === undefined ? undefined : withPageAlias(page, alias, names(to))
}

/** Aliases of a translation begin behind its language. */
function withoutLanguage(route: string, language: string | undefined): string {
  return language !== undefined && route.startsWith(`/${language}/`)
    ? route.slice(language.length + 1)
    : route
}

/** `aliases` in the frontmatter of Hugo; undefined where they cannot be written without harm. */
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
