import { memberAt, readConfiguration } from '../../generators/mintlify/configuration.ts'
import { joined, type NavigationRules, readItems } from '../../generators/parts/navigation-reader.ts'
import { routeTarget } from '../../generators/parts/route-target.ts'
import type { SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import { NAVIGATION_CONTAINERS } from '../../parse-navigation.ts'

/** `GET /users`: an operation, not a page with a file. */
const OPERATION = /\s|^(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\b/i

/** https://mintlify.com/docs/organize/navigation: `navigation`, links of `navbar` and `footer`, and `redirects`. */
export function mintlifyNavigation({ map, config, texts }: NavigationSource): SiteNavigation {
  const file = config(/(?:^|\/)docs\.json$/) ?? config(/(?:^|\/)mint\.json$/)
  const root = file === undefined ? undefined : readConfiguration(file, texts)
  const pages: NavigationRules<undefined> = {
    pageKeys: () => ['root', 'href'],
    itemKeys: () => NAVIGATION_CONTAINERS,
    target: (written) => (OPERATION.test(written) ? undefined : routeTarget(map, written)),
  }
  const links: NavigationRules<undefined> = {
    pageKeys: () => ['href', 'url'],
    itemKeys: () => ['links', 'items', 'primary', 'tabs', 'anchors', 'dropdowns', 'products'],
    isMenu: true,
    target: (written) => routeTarget(map, written),
  }
  const redirects: NavigationRules<undefined> = {
    pageKeys: () => ['destination'],
    itemKeys: () => [],
    target: (written) => (/[:*]/.test(written) ? undefined : routeTarget(map, written)),
    isRedirect: true,
  }
  const roots = [
    ['navigation', pages],
    ['global', links],
    ['anchors', links],
    ['tabs', links],
    ['navbar', links],
    ['footer', links],
    ['redirects', redirects],
  ] as const
  return joined(
    ...roots.map(([key, rules]) => {
      const part = memberAt(key === 'global' ? memberAt(root, 'navigation') : root, key)
      return part === undefined ? joined() : readItems(part, rules, undefined)
    }),
  )
}
