import type { Ids, IndexEmbedding } from '@docent/core/plugin'
import { mergeSegments, segmentsToMerge } from '../segments/merge-segments.ts'
import type { SegmentPool } from '../segments/segment-pool.ts'
import { SegmentView } from '../segments/segment-view.ts'
import type { SegmentEntry } from './current-revision.ts'
import type { DraftedSegment } from './revision-draft.ts'

export interface MergedRequest {
  folder: string
  ids: Ids
  pool: SegmentPool
  embedding: IndexEmbedding | undefined
  signal: AbortSignal | undefined
}

/** The segments of a revision, where many of one size, and what is mostly gone, have become new ones. */
export async function mergedSegments(
  drafted: readonly DraftedSegment[],
  { folder, ids, pool, embedding, signal }: MergedRequest,
): Promise<SegmentEntry[]> {
  const dimensions = embedding?.dimensions
  const opened = await pool.acquire(drafted.map(({ done }) => done.name))
  try {
    const all = opened.flatMap((segment, at) => {
      const { done, gone } = drafted[at] ?? {}
      if (done === undefined || gone === undefined) return []
      const view = new SegmentView(
        segment,
        [...gone].sort((one, other) => one - other),
      )
      return [{ done, view, rows: view.rows, all: segment.rows, bytes: done.bytes }]
    })
    const entries = new Map<string, SegmentEntry>(
      all.map(({ done, view }) => [done.name, { ...done, gone: [...view.goneFiles] }]),
    )
    for (const group of segmentsToMerge(all, dimensions)) {
      const views = group.map(({ view }) => view)
      const name = `segment-${ids.sortable()}`
      const merged = await mergeSegments(views, { folder, name, dimensions, signal })
      for (const { done } of group) entries.delete(done.name)
      if (merged !== undefined) entries.set(merged.name, { ...merged, gone: [] })
    }
    return [...entries.values()]
  } finally {
    await pool.release(opened)
  }
}
