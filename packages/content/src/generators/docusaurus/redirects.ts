import type { Redirect } from '../../layout/navigation.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { textAt, valueAt, valuesUnder } from '../../located/located-value.ts'
import { readScript } from '../../located/read-script.ts'
import { normalizePagePath } from '../../paths/page-path.ts'
import type { DocusaurusSite } from './docs-plugins.ts'

/** https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-client-redirects, as far as they are literal. */
export function redirectsOf({ texts }: LayoutSource, { config }: DocusaurusSite): Redirect[] {
  const root = readScript(config, texts.get(config) ?? '', texts)
  return valuesUnder(root, 'redirects').flatMap((list) => {
    if (list.kind !== 'list') return []
    return list.items.flatMap(({ value }) => {
      const to = textAt(value, 'to')
      const from = valueAt(value, 'from')
      const sources = from?.kind === 'list' ? from.items.map((item) => item.value) : [from]
      return sources.flatMap((each): Redirect[] =>
        each?.kind === 'text' && to?.startsWith('/')
          ? [{ source: normalizePagePath(each.value), destination: normalizePagePath(to) }]
          : [],
      )
    })
  })
}
