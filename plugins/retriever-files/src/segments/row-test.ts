import type { RetrievalFilter } from '@docent/core/plugin'
import { passesFilter } from '@docent/search'
import type { SegmentView } from './segment-view.ts'

/** By the number of its attributes, 1 for each row that passes; undefined when all do. */
export function passingAttributes({ segment }: SegmentView, filter: RetrievalFilter): Uint8Array | undefined {
  const passing = Uint8Array.from(segment.attributes, (each) => (passesFilter(each, filter) ? 1 : 0))
  return passing.every((each) => each === 1) ? undefined : passing
}

/** Tells the rows of a view that may be found. */
export function rowTest(view: SegmentView, filter: RetrievalFilter): (row: number) => boolean {
  const { goneRows, segment } = view
  const passing = passingAttributes(view, filter)
  const { rowAttributes } = segment
  return (row) => goneRows?.[row] !== 1 && (passing === undefined || passing[rowAttributes[row] ?? 0] === 1)
}
