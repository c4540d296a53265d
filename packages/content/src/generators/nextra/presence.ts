import { isNo, said } from '../../formats/page/said.ts'
import type { PagePresence } from '../../layout/page-state.ts'
import { isRecord, type Literal } from '../../located/to-literal.ts'
import { joinPath } from '../../paths/folder.ts'

const DEEPEST = 20

/** `searchable: false` keeps a page out of the search: https://nextra.site/docs/guide/search. */
export function presenceByFrontmatter(
  frontmatter: Readonly<Record<string, unknown>>,
): PagePresence | undefined {
  return isNo(said(frontmatter, 'searchable')) ? { state: 'unlisted' } : undefined
}

/**
 * Addresses that `_meta` files hide with `display: 'hidden'`, pages and folders alike. The index page of a folder stays:
 * its folder leads to it.
 *
 * @param metas by the address of their folder
 */
export function hiddenAddresses(metas: ReadonlyMap<string, Literal>): (path: string) => boolean {
  const hidden = new Set<string>()
  const walk = (folder: string, meta: Literal, depth: number) => {
    if (!isRecord(meta) || depth > DEEPEST) return
    for (const [key, value] of Object.entries(meta)) {
      if (key === 'index' || key === '*' || !isRecord(value)) continue
      const path = `/${joinPath(folder.replace(/^\/+/, ''), key)}`
      if (value.display === 'hidden') hidden.add(path)
      walk(path, value.items, depth + 1)
    }
  }
  for (const [folder, meta] of metas) walk(folder, meta, 0)
  return (path) => {
    for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (hidden.has(at)) return true
    return false
  }
}
