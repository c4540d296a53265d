import type { Page } from '@docent/content'
import type { PageSummary } from '@docent/core/plugin'
import { sharesGroup, summaryOf, Turns } from '@docent/search'
import type { OpenRevision } from './revision-reader.ts'

/** The pages that these groups may see. */
export async function summariesOf(
  { views }: OpenRevision,
  trustedGroups: readonly string[],
  signal: AbortSignal | undefined,
): Promise<PageSummary[]> {
  const turns = new Turns(signal)
  const summaries: PageSummary[] = []
  for (const view of views) {
    const { attributes, pageAttributes } = view.segment
    const heads = await view.segment.heads(turns)
    for (const [page, head] of heads.entries()) {
      const groups = attributes[pageAttributes[page] ?? 0]?.groups ?? []
      if (view.hasPage(page) && (groups.length === 0 || sharesGroup(groups, trustedGroups)))
        summaries.push(summaryOf(head))
    }
  }
  return summaries
}

/** The pages at these paths; several files may have one for the same path. */
export async function pagesAt(paths: readonly string[], { views }: OpenRevision): Promise<Page[]> {
  const pages: Page[] = []
  for (const view of views) {
    for (const path of paths) {
      const found = view.segment.pagesAt(path).filter((page) => view.hasPage(page))
      for (const page of found) pages.push(await view.segment.page(page))
    }
  }
  return pages.filter(({ path }) => paths.includes(path))
}
