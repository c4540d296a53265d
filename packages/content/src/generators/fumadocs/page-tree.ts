import { defined } from '../../basics/defined.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import type { ArrangedPage } from '../../layout/site-layout.ts'
import type { Literal } from '../../located/to-literal.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'

/** The pages and lists of one collection in one language, by their paths below its folder. */
export interface PageTreeSource {
  /** By path without an extension. */
  pages: ReadonlyMap<string, ArrangedPage>
  /** What `meta.json` files say, by folder. */
  metas: ReadonlyMap<string, { [key: string]: Literal }>
}

interface Item {
  kind: 'page' | 'folder'
  path: string
  label: string
  page?: ArrangedPage
  /** Of a folder. */
  index?: Item
  children: (Item | Separator)[]
  /** The folder that lists it, and how expressly: a page is in one place. */
  owner?: Item
  rank: number
}

interface Separator {
  kind: 'separator'
  label: string
}

const SEPARATOR = /^---(?:\[[^\]]{1,100}\])?(.*?)(?:---)?$/
const LINK = /^(?:external:)?(?:\[[^\]]{1,200}\])?\[[^\]]{1,200}\]\([^)]{1,500}\)$/
const DEEPEST = 20

/** The pages in the order of the sidebar: https://fumadocs.dev/docs/headless/page-conventions. */
export function treeEntries({ pages, metas }: PageTreeSource): NavigationEntry[] {
  const inside = childrenByFolder(pages)
  const items = new Map<string, Item>()
  const root = folderAt('', 0)
  const entries: NavigationEntry[] = []
  if (root !== undefined) addEntries(root.children, [])
  return entries

  function fileAt(path: string): Item | undefined {
    const page = pages.get(path)
    if (page === undefined) return undefined
    const known = items.get(path)
    if (known !== undefined) return known
    const item: Item = { kind: 'page', path, page, label: page.title ?? nameOf(path), children: [], rank: -1 }
    items.set(path, item)
    return item
  }

  function folderAt(path: string, depth: number): Item | undefined {
    const known = items.get(`${path}/`)
    const names = inside.get(path)
    if (known !== undefined || names === undefined || depth > DEEPEST) return known
    const meta = metas.get(path) ?? {}
    const folder: Item = { kind: 'folder', path, label: '', children: [], rank: -1 }
    items.set(`${path}/`, folder)
    const indexPath = joinPath(path, 'index')
    const index = path === '' || meta.root === true ? undefined : fileAt(indexPath)
    if (index !== undefined && own(folder, index, 0)) folder.index = index
    if (Array.isArray(meta.pages)) addListed(folder, meta.pages, names, depth)
    else addRest(folder, (each) => each !== folder.index?.path, false, depth)
    const title = typeof meta.title === 'string' ? meta.title : folder.index?.label
    folder.label = title ?? nameOf(path)
    return folder
  }

  function addListed(folder: Item, listed: Literal[], names: readonly string[], depth: number): void {
    const excluded = new Set<string>()
    const found: (Item | Separator | 'rest' | 'reversed')[] = []
    const take = (item: Item, path: string) => {
      if (!own(folder, item, 2)) return
      found.push(item)
      excluded.add(path)
    }
    for (const item of listed) {
      if (typeof item !== 'string') continue
      const separator = item.startsWith('---') ? SEPARATOR.exec(item) : null
      if (item === '...') found.push('rest')
      else if (item === 'z...a') found.push('reversed')
      else if (separator !== null) found.push({ kind: 'separator', label: separator[1]?.trim() ?? '' })
      else if (item.startsWith('!')) excluded.add(joinPath(folder.path, item.slice(1)))
      else if (item.startsWith('...')) {
        const path = joinPath(folder.path, item.slice(3).replace(/^\.\//, ''))
        const other = folderAt(path, depth + 1)
        if (other === undefined || !own(folder, other, 2)) continue
        found.push(...(other.index === undefined ? [] : [other.index]), ...other.children)
        excluded.add(path)
      } else if (!LINK.test(item)) {
        const path = joinPath(folder.path, item.replace(/^\.\//, ''))
        const other = folderAt(path, depth + 1) ?? fileAt(path)
        if (other !== undefined) take(other, path)
      }
    }
    if (folder.index !== undefined) {
      if (excluded.has(folder.index.path)) delete folder.index
      else excluded.add(folder.index.path)
    }
    for (const each of found)
      if (each === 'rest' || each === 'reversed')
        addRest(folder, (path) => !excluded.has(path), each === 'reversed', depth, names)
      else folder.children.push(each)
  }

  /** Pages before folders, by their paths. */
  function addRest(
    folder: Item,
    isWanted: (path: string) => boolean,
    isReversed: boolean,
    depth: number,
    names: readonly string[] = inside.get(folder.path) ?? [],
  ): void {
    const found = names.filter(isWanted).flatMap((path) => fileAt(path) ?? folderAt(path, depth + 1) ?? [])
    const rank = (item: Item) => (item.kind === 'folder' ? 10 : 0)
    const isIndex = (item: Item) => item.kind === 'page' && /(?:^|\/)index$/.test(item.path)
    found.sort((one, other) => {
      if (isIndex(one) !== isIndex(other)) return isIndex(one) ? -1 : 1
      const order = one.path.localeCompare(other.path) + rank(one) - rank(other)
      return isReversed ? -order : order
    })
    for (const item of found) if (own(folder, item, 0)) folder.children.push(item)
  }

  function addEntries(children: Item['children'], breadcrumb: string[]): void {
    let around = breadcrumb
    for (const child of children) {
      if (child.kind === 'separator') {
        around = child.label === '' ? breadcrumb : [...breadcrumb, child.label]
        continue
      }
      const { page, index, label } = child
      if (page !== undefined) add(page, around)
      if (index?.page !== undefined) add(index.page, around, label)
      if (child.kind === 'folder') addEntries(child.children, [...around, label])
    }
  }

  function add({ path }: ArrangedPage, breadcrumb: string[], title?: string): void {
    entries.push({ path, breadcrumb, line: 1, column: 1, ...defined({ title }) })
  }
}

/** Whether an item is now in a folder; it leaves another one that lists it less expressly. */
function own(folder: Item, item: Item, rank: number): boolean {
  const { owner } = item
  if (owner !== undefined && owner !== folder) {
    if (item.rank >= rank) return false
    if (owner.index === item) delete owner.index
    owner.children = owner.children.filter((each) => each !== item)
  }
  item.owner = folder
  item.rank = Math.max(rank, item.rank)
  return true
}

/** Paths of pages and folders by the folder around them; a page and a folder may have one. */
function childrenByFolder(pages: ReadonlyMap<string, ArrangedPage>): Map<string, string[]> {
  const children = new Map<string, string[]>()
  const enter = (path: string) => {
    const folder = folderOf(path)
    const known = children.get(folder)
    if (known?.includes(path)) return
    children.set(folder, [...(known ?? []), path])
    if (folder !== '') enter(folder)
  }
  for (const path of pages.keys()) enter(path)
  return children
}

/** `of-the-lamp` is "Of the lamp", and `(group)` is "Group". */
function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const [, group = name] = /^\((.+)\)$/.exec(name) ?? []
  return group.charAt(0).toUpperCase() + group.slice(1).replaceAll('-', ' ')
}
