import { defined, type Page, shortTitleOf, UNREADABLE_GROUP } from '@docent/content'
import type { PageSummary } from '@docent/core'
import { sqlList } from '../tables/sql.ts'
import type { OpenRevision } from './revision-reader.ts'

/** Row by row, a batch at a time: whole pages are large, and others wait meanwhile. */
export async function summariesOf(
  { tables }: OpenRevision,
  trustedGroups: readonly string[],
  signal: AbortSignal | undefined,
): Promise<PageSummary[]> {
  const summaries: PageSummary[] = []
  for await (const batch of tables.pages.query().select(['page'])) {
    signal?.throwIfAborted()
    for (const { page: json } of batch.toArray() as Iterable<{ page: string }>) {
      const page: Page = JSON.parse(json)
      const { path, file, title, description, language, version, groups, frontmatter } = page
      if (groups.length > 0 && !sharesGroup(groups, trustedGroups)) continue
      const optional = { description, language, version, shortTitle: shortTitleOf(frontmatter) }
      summaries.push({ path, file, title, ...defined(optional) })
    }
  }
  return summaries
}

/** Nobody belongs to the group of a page whose groups could not be read. */
export function sharesGroup(groups: readonly string[], trusted: readonly string[]): boolean {
  return groups.some((group) => group !== UNREADABLE_GROUP && trusted.includes(group))
}

export async function pagesAt(paths: readonly string[], { tables }: OpenRevision): Promise<Page[]> {
  const rows: { page: string }[] = await tables.pages
    .query()
    .where(`path IN (${sqlList(paths)})`)
    .select(['page'])
    .toArray()
  return rows.map(({ page }): Page => JSON.parse(page))
}
