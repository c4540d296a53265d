import { sectionFileNames } from '../../formats/index-page.ts'
import { pageExtension, withoutPageExtension } from '../../formats/page-extension.ts'
import { isDocumentationFile } from '../../formats/page-path.ts'
import { valuesUnder, within } from '../../located/located-value.ts'
import { below, folderOf, joinPath } from '../../site-layout/layout-file.ts'
import { joined, type NavigationRules, readItems } from '../navigation-reader.ts'
import type { NavigationTarget, SiteNavigation } from '../navigation-reference.ts'
import type { NavigationSource } from '../navigation-source.ts'
import { routeTarget } from '../route-target.ts'

const CONFIG =
  /(?:^|\/)(?:hugo|config|config\/_default\/(?:hugo|config|languages|menus?(?:\.[\w-]+)?))\.(?:toml|ya?ml|json)$/
const MENUS = /(?:^|\/)menus?(?:\.[\w-]+)?\.\w+$/

/** https://gohugo.io/content-management/menus: entries of the configuration with `pageRef` or `url`. */
export function hugoNavigation({ map, texts, read }: NavigationSource): SiteNavigation {
  const root = map.inRepository(map.layout.root)
  const rules: NavigationRules<undefined> = {
    pageKeys: () => ['pageRef', 'url'],
    itemKeys: (record) =>
      record.entries.some(({ key }) => key === 'pageRef' || key === 'url' || key === 'name') ? [] : 'all',
    target: (written, key) =>
      key === 'pageRef' ? pageRef(written) : key === 'url' ? routeTarget(map, written) : undefined,
  }
  const files = [...texts.keys()].filter((file) => CONFIG.test(file) && isOfSite(file))
  return joined(
    ...files.flatMap((file) => {
      const value = read(file)
      const menus = MENUS.test(file)
        ? value === undefined
          ? []
          : [value]
        : ['menus', 'menu'].flatMap((key) => valuesUnder(value, key))
      return menus
        .filter((menu) => [...within(menu)].length > 1)
        .map((menu) => readItems(menu, rules, undefined))
    }),
  )

  /** Beside the content or below its folder. */
  function isOfSite(file: string): boolean {
    const site = folderOf(file).replace(/(?:^|\/)config\/_default$/, '')
    return below(site, root) !== undefined
  }

  /** A path below the content, with or without its extension; `_index` and `index` are meant by their folder. */
  function pageRef(written: string): NavigationTarget | undefined {
    const path = written.replace(/^\/+|(?<!\/)\/+$/g, '')
    const stem = withoutPageExtension(path)
    const names = [path, ...sectionFileNames(stem)]
    const page = names
      .map((name) => joinPath(root, name.replace(/^\//, '')))
      .find((name) => isDocumentationFile(name) && map.routeOf(name) !== undefined)
    // Sections and taxonomies have pages without files.
    const isSection = [...map.pages].some((each) => each.startsWith(`${joinPath(root, stem)}/`))
    return {
      page,
      isDead: page === undefined && !isSection && stem.includes('/'),
      respell({ to }) {
        const inside = below(root, to)
        if (inside === undefined) return undefined
        const name =
          pageExtension(path) !== '' ? inside : withoutPageExtension(inside).replace(/\/_?index$/, '')
        return `${written.startsWith('/') ? '/' : ''}${name}${written.endsWith('/') ? '/' : ''}`
      },
    }
  }
}
