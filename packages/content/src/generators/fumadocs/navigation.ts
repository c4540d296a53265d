import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type { NavigationTarget, PageMove, SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import type { SitePages } from '../../layout/site-pages.ts'
import { insertPart } from '../../located/insert-part.ts'
import { valueAt } from '../../located/located-value.ts'
import { readLocated } from '../../located/read-data.ts'
import type { Texts } from '../../located/read-script.ts'
import { applied } from '../../located/text-change.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { pageFileNames, withoutPageExtension } from '../../paths/page-extension.ts'
import { joined, type NavigationRules, readItems } from '../parts/navigation-reader.ts'
import { routeTarget } from '../parts/route-target.ts'

const META = /(?:^|\/)meta(?:\.[a-z-]+)?\.json$/i
/** `[Text](/address)`, also with an icon before it. */
const LINK = /^((?:external:)?(?:\[[^\]]*\])+\()([^)\s]+)(\))$/

/** https://fumadocs.dev/docs/headless/page-conventions: `pages` of `meta.json` files, by paths from their folder. */
export const navigationFiles: NavigationFiles = {
  read,
  addEntry,
}

function read({ map, texts, read }: NavigationSource): SiteNavigation {
  const root = map.folder
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

function itemTarget(written: string, folder: string, map: SitePages): NavigationTarget | undefined {
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

/** The name of a page in the `meta.json` of its new folder, unless it takes in whatever the folder has. */
function addEntry({ to }: PageMove, texts: Texts): Map<string, string> {
  const folder = folderOf(to)
  const target = [...texts.keys()].find(
    (file) => folderOf(file) === folder && /(?:^|\/)meta\.json$/.test(file),
  )
  const text = target === undefined ? undefined : texts.get(target)
  if (target === undefined || text === undefined) return new Map()
  const pages = valueAt(readLocated(target, text), 'pages')
  if (pages?.kind !== 'list') return new Map()
  const takesRest = pages.items.some(({ value }) => value.kind === 'text' && value.value === '...')
  const name = JSON.stringify(withoutPageExtension(to.slice(to.lastIndexOf('/') + 1)))
  if (takesRest) return new Map()
  return new Map([[target, applied(text, insertPart(text, pages, pages.items.length - 1, name))]])
}
