import type { SiteNavigation } from '../layout/navigation-reference.ts'
import { navigationSource } from '../layout/navigation-source.ts'
import type { Texts } from '../located/read-script.ts'
import type { SiteMap } from '../site-map/site-map.ts'

/**
 * Every place in the configuration files of a site that leads to a page, and the parts that only a build knows. A place
 * that several parts of the navigation use counts once.
 *
 * @param texts of the files that `isLayoutFile` names, by path in the repository
 */
export function readNavigation(map: SiteMap, texts: Texts): SiteNavigation {
  const found = map.layout.navigationFiles?.read(navigationSource(map, texts))
  const places = new Map(found?.references.map((each) => [`${each.file}:${each.start}`, each]))
  const parts = new Map(found?.computed.map((each) => [`${each.file}:${each.start}`, each]))
  return { references: [...places.values()], computed: [...parts.values()] }
}
