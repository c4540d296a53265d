import { SEGMENT_ROWS } from './segment-draft.ts'
import type { SegmentView } from './segment-view.ts'

/**
 * A row of a revision as one number: the place of its segment, then its row there. Equal revisions have equal places on
 * every node.
 */
export function placeOf(view: number, row: number): number {
  return view * SEGMENT_ROWS + row
}

export function viewOf(place: number): { view: number; row: number } {
  return { view: Math.floor(place / SEGMENT_ROWS), row: place % SEGMENT_ROWS }
}

/** The segment of a place, and the row in it. @throws RangeError where the revision has no such segment */
export function segmentAt(
  views: readonly SegmentView[],
  place: number,
): { segment: SegmentView['segment']; row: number } {
  const { view, row } = viewOf(place)
  const segment = views[view]?.segment
  if (segment === undefined) throw new RangeError(`There is no segment ${view}.`)
  return { segment, row }
}
