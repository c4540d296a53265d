import { type Page, type Redirect, redirectedPaths } from '@docent/content'
import type { PageOptions } from '@docent/core/plugin'
import { sharesGroup } from './passage-filter.ts'

/**
 * The page at a path that the caller may see, or where there is none the first that redirects lead to.
 *
 * @param pagesAt all pages at some paths; several files may have one for the same path
 */
export async function findPage(
  path: string,
  {
    redirects,
    pagesAt,
  }: { redirects: readonly Redirect[]; pagesAt(paths: readonly string[]): Promise<Page[]> },
  { trustedGroups = [], withHidden = false }: PageOptions,
): Promise<Page | undefined> {
  let pages = await pagesAt([path])
  if (pages.length === 0) {
    const paths = redirectedPaths(path, redirects)
    const targets = paths.length === 0 ? [] : await pagesAt(paths)
    const first = paths.find((each) => targets.some((page) => page.path === each))
    pages = targets.filter((page) => page.path === first)
  }
  return pages.find(
    ({ groups, hidden }) =>
      (withHidden || !hidden) && (groups.length === 0 || sharesGroup(groups, trustedGroups)),
  )
}
