import { isInLanguageRange, UNREADABLE_GROUP } from '@docent/content'
import type { RetrievalFilter } from '@docent/core/plugin'
import type { Attributes } from '../segments/attributes.ts'
import type { SegmentView } from '../segments/segment-view.ts'

/** Whether passages with these attributes may be found. */
export function passesFilter(attributes: Attributes, filter: RetrievalFilter): boolean {
  const { version, language, tag, groups = [], trustedGroups = [] } = filter
  const limited = attributes.groups
  if (version !== undefined && attributes.version !== null && attributes.version !== version) return false
  if (
    language !== undefined &&
    attributes.language !== null &&
    !isInLanguageRange(attributes.language, language)
  )
    return false
  if (tag !== undefined && !attributes.tags.includes(tag)) return false
  if (groups.length > 0 && !sharesGroup(limited, groups)) return false
  return limited.length === 0 || sharesGroup(limited, trustedGroups)
}

/** Nobody belongs to the group of a page whose groups could not be read. */
export function sharesGroup(groups: readonly string[], trusted: readonly string[]): boolean {
  return groups.some((group) => group !== UNREADABLE_GROUP && trusted.includes(group))
}

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
