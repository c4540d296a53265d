import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type { PageMove, SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { Texts } from '../../located/read-script.ts'
import { joined, type NavigationRules, readItems } from '../parts/navigation-reader.ts'
import { routeTarget } from '../parts/route-target.ts'
import { withRedirect } from '../parts/with-redirect.ts'
import { addRedirect } from './add-redirect.ts'
import { checkNavigation } from './check-navigation.ts'
import { memberAt, readConfiguration } from './configuration.ts'
import { NAVIGATION_CONTAINERS } from './parse-navigation.ts'

const CONFIG = /(?:^|\/)docs\.json$/
const OLDER = /(?:^|\/)mint\.json$/
/** The configuration, and its older name. */
export const CONFIGS = [CONFIG, OLDER]
/** `GET /users`: an operation, not a page with a file. */
const OPERATION = /\s|^(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\b/i

/** https://mintlify.com/docs/organize/navigation: `navigation`, links of `navbar` and `footer`, and `redirects`. */
export const navigationFiles: NavigationFiles = {
  names: CONFIGS,
  nameFiles: true,
  chainRedirects: true,
  read,
  problems({ map, texts }, file) {
    const hasPage = (path: string) => map.find('', { target: path, kind: 'internal' }).kind !== 'missing'
    return checkNavigation(texts.get(file) ?? '', { hasPage }, file, texts)
  },
  redirect,
}

function read({ map, config, texts }: NavigationSource): SiteNavigation {
  const file = config(CONFIG) ?? config(OLDER)
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

/** An older `mint.json` takes redirects where it has some already. */
function redirect({ before, oldRoute, newRoute }: PageMove, _: string, texts: Texts) {
  const files = [...texts.keys()]
  const config = shallowest(files, CONFIG, before.pages) ?? shallowest(files, OLDER, before.pages)
  if (config === undefined) return undefined
  const list = memberAt(readConfiguration(config, texts), 'redirects')
  if (!CONFIG.test(config) && (list?.kind !== 'list' || list.items.length === 0)) return undefined
  return withRedirect(list?.file ?? config, texts, (text) => addRedirect(text, oldRoute, newRoute))
}
