import type { NavigationReference, PageMove } from '../layout/navigation-reference.ts'
import type { Texts } from '../located/read-script.ts'
import type { SiteMap } from '../site-map/site-map.ts'
import { removeReferences, respellReferences } from './edit-navigation.ts'
import { readNavigation } from './read-navigation.ts'

export interface NavigationMove {
  /** The site with the page where it was. */
  before: SiteMap
  /** Of the files that `isLayoutFile` names, by path in the repository. */
  texts: Texts
  from: string
  to: string
  /** Of the page. */
  frontmatter: Readonly<Record<string, unknown>>
}

/** The new texts of files that listed a page which moves. What is computed stays as it is. */
export function moveInNavigation(move: NavigationMove): Map<string, string> {
  const { before, texts, from } = move
  const page = pageMove(move)
  if (page === undefined) return new Map()
  const { chainRedirects, addEntry } = before.layout.navigationFiles ?? {}
  const references = readNavigation(before, texts).references.filter(
    (each) => each.page === from && !(each.isRedirect && chainRedirects),
  )
  const edited = respellReferences(references, page, texts)
  const isHomeless = (each: NavigationReference) => each.respell(page) === undefined
  if (addEntry === undefined || !references.some(isHomeless)) return edited
  const after = new Map([...texts, ...edited])
  const moved = addEntry(page, after)
  const left = removeReferences(before, new Map([...after, ...moved]), from, isHomeless)
  return new Map([...edited, ...left, ...moved])
}

/** The file that sends readers on from the old address of a page, with its new text; undefined where the site has none. */
export function addSiteRedirect(
  move: NavigationMove,
  page: string,
): { file: string; text: string } | undefined {
  const moved = pageMove(move)
  if (moved === undefined || moved.oldRoute === moved.newRoute) return undefined
  return move.before.layout.navigationFiles?.redirect?.(moved, page, move.texts)
}

/** The new texts of files that listed a page which is gone. */
export function removeFromNavigation(before: SiteMap, texts: Texts, page: string): Map<string, string> {
  return removeReferences(before, texts, page)
}

/** Undefined for what is no page, before or after. */
function pageMove({ before, from, to, frontmatter }: NavigationMove): PageMove | undefined {
  const inside = before.inLayout(to)
  const oldRoute = before.routeOf(from)
  if (oldRoute === undefined || !before.layout.isPage(inside)) return undefined
  return { from, to, before, oldRoute, newRoute: before.layout.pagePath(inside, frontmatter), frontmatter }
}
