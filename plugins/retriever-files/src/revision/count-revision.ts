import { join } from 'node:path'
import { defined, type Ids } from '@docent/core/plugin'
import { countLinks, storeLinks } from '../links/stored-links.ts'
import type { SegmentView } from '../segments/segment-view.ts'
import { countStatistics, storeStatistics } from '../segments/stored-statistics.ts'
import type { CurrentRevision } from './current-revision.ts'

/** When so many of all passages are new, what takes long to count is counted anew. */
const RECOUNT_SHARE = 0.05

type Counts = Pick<
  CurrentRevision,
  'pages' | 'passages' | 'languages' | 'restricted' | 'statistics' | 'openStatistics' | 'links'
>

export interface CountRequest {
  folder: string
  ids: Ids
  /** What the revision continues. */
  base: CurrentRevision | undefined
  /** Passages that are new since. */
  written: number
  signal: AbortSignal | undefined
}

/** What a revision says of all its passages and pages. */
export async function countRevision(views: readonly SegmentView[], request: CountRequest): Promise<Counts> {
  const passages = views.reduce((sum, { rows }) => sum + rows, 0)
  const restricted = views.reduce((sum, view) => sum + limitedRows(view), 0)
  return {
    pages: views.reduce((sum, { pages }) => sum + pages, 0),
    passages,
    languages: languagesOf(views),
    restricted,
    ...(await files(views, passages, restricted, request)),
  }
}

/** A few changed passages shift no average: the files of the base serve until a share of all has changed. */
async function files(
  views: readonly SegmentView[],
  passages: number,
  restricted: number,
  { folder, ids, base, written, signal }: CountRequest,
): Promise<Pick<Counts, 'statistics' | 'openStatistics' | 'links'>> {
  const isMuch = written >= RECOUNT_SHARE * passages
  // What became limited must not be counted for those who may not see it any more.
  if (base !== undefined && !isMuch && base.restricted === restricted) {
    const { statistics, openStatistics, links } = base
    return { statistics, links, ...defined({ openStatistics }) }
  }
  const links = `links-${ids.sortable()}`
  await storeLinks(join(folder, links), await countLinks(views, signal))
  const count = async (isOpen: boolean) => {
    const file = `statistics-${ids.sortable()}`
    await storeStatistics(join(folder, file), await countStatistics(views, { signal, isOpen }))
    return file
  }
  const statistics = await count(false)
  return { statistics, links, ...(restricted > 0 && { openStatistics: await count(true) }) }
}

function limitedRows(view: SegmentView): number {
  const { attributes, rowAttributes } = view.segment
  let count = 0
  for (let row = 0; row < rowAttributes.length; row++) {
    const groups = attributes[rowAttributes[row] ?? 0]?.groups ?? []
    if (groups.length > 0 && view.hasRow(row)) count++
  }
  return count
}

/** ISO 639-1 codes, the most frequent first. */
function languagesOf(views: readonly SegmentView[]): string[] {
  const counts = new Map<string, number>()
  for (const view of views) {
    const { attributes, rowAttributes } = view.segment
    for (let row = 0; row < rowAttributes.length; row++) {
      const code = attributes[rowAttributes[row] ?? 0]?.written ?? ''
      if (view.hasRow(row)) counts.set(code, (counts.get(code) ?? 0) + 1)
    }
  }
  return [...counts].sort(([, first], [, second]) => second - first).map(([code]) => code)
}
