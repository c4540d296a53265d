import { defined } from '../../basics/defined.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import { isRecord, type Literal } from '../../located/to-literal.ts'
import { normalizePagePath } from '../../paths/page-path.ts'

/** How a site writes its sidebar. */
export interface SidebarDialect {
  /** Keys with a title, the first that is there. */
  titles: readonly string[]
  /** Keys with items below. */
  children: readonly string[]
  /** Keys that name a page, and how to read them. */
  pages: readonly string[]
  /** A string that stands alone as an item names a page. */
  toPath(written: string): string | undefined
}

const DEEPEST = 20

/** The pages of a sidebar in their order. What is no literal, and what leads out of the site, is left out. */
export function sidebarEntries(sidebar: Literal, dialect: SidebarDialect): NavigationEntry[] {
  const entries: NavigationEntry[] = []
  const add = (written: string, breadcrumb: string[], title?: string) => {
    const path = /^[a-z]+:\/\//i.test(written) ? undefined : dialect.toPath(written)
    if (path === undefined) return
    const place = { breadcrumb, line: 1, column: 1 }
    entries.push({ path: normalizePagePath(path), ...place, ...defined({ title }) })
  }
  const walk = (node: Literal, breadcrumb: string[], depth: number) => {
    if (depth > DEEPEST) return
    if (typeof node === 'string') add(node, breadcrumb)
    else if (Array.isArray(node)) for (const item of node) walk(item, breadcrumb, depth + 1)
    else if (isRecord(node)) {
      const below = dialect.children.map((key) => node[key]).find((value) => value !== undefined)
      const title = dialect.titles.map((key) => node[key]).find((value) => typeof value === 'string')
      const page = dialect.pages.map((key) => node[key]).find((value) => typeof value === 'string')
      const label = typeof title === 'string' ? title : undefined
      if (typeof page === 'string') add(page, breadcrumb, label)
      if (below !== undefined) {
        walk(below, label === undefined ? breadcrumb : [...breadcrumb, label], depth + 1)
      }
    }
  }
  walk(sidebar, [], 0)
  return entries
}
