import { pageFileNames, withoutPageExtension } from '../../formats/page-extension.ts'
import { valueAt } from '../../located/located-value.ts'
import { below, folderOf, joinPath } from '../../site-layout/layout-file.ts'
import type { SiteMap } from '../../site-map/site-map.ts'
import { joined, type NavigationRules, readItems } from '../navigation-reader.ts'
import type { NavigationTarget, SiteNavigation } from '../navigation-reference.ts'
import type { NavigationSource } from '../navigation-source.ts'
import { routeTarget } from '../route-target.ts'

const META = /(?:^|\/)meta(?:\.[a-z-]+)?\.json$/i
/** `[Text](/address)`, also with an icon before it. */
const LINK = /^((?:external:)?(?:\[[^\]]*\])+\()([^)\s]+)(\))$/

/** https://fumadocs.dev/docs/headless/page-conventions: `pages` of `meta.json` files, by paths from their folder. */
export function fumadocsNavigation({ map, texts, read }: NavigationSource): SiteNavigation {
  const root = map.inRepository(map.layout.root)
  const files = [...texts.keys()].filter((file) => META.test(file) && below(root, file) !== undefined)
  return joined(
    ...files.map((file) => {
      const pages = valueAt(read(file), 'pages')
      const rules: NavigationRules<undefined> = {
        pageKeys: () => [],
        itemKeys: () => [],
        target: (written) => itemTarget(written, folderOf(file), map),
      }
      return pages === undefined ? joined() : readItems(pages, rules, undefined)
    }),
  )
}

function itemTarget(written: string, folder: string, map: SiteMap): NavigationTarget | undefined {
  const link = LINK.exec(written)
  if (link !== null) {
    const [, before = '', address = '', after = ''] = link
    const target = routeTarget(map, address)
    return (
      target && {
        ...target,
        respell(move) {
          const now = target.respell(move)
          return now === undefined ? undefined : before + now + after
        },
      }
    )
  }
  // Separators, the rest of a folder, and what is left out of it.
  if (/^(?:---|\.\.\.$|z\.\.\.a$|\[|external:)/.test(written)) return undefined
  const mark = /^(?:\.\.\.|!)?(?:\.\/)?/.exec(written)?.[0] ?? ''
  const name = joinPath(folder, written.slice(mark.length))
  const page = pageFileNames(name, 'mdx', 'markdown').find((file) => map.routeOf(file) !== undefined)
  const isFolder = () => [...map.pages].some((each) => each.startsWith(`${name}/`))
  return {
    page,
    isDead: page === undefined && !isFolder(),
    respell({ to }) {
      const now = withoutPageExtension(to)
      const inside = below(folder, now)
      const stays = inside !== undefined && (written.includes('/') || folderOf(now) === folder)
      return stays ? mark + inside : undefined
    },
  }
}
