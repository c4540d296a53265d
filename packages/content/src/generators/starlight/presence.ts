import { isNo, said } from '../../formats/page/said.ts'
import type { PagePresence } from '../../layout/page-state.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'

/**
 * `pagefind: false` keeps a page out of the search, and so do the words for an address that has no page.
 * @see https://starlight.astro.build/reference/frontmatter/#pagefind
 */
export function presenceOfPage(
  file: string,
  frontmatter: Readonly<Record<string, unknown>>,
): PagePresence | undefined {
  const isSearched = !isNo(said(frontmatter, 'pagefind')) && !withoutPageExtension(file).endsWith('/404')
  return isSearched ? undefined : { state: 'unlisted' }
}
