import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type { NavigationTarget, SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import { valuesUnder, within } from '../../located/located-value.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { sectionFileNames } from '../../paths/index-page.ts'
import { pageExtension, withoutPageExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile } from '../../paths/page-path.ts'
import { joined, type NavigationRules, readItems } from '../parts/navigation-reader.ts'
import { routeTarget } from '../parts/route-target.ts'
import { redirect } from './add-alias.ts'

const CONFIG =
  /(?:^|\/)(?:hugo|config|config\/_default\/(?:hugo|config|languages|menus?(?:\.[\w-]+)?))\.(?:toml|ya?ml|json)$/
const MENUS = /(?:^|\/)menus?(?:\.[\w-]+)?\.\w+$/

/** https://gohugo.io/content-management/menus: entries of the configuration with `pageRef` or `url`. */
export const navigationFiles: NavigationFiles = {
  read,
  redirect,
}

function read({ map, texts, read }: NavigationSource): SiteNavigation {
  const root = map.folder
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
