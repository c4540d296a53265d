import { isDocumentationFile } from '../../formats/page-path.ts'
import { valueAt, valuesUnder } from '../../located/located-value.ts'
import { below, joinPath } from '../../site-layout/layout-file.ts'
import { joined, type NavigationRules, readItems } from '../navigation-reader.ts'
import type { SiteNavigation } from '../navigation-reference.ts'
import type { NavigationSource } from '../navigation-source.ts'

/** https://www.mkdocs.org/user-guide/configuration/#nav: files below `docs_dir`; and `redirect_maps` of mkdocs-redirects. */
export function mkdocsNavigation({ map, config, read }: NavigationSource): SiteNavigation {
  const file = config(/(?:^|\/)mkdocs\.ya?ml$/)
  const root = file === undefined ? undefined : read(file)
  const folder = map.inRepository(map.layout.root)
  const rules: NavigationRules<undefined> = {
    pageKeys: () => [],
    itemKeys: () => 'all',
    target(written) {
      const path = written.replace(/^\.?\//, '').replace(/#.*$/s, '')
      if (/^[a-z]+:/i.test(written) || !isDocumentationFile(path)) return undefined
      const page = joinPath(folder, path)
      const isPage = map.routeOf(page) !== undefined
      return {
        page: isPage ? page : undefined,
        isDead: !map.hasFile(page),
        respell: ({ to }) => {
          const inside = below(folder, to)
          return inside === undefined ? undefined : written.replace(path, () => inside)
        },
      }
    },
  }
  const nav = valueAt(root, 'nav')
  return joined(
    nav === undefined ? joined() : readItems(nav, rules, undefined),
    ...valuesUnder(root, 'redirect_maps').map((part) =>
      readItems(part, { ...rules, isRedirect: true }, undefined),
    ),
  )
}
