import { isSet, said } from '../../formats/page/said.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import type { ArrangedPage } from '../../layout/site-layout.ts'

/** What pages of the theme Just the Docs say of their place. */
export const ORDER_KEYS = [
  'title',
  'parent',
  'grand_parent',
  'nav_order',
  'nav_exclude',
  'child_nav_order',
] as const

const DEEPEST = 20

interface Item {
  path: string
  title: string
  parent: string | undefined
  grandParent: string | undefined
  order: unknown
  isReversed: boolean
}

/**
 * Pages below the page that `parent` names, by `nav_order` and then by title. None for a site whose pages say nothing
 * of the kind. @see https://just-the-docs.com/docs/navigation/main/order
 */
export function arrangeByParents(pages: Iterable<ArrangedPage>): NavigationEntry[] {
  const all = [...pages]
  if (!all.some(({ frontmatter }) => 'parent' in frontmatter || 'nav_order' in frontmatter)) return []
  const items = all.flatMap(({ path, frontmatter }): Item[] => {
    const { title, parent, grand_parent: grandParent, nav_order: order } = frontmatter
    if (typeof title !== 'string' || isSet(said(frontmatter, 'nav_exclude'))) return []
    return [
      {
        ...{ path, title, order },
        parent: typeof parent === 'string' ? parent : undefined,
        grandParent: typeof grandParent === 'string' ? grandParent : undefined,
        isReversed: /^(?:desc|reversed)/.test(String(frontmatter.child_nav_order ?? '')),
      },
    ]
  })
  const children = Map.groupBy(items, ({ parent }) => parent)
  const entries: NavigationEntry[] = []
  const add = (below: readonly Item[], breadcrumb: string[]) => {
    for (const item of below) {
      entries.push({ path: item.path, title: item.title, breadcrumb, line: 1, column: 1 })
      // A page that is its own parent would never end.
      if (breadcrumb.length >= DEEPEST || breadcrumb.includes(item.title)) continue
      const own = (children.get(item.title) ?? []).filter(
        ({ grandParent }) => grandParent === undefined || grandParent === breadcrumb.at(-1),
      )
      const ordered = inOrder(own)
      add(item.isReversed ? ordered.toReversed() : ordered, [...breadcrumb, item.title])
    }
  }
  add(inOrder(children.get(undefined) ?? []), [])
  return entries
}

/** Numbers come before texts, and what says nothing last, by its title. */
function inOrder(items: readonly Item[]): Item[] {
  const rank = ({ order }: Item) => (typeof order === 'number' ? 0 : typeof order === 'string' ? 1 : 2)
  return items.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      (typeof one.order === 'number' && typeof other.order === 'number' ? one.order - other.order : 0) ||
      (typeof one.order === 'string' && typeof other.order === 'string'
        ? one.order.localeCompare(other.order)
        : 0) ||
      one.title.localeCompare(other.title),
  )
}
