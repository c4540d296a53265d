import { defined } from '../../basics/defined.ts'
import { isSet } from '../../formats/page/said.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import type { ArrangedPage } from '../../layout/site-layout.ts'
import { isRecord, type Literal } from '../../located/to-literal.ts'
import { titleOfName } from './title-of-name.ts'

/** What a sidebar asks the frontmatter of pages for. */
export const SIDEBAR_KEYS = ['title', 'sidebarTitle', 'asIndexPage']
const DEEPEST = 20

/** A folder of a site, or a page. */
interface Node {
  name: string
  route: string
  page?: ArrangedPage
  folders: Map<string, Node>
}

/** What `_meta` files say, by the route of their folder. */
export type Metas = ReadonlyMap<string, { [key: string]: Literal }>

/**
 * The pages of one language in the order of the sidebar.
 * @param pages by their routes without a language
 * @see https://nextra.site/docs/file-conventions/meta-file
 */
export function arrangeSidebar(pages: ReadonlyMap<string, ArrangedPage>, metas: Metas): NavigationEntry[] {
  const root: Node = { name: '', route: '/', folders: new Map() }
  for (const [route, page] of pages) {
    let node = root
    for (const part of route.split('/').filter((each) => each !== '')) {
      const path = `${node.route === '/' ? '' : node.route}/${part}`
      const next = node.folders.get(part) ?? { name: part, route: path, folders: new Map() }
      node.folders.set(part, next)
      node = next
    }
    node.page = page
  }
  const entries: NavigationEntry[] = []
  addFolder(root, [], {}, 0)
  return entries

  function addFolder(folder: Node, breadcrumb: string[], items: Literal, depth: number): void {
    if (depth > DEEPEST) return
    // A global list has the lists of folders within it.
    const meta = { ...metas.get(folder.route), ...(isRecord(items) ? items : {}) }
    let separator: string | undefined
    for (const name of namesIn(folder, meta)) {
      const said = meta[name] ?? meta['*']
      const about = isRecord(said) ? said : {}
      if (about.type === 'separator') {
        separator = typeof about.title === 'string' ? about.title : undefined
        continue
      }
      const fallback = isRecord(meta['*']) ? meta['*'] : {}
      const display = about.display ?? fallback.display
      if (display === 'hidden' || about.href !== undefined) continue
      const around = separator === undefined ? breadcrumb : [...breadcrumb, separator]
      const written = name in meta ? (typeof said === 'string' ? said : about.title) : undefined
      const title = typeof written === 'string' && written !== '' ? written : undefined
      if (name === 'index') {
        if (folder.page !== undefined && !isIndexOf(folder)) add(folder.page, around, title)
        continue
      }
      const node = folder.folders.get(name)
      if (node === undefined) continue
      if (node.folders.size === 0) {
        if (node.page !== undefined) add(node.page, around, title)
        continue
      }
      const label = title ?? (isIndexOf(node) ? titleOf(node.page) : undefined) ?? titleOfName(name)
      if (node.page !== undefined && isIndexOf(node)) add(node.page, around, label)
      const inside = display === 'children' ? around : [...around, label]
      addFolder(node, inside, isRecord(said) ? said.items : undefined, depth + 1)
    }
  }

  function add({ path }: ArrangedPage, breadcrumb: string[], title: string | undefined): void {
    entries.push({ path, breadcrumb, line: 1, column: 1, ...defined({ title }) })
  }
}

/** A page that the name of its folder leads to. */
function isIndexOf({ page, folders }: Node): boolean {
  return folders.size > 0 && isSet(page?.frontmatter.asIndexPage)
}

function titleOf(page: ArrangedPage | undefined): string | undefined {
  const { sidebarTitle, title } = page?.frontmatter ?? {}
  return [sidebarTitle, title, page?.title].find((each): each is string => typeof each === 'string')
}

/** Those that the list names in its order, then the others by their names; links and separators stay where they are. */
function namesIn(folder: Node, meta: { [key: string]: Literal }): string[] {
  const listed = Object.keys(meta).filter((key) => key !== '*')
  const own = [...(folder.page === undefined ? [] : ['index']), ...folder.folders.keys()]
  const others = own
    .filter((name) => !listed.includes(name))
    .sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const isFirst = (name: string) => name === 'index'
  return [...others.filter(isFirst), ...listed, ...others.filter((name) => !isFirst(name))]
}
