import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type { NavigationTarget, SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import { valuesUnder } from '../../located/located-value.ts'
import { joined, type NavigationRules, readItems } from '../parts/navigation-reader.ts'
import { routeTarget } from '../parts/route-target.ts'

export const CONFIG = /(?:^|\/)astro\.config\.[cm]?[jt]s$/

/** https://starlight.astro.build/guides/sidebar: `sidebar` of the integration, and `redirects` of Astro. */
export const navigationFiles: NavigationFiles = {
  names: [CONFIG],
  read,
}

function read({ map, config, read }: NavigationSource): SiteNavigation {
  const root = read(config(CONFIG))
  if (root === undefined) return { references: [], computed: [] }
  const languages = new Set<string>()
  for (const page of map.pages) languages.add(map.languageOf(page) ?? '')
  const rules: NavigationRules<undefined> = {
    pageKeys: () => ['slug', 'link'],
    itemKeys: () => ['items'],
    target(written, key) {
      // A page is named without its language.
      for (const language of key === 'link' ? [] : languages) {
        const target = language === '' ? undefined : routeTarget(map, written, `/${language}/`)
        if (target?.page !== undefined) return firstOf(routeTarget(map, written), target)
      }
      return routeTarget(map, written)
    },
  }
  const redirects: NavigationRules<undefined> = {
    pageKeys: () => ['destination'],
    itemKeys: (record) => (record.entries.some(({ key }) => key === 'destination') ? [] : 'all'),
    target: (written) => routeTarget(map, written),
    isRedirect: true,
  }
  return joined(
    ...valuesUnder(root, 'sidebar').map((part) => readItems(part, rules, undefined)),
    ...valuesUnder(root, 'redirects').map((part) => readItems(part, redirects, undefined)),
  )
}

function firstOf(plain: NavigationTarget | undefined, other: NavigationTarget): NavigationTarget {
  return plain?.page === undefined ? other : plain
}
