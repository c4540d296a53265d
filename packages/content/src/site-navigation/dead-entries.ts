import type { Problem } from '../checks/problem.ts'
import type { Texts } from '../located/read-script.ts'
import type { LayoutName, SiteLayout } from '../site-layout/site-layout.ts'
import { SiteMap } from '../site-map/site-map.ts'
import { checkSiteNavigation } from './check-site-navigation.ts'

/**
 * Sites whose navigation names files, and whose build goes on without one. The others name what pages say of themselves,
 * or do not build with an entry that leads nowhere.
 */
const NAMES_FILES: ReadonlySet<LayoutName> = new Set(['mintlify', 'mkdocs', 'mdbook', 'gitbook', 'antora'])

/**
 * What is wrong with the navigation of a site, as far as its files tell: entries that lead to no page, and what cannot
 * be read. Paths are the layout's.
 *
 * @param texts of the files that `isLayoutFile` names
 */
export function deadEntries(layout: SiteLayout, files: ReadonlySet<string>, texts: Texts): Problem[] {
  if (!NAMES_FILES.has(layout.name)) return layout.navigation.problems
  const map = new SiteMap({ layout, files }, files)
  return checkSiteNavigation(map, texts).filter(({ rule }) => rule !== 'navigation-duplicate')
}
