import { isDocumentationFile, normalizePagePath, pagePathOf } from './page-path.ts'
import { locateNavigation } from './parse-navigation.ts'

/**
 * Points every navigation entry of page `from` to page `to` and leaves each other character of the file as it is. An
 * entry keeps its style: leading slash or not, extension or not. Text that cannot be read comes back unchanged.
 *
 * @param from route path, such as `/guides/quickstart`
 * @param to route path
 */
export function renameNavigationEntry(source: string, from: string, to: string): string {
  const wanted = pathOf(from)
  const target = pathOf(to)
  let text = ''
  let at = 0
  for (const entry of locateNavigation(source, 'docs.json').entries.sort((a, b) => a.start - b.start)) {
    if (entry.path !== wanted || wanted === target) continue
    text += source.slice(at, entry.start) + JSON.stringify(inStyleOf(entry.written, target))
    at = entry.end
  }
  return text + source.slice(at)
}

function inStyleOf(written: string, target: string): string {
  // The root page has no name without `index`.
  const name = target === '/' ? 'index' : target.slice(1)
  const extension = isDocumentationFile(written) ? written.slice(written.lastIndexOf('.')) : ''
  return `${written.startsWith('/') ? '/' : ''}${name}${extension}`
}

function pathOf(place: string): string {
  return isDocumentationFile(place) ? pagePathOf(place) : normalizePagePath(place)
}
