import { textAt, valuesUnder } from '../../located/located-value.ts'
import { joined, type NavigationRules, readItems } from '../navigation-reader.ts'
import type { SiteNavigation } from '../navigation-reference.ts'
import type { NavigationSource } from '../navigation-source.ts'
import { routeTarget } from '../route-target.ts'

/** https://vitepress.dev/reference/default-theme-sidebar: `nav` and `sidebar`, also of each language. */
export function vitepressNavigation({ map, config, read }: NavigationSource): SiteNavigation {
  const file = config(/(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/)
  const root = file === undefined ? undefined : read(file)
  if (root === undefined) return { references: [], computed: [] }
  if (root.kind === 'code') return { references: [], computed: [root] }
  const rules: NavigationRules<string> = {
    pageKeys: () => ['link'],
    // A record of sidebars has an address for each.
    itemKeys: (record) => (record.entries.some(({ key }) => key?.startsWith('/')) ? 'all' : ['items']),
    inside: (record, base) => textAt(record, 'base') ?? base,
    target: (written, key, base) => (key === 'link' ? routeTarget(map, written, base) : undefined),
  }
  const parts = ['sidebar', 'nav'].flatMap((key) => valuesUnder(root, key))
  return joined(...parts.map((part) => readItems(part, rules, '')))
}
