import { checkNavigation } from '../check-navigation.ts'
import type { Problem } from '../problem.ts'
import { documentId } from '../site-layout/docusaurus.ts'
import { below, folderOf, shallowest } from '../site-layout/layout-file.ts'
import type { LayoutName } from '../site-layout/site-layout.ts'
import type { SiteMap } from './site-map.ts'

/** Where each layout keeps the list of its pages; several files of folders are not among them. */
const FILES: Readonly<Partial<Record<LayoutName, readonly RegExp[]>>> = {
  mintlify: [/(?:^|\/)docs\.json$/, /(?:^|\/)mint\.json$/],
  mkdocs: [/(?:^|\/)mkdocs\.ya?ml$/],
  docusaurus: [/(?:^|\/)sidebars\.(?:[cm]?[jt]s|json)$/],
  starlight: [/(?:^|\/)astro\.config\.[cm]?[jt]s$/],
  vitepress: [/(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/],
}
/** A navigation that lists so many of the pages beside a new one is kept by hand, and complete. */
const COMPLETE = 0.8

/** The file that lists the pages of a site; undefined where there is none, or one for each folder. */
export function navigationFile(map: SiteMap, texts: ReadonlyMap<string, string>): string | undefined {
  const files = [...texts.keys()]
  for (const pattern of FILES[map.layout.name] ?? []) {
    const found = shallowest(files, pattern)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Entries of a site's navigation that lead to no page.
 *
 * @param texts of the files that `isLayoutFile` names, by path in the repository
 */
export function checkSiteNavigation(map: SiteMap, texts: ReadonlyMap<string, string>): Problem[] {
  const { layout } = map
  const file = navigationFile(map, texts)
  const text = file === undefined ? undefined : texts.get(file)
  const hasPage = (path: string) => map.find('', { target: path, kind: 'internal' }).kind !== 'missing'
  if (layout.name === 'mintlify' && file !== undefined && text !== undefined)
    return checkNavigation(text, { hasPage }, file)
  const problems = [...layout.navigation.problems]
  const missing = layout.navigation.pages.filter(({ path }) => !hasPage(path))
  const ids = ownIds(map)
  const told = [
    ...missing.map(({ path }) => ({ file: file ?? '', written: path.replace(/^\//, '') })),
    ...(layout.unresolved ?? [])
      .filter(({ written }) => !ids.has(written))
      .map((entry) => ({ ...entry, file: map.inRepository(entry.file) })),
  ]
  for (const { file: where, written } of told) {
    if (where === '') continue
    const place = placeOf(texts.get(where) ?? '', written)
    const message = `"${written}" leads to no page: add the page, or take the entry out.`
    problems.push({ file: where, ...place, rule: 'navigation-missing-page', message, severity: 'error' })
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
  texts: ReadonlyMap<string, string>,
  added: readonly string[],
  isHidden: (file: string) => boolean,
): Problem[] {
  const { layout } = map
  if (layout.navigation.pages.length === 0) return []
  const listed = new Set(layout.navigation.pages.map(({ path }) => path))
  const ids = ownIds(map)
  for (const { written } of layout.unresolved ?? []) {
    const route = ids.get(written)
    if (route !== undefined) listed.add(route)
  }
  const isListed = (file: string) => listed.has(map.routeOf(file) ?? '')
  const candidates = added.filter((file) => map.routeOf(file) !== undefined && !isListed(file))
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

/** Documents of Docusaurus that their frontmatter names, and their route paths. */
function ownIds(map: SiteMap): Map<string, string> {
  const ids = new Map<string, string>()
  if (map.layout.name !== 'docusaurus' || map.layout.unresolved?.length === 0) return ids
  const folder = map.inRepository(map.layout.root)
  for (const file of map.pages) {
    const frontmatter = map.frontmatterOf(file)
    const [inside, route] = [below(folder, file), map.routeOf(file)]
    if (frontmatter.id !== undefined && inside !== undefined && route !== undefined)
      ids.set(documentId(inside, frontmatter), route)
  }
  return ids
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

function placeOf(text: string, written: string): { line: number; column: number } {
  if (written === '') return { line: 1, column: 1 }
  // The whole name rather than a longer one that holds it.
  const name = written.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const whole = new RegExp(`(?<![\\w/-])/?${name}(?:\\.mdx?)?/?(?![\\w/-])`).exec(text)
  const at = whole === null ? text.indexOf(written) : text.indexOf(written, whole.index)
  if (at < 0) return { line: 1, column: 1 }
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
