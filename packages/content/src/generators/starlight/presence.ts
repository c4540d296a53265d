import { isNo, said } from '../../formats/page/said.ts'
import type { PagePresence } from '../../layout/page-state.ts'

/** https://starlight.astro.build/reference/frontmatter/#pagefind: `pagefind: false` keeps a page out of the search. */
export function presenceByFrontmatter(
  frontmatter: Readonly<Record<string, unknown>>,
): PagePresence | undefined {
  return isNo(said(frontmatter, 'pagefind')) ? { state: 'unlisted' } : undefined
}
