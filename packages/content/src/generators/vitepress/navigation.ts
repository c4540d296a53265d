import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type { SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import { textAt, valuesUnder } from '../../located/located-value.ts'
import { joined, type NavigationRules, readItems } from '../parts/navigation-reader.ts'
import { routeTarget } from '../parts/route-target.ts'

export const CONFIG = /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/

/** https://vitepress.dev/reference/default-theme-sidebar: `nav` and `sidebar`, also of each language. */
export const navigationFiles: NavigationFiles = {
  names: [CONFIG],
  read,
}

function read({ map, config, read }: NavigationSource): SiteNavigation {
  const root = read(config(CONFIG))
  if (root === undefined) return { references: [], computed: [] }
  const rules: NavigationRules<string> = {
    pageKeys: () => ['link'],
    // A record of sidebars has an address for each.
    itemKeys: (record) => (record.entries.some(({ key }) => key?.startsWith('/')) ? 'all' : ['items']),
    inside: (record, base) => textAt(record, 'base') ?? base,
    target: (written, key, base) => (key === 'link' ? routeTarget(map, written, base) : undefined),
  }
  const sidebars = valuesUnder(root, 'sidebar')
  if (root.kind === 'code' && sidebars.length === 0) return { references: [], computed: [root] }
  return joined(
    ...sidebars.map((part) => readItems(part, rules, '')),
    ...valuesUnder(root, 'nav').map((part) => readItems(part, { ...rules, isMenu: true }, '')),
  )
}
