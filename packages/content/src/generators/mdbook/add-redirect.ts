import { valueAt } from '../../located/located-value.ts'
import { readLocated } from '../../located/read-data.ts'
import { applied, type TextChange } from '../../located/text-change.ts'
import { relativePath } from '../../paths/relative-path.ts'

/**
 * Adds a redirect to `output.html.redirect` of a `book.toml`: from one file of the built book to another. One that leads
 * away from the new address turns round.
 *
 * @param old route path, such as `/setup/install.html`
 * @param now route path
 */
export function addMdbookRedirect(source: string, old: string, now: string): string {
  const root = readLocated('book.toml', source)
  if (root === undefined) return source
  const redirects = valueAt(valueAt(valueAt(root, 'output'), 'html'), 'redirect')
  const [from, to] = [builtFile(old), builtFile(now)]
  const value = JSON.stringify(relativePath(from.slice(1), to.slice(1), ''))
  const eol = source.includes('\r\n') ? '\r\n' : '\n'
  if (redirects === undefined) {
    const end = source === '' || source.endsWith('\n') ? '' : eol
    return `${source}${end}${eol}[output.html.redirect]${eol}${JSON.stringify(from)} = ${value}${eol}`
  }
  if (redirects.kind !== 'record' || redirects.isBlock !== true) return source
  const [first] = redirects.entries
  const hasSlash = first?.key?.startsWith('/') === true
  const key = JSON.stringify(hasSlash ? from : from.slice(1))
  const there = redirects.entries.find((each) => [from, to].includes(`/${each.key?.replace(/^\//, '')}`))
  const changes: TextChange[] = []
  if (there !== undefined) {
    const { start, end } = there.value
    changes.push({ ...there.keyPlace, text: key }, { start, end, text: value })
  } else if (first !== undefined) {
    const { start } = first.keyPlace
    const indent = source.slice(source.lastIndexOf('\n', start - 1) + 1, start)
    changes.push({ start, end: start, text: `${key} = ${value}${eol}${indent}` })
  }
  return applied(source, changes)
}

function builtFile(route: string): string {
  return route.endsWith('.html') ? route : `${route === '/' ? '' : route}/index.html`
}
