import { isInFormats } from '../formats/formats.ts'
import { navigationSource } from '../layout/navigation-source.ts'
import { shallowest } from '../layout/shallowest.ts'
import { LineIndex } from '../located/line-index.ts'
import type { Texts } from '../located/read-script.ts'
import { folderOf } from '../paths/folder.ts'
import type { Problem } from '../paths/problem.ts'
import type { SiteMap } from '../site-map/site-map.ts'
import { readNavigation } from './read-navigation.ts'

/** A navigation that lists so many of the pages beside a new one is kept by hand, and complete. */
const COMPLETE = 0.8

/** The file that lists the pages of a site; undefined where there is none, or one for each folder. */
export function navigationFile(map: SiteMap, texts: Texts): string | undefined {
  const files = [...texts.keys()]
  for (const pattern of map.layout.navigationFiles?.names ?? []) {
    const found = shallowest(files, pattern, map.pages)
    if (found !== undefined) return found
  }
  return undefined
}

/** True when configuration files of a site list pages, or compute them. */
export function hasNavigation(map: SiteMap, texts: Texts): boolean {
  const { references, computed } = readNavigation(map, texts)
  return references.length + computed.length > 0
}

/**
 * Entries of a site's navigation that lead to no page.
 *
 * @param texts of the files that `isLayoutFile` names, by path in the repository
 */
export function checkSiteNavigation(map: SiteMap, texts: Texts): Problem[] {
  const { layout } = map
  const file = navigationFile(map, texts)
  const own =
    file === undefined ? undefined : layout.navigationFiles?.problems?.(navigationSource(map, texts), file)
  const problems = [...(own ?? layout.navigation.problems)]
  const places = new Set(own?.map((each) => `${each.file}:${each.line}:${each.column}`))
  const lines = new Map<string, LineIndex>()
  for (const { isDead, isRedirect, file: where, start, written } of readNavigation(map, texts).references) {
    if (!isDead) continue
    const index = lines.get(where) ?? new LineIndex(texts.get(where) ?? '')
    lines.set(where, index)
    const { line, column } = index.at(start)
    if (places.has(`${where}:${line}:${column}`)) continue
    const message = isRedirect
      ? `The redirect to "${written}" leads to no page: correct it, or take it out.`
      : `"${written}" leads to no page: add the page, or take the entry out.`
    problems.push({ file: where, line, column, rule: 'navigation-missing-page', message, severity: 'error' })
  }
  return problems
}

/**
 * New pages that a navigation kept by hand leaves out: readers would not find them.
 *
 * @param added files that are new
 * @param isHidden true for a page that is not meant to be listed
 */
export function unlistedPages(
  map: SiteMap,
  texts: Texts,
  added: readonly string[],
  isHidden: (file: string) => boolean,
): Problem[] {
  const { layout } = map
  const references = readNavigation(map, texts).references.filter(({ isRedirect }) => !isRedirect)
  const listed = new Set(references.map(({ page }) => page))
  const routes = new Set(layout.navigation.pages.map(({ path }) => path))
  if (routes.size === 0 && references.length === 0) return []
  const isListed = (file: string) => listed.has(file) || routes.has(map.routeOf(file) ?? '')
  const candidates = added.filter((file) => isBuilt(map, file) && !isListed(file))
  if (candidates.length === 0) return []
  const old = [...map.pages].filter((file) => !added.includes(file))
  const where = navigationFile(map, texts)
  return candidates
    .filter((file) => layout.navigationIsComplete || share(besides(file, old), isListed) >= COMPLETE)
    .filter((file) => !isHidden(file))
    .map((file) => {
      const list = where === undefined ? 'the navigation' : where
      const message = `No entry of ${list} leads to this page, and readers would not find it: add one.`
      return { file, line: 1, column: 1, rule: 'navigation-unlisted', message, severity: 'error' }
    })
}

/** A page, or a file beside pages that becomes one with its entry. */
function isBuilt(map: SiteMap, file: string): boolean {
  if (map.routeOf(file) !== undefined) return true
  const { navigationFiles, formats } = map.layout
  const isBesidePage = () => [...map.pages].some((page) => folderOf(page) === folderOf(file))
  return (
    navigationFiles?.buildsListed === true &&
    isInFormats(file, formats) &&
    !/(?:^|\/)[_.][^/]*$/.test(file) &&
    isBesidePage()
  )
}

/** The pages of the same folder; all pages where the folder is new. */
function besides(file: string, pages: readonly string[]): readonly string[] {
  const folder = folderOf(file)
  const beside = pages.filter((page) => folderOf(page) === folder)
  return beside.length > 0 ? beside : pages
}

function share(files: readonly string[], is: (file: string) => boolean): number {
  return files.length === 0 ? 0 : files.filter(is).length / files.length
}
