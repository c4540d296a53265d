import type { SiteLayout } from '../layout/site-layout.ts'
import type { Texts } from '../located/read-script.ts'
import type { Problem } from '../paths/problem.ts'
import { SiteMap } from '../site-map/site-map.ts'
import { checkSiteNavigation } from './check-site-navigation.ts'

/**
 * What is wrong with the navigation of a site, as far as its files tell: entries that lead to no page, and what cannot
 * be read. Paths are the layout's.
 *
 * @param texts of the files that `isLayoutFile` names
 */
export function deadEntries(layout: SiteLayout, files: ReadonlySet<string>, texts: Texts): Problem[] {
  // Others name what pages say of themselves, or don't build with an entry that leads nowhere.
  if (layout.navigationFiles?.nameFiles !== true) return layout.navigation.problems
  const map = new SiteMap({ layout, files }, files)
  return checkSiteNavigation(map, texts).filter(({ rule }) => rule !== 'navigation-duplicate')
}
