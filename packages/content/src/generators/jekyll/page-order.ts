import { objectOf } from '../../basics/records.ts'
import { isSet, said } from '../../formats/page/said.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import type { ArrangedPage } from '../../layout/site-layout.ts'

/** What pages of the theme Just the Docs say of their place. */
export const ORDER_KEYS = [
  'title',
  'parent',
  'grand_parent',
  'ancestor',
  'nav_order',
  'nav_exclude',
  'has_children',
  'child_nav_order',
] as const

const DEEPEST = 20

/** A page, and the collection that it belongs to; '' for none. */
export interface OrderedPage {
  page: ArrangedPage
  collection: string
}

interface Item {
  path: string
  title: string
  sortedBy: string | number
  hasOrder: boolean
  frontmatter: Readonly<Record<string, unknown>>
}

/**
 * Pages below the page that `parent` names, by `nav_order` and then by title, and behind them the collections that the
 * configuration lists. None for a site whose pages say nothing of the kind.
 * @see https://just-the-docs.com/docs/navigation/main/order
 */
export function arrangeByParents(
  pages: readonly OrderedPage[],
  config: Readonly<Record<string, unknown>>,
): NavigationEntry[] {
  const saysSo = ({ page: { frontmatter } }: OrderedPage) =>
    'parent' in frontmatter || 'nav_order' in frontmatter
  if (!pages.some(saysSo)) return []
  const keepsCase = config.nav_sort !== 'case_insensitive'
  const within = (name: string) =>
    pages.flatMap(({ page, collection }) => (collection === name ? itemOf(page) : []))
  const entries = new Tree(within(''), keepsCase).entries([])
  // Sites with a theme of their own made from it have the list under another key.
  const collections = Object.values(config).flatMap((value) =>
    Object.entries(objectOf(objectOf(value).collections)),
  )
  for (const [name, settings] of collections) {
    const { name: label, nav_exclude: isExcluded } = objectOf(settings)
    if (isExcluded === true) continue
    const isLabeled = typeof label === 'string' && (collections.length > 1 || entries.length > 0)
    entries.push(...new Tree(within(name), keepsCase).entries(isLabeled ? [label] : []))
  }
  return entries
}

function itemOf({ path, frontmatter }: ArrangedPage): Item[] {
  const { title, nav_order: order } = frontmatter
  if (typeof title !== 'string' && typeof title !== 'number') return []
  const hasOrder = typeof order === 'string' || typeof order === 'number'
  return [{ path, title: String(title), frontmatter, hasOrder, sortedBy: hasOrder ? order : title }]
}

class Tree {
  readonly #children: ReadonlyMap<unknown, readonly Item[]>
  readonly #top: ReadonlySet<unknown>
  readonly #keepsCase: boolean

  constructor(items: readonly Item[], keepsCase: boolean) {
    this.#children = Map.groupBy(items, ({ frontmatter }) => frontmatter.parent ?? undefined)
    this.#top = new Set(this.#children.get(undefined)?.map(({ title }) => title))
    this.#keepsCase = keepsCase
  }

  entries(breadcrumb: readonly string[]): NavigationEntry[] {
    const entries: NavigationEntry[] = []
    const add = (below: readonly Item[], around: readonly Item[]) => {
      for (const item of below) {
        const titles = around.map(({ title }) => title)
        // A page that is its own parent would never end.
        if (isSet(said(item.frontmatter, 'nav_exclude')) || titles.includes(item.title)) continue
        const place = { breadcrumb: [...breadcrumb, ...titles], line: 1, column: 1 }
        entries.push({ path: item.path, title: item.title, ...place })
        if (titles.length < DEEPEST) add(this.#below(item, titles), [...around, item])
      }
    }
    add(this.#ordered(this.#children.get(undefined) ?? []), [])
    return entries
  }

  #below({ title, frontmatter }: Item, around: readonly string[]): Item[] {
    if (frontmatter.has_children === false) return []
    const candidates = (this.#children.get(title) ?? []).filter(({ frontmatter: child }) => {
      const { grand_parent: grandParent, ancestor, parent } = child
      if (isWritten(grandParent) && grandParent !== frontmatter.parent) return false
      if (isWritten(ancestor)) return ancestor === title || around.some((each) => each === ancestor)
      // Below two pages of one title, a page stands below the upper one.
      return isWritten(grandParent) || !this.#top.has(parent) || around.length === 0
    })
    const ordered = this.#ordered(candidates)
    return /^(?:desc|reversed)$/.test(String(frontmatter.child_nav_order)) ? ordered.toReversed() : ordered
  }

  /** Orders come before titles, and numbers before texts. */
  #ordered(items: readonly Item[]): Item[] {
    const rank = ({ hasOrder, sortedBy }: Item) => (hasOrder ? 0 : 2) + (typeof sortedBy === 'number' ? 0 : 1)
    return items.toSorted(
      (one, other) => rank(one) - rank(other) || this.#compared(one.sortedBy, other.sortedBy),
    )
  }

  #compared(one: string | number, other: string | number): number {
    if (typeof one === 'number' && typeof other === 'number') return one - other
    const [left, right] = [one, other].map((each) =>
      this.#keepsCase ? String(each) : String(each).toLowerCase(),
    )
    return (left ?? '') < (right ?? '') ? -1 : (left ?? '') > (right ?? '') ? 1 : 0
  }
}

function isWritten(value: unknown): boolean {
  return value !== undefined && value !== null
}
