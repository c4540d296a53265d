import { valuesUnder } from '../../located/located-value.ts'
import { joined, type NavigationRules, readItems } from '../navigation-reader.ts'
import type { NavigationTarget, SiteNavigation } from '../navigation-reference.ts'
import type { NavigationSource } from '../navigation-source.ts'
import { routeTarget } from '../route-target.ts'

/** https://starlight.astro.build/guides/sidebar: `sidebar` of the integration, and `redirects` of Astro. */
export function starlightNavigation({ map, config, read }: NavigationSource): SiteNavigation {
  const file = config(/(?:^|\/)astro\.config\.[cm]?[jt]s$/)
  const root = file === undefined ? undefined : read(file)
  if (root === undefined) return { references: [], computed: [] }
  const languages = new Set<string>()
  for (const page of map.pages) languages.add(map.layout.language(map.inLayout(page)) ?? '')
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
