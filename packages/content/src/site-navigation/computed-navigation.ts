import type { SiteNavigation } from '../layout/navigation-reference.ts'
import { LineIndex } from '../located/line-index.ts'
import type { Place } from '../located/located-value.ts'
import type { Texts } from '../located/read-script.ts'
import { withoutPageExtension } from '../paths/page-extension.ts'
import type { Problem } from '../paths/problem.ts'
import type { SiteMap } from '../site-map/site-map.ts'
import { readNavigation } from './read-navigation.ts'

/** The site before and after a change. */
export interface SiteChange {
  before: { map: SiteMap; texts: Texts }
  after: { map: SiteMap; texts: Texts }
}

/**
 * Parts of a navigation that only a build knows, and that may still lead to a page which is gone: they name it, or the
 * page was listed nowhere else. Only a person or a model that reads the code can repair these.
 *
 * @param gone pages of the site before the change
 */
export function computedNavigation({ before, after }: SiteChange, gone: readonly string[]): Problem[] {
  if (gone.length === 0) return []
  const navigation = readNavigation(after.map, after.texts)
  if (navigation.computed.length === 0) return []
  const listed = new Set(readNavigation(before.map, before.texts).references.map(({ page }) => page))
  const problems: Problem[] = []
  for (const page of gone) {
    const route = before.map.routeOf(page) ?? page
    const named = navigation.computed.map(({ file }) => mention(file, page, route, navigation, after.texts))
    const places = named.filter((place) => place !== undefined)
    if (places.length === 0 && !listed.has(page)) places.push(...navigation.computed.slice(0, 1))
    for (const [file, start] of new Map(places.map((place) => [place.file, place.start]))) {
      const { line, column } = new LineIndex(after.texts.get(file) ?? '').at(start)
      const message = `A part of the navigation is computed here, so no check can tell whether it still leads to ${route}, which is gone: read it, and take the entry out.`
      problems.push({ file, line, column, rule: 'navigation-computed', message, severity: 'error' })
    }
  }
  return problems
}

/** Where a file with a computed part names a page in a string that is no known entry. */
function mention(
  file: string,
  page: string,
  route: string,
  { references }: SiteNavigation,
  texts: Texts,
): Place | undefined {
  const text = texts.get(file) ?? ''
  const names = new Set([page, route].map((path) => withoutPageExtension(lastOf(path))))
  const known = references.filter((each) => each.file === file)
  for (const name of names) {
    if (name === '') continue
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const isWhole =
        /["'`/]$/.test(text.slice(Math.max(0, at - 1), at)) &&
        /^["'`/.#?]/.test(text.slice(at + name.length, at + name.length + 1))
      const isKnown = known.some(({ start, end }) => start <= at && at < end)
      if (isWhole && !isKnown) return { file, start: at, end: at + name.length }
    }
  }
  return undefined
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
