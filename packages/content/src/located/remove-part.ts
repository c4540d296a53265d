import type { LocatedEntry, LocatedList, LocatedRecord, Place } from './located-value.ts'
import type { TextChange } from './text-change.ts'

/** Behind blanks and comments, each of which goes on to its first end. */
const COMMA = /^(?:\s|\/\/[^\n]*\n|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*,/
export const REST_OF_LINE = /^[ \t]*(?:(?:\/\/|#)[^\n]*)?(?:\r?\n|$)/

/** Takes an item or a key out of what holds it, with its comma, and its lines where it has lines of its own. */
export function removePart(source: string, around: LocatedList | LocatedRecord, index: number): TextChange[] {
  const parts: readonly (Place | LocatedEntry)[] = around.kind === 'list' ? around.items : around.entries
  const [before, part, next] = [parts[index - 1], parts[index], parts[index + 1]]
  if (part === undefined) return []
  const comma = around.isBlock ? undefined : commaAfter(source, part.end)
  const end = comma ?? part.end
  const line = source.lastIndexOf('\n', part.start - 1) + 1
  const rest = REST_OF_LINE.exec(source.slice(end))
  if (rest !== null && source.slice(line, part.start).trim() === '') {
    const changes = [{ start: line, end: end + rest[0].length, text: '' }]
    const dangling =
      before && comma === undefined && !around.isBlock ? commaAfter(source, before.end) : undefined
    if (dangling !== undefined) changes.push({ start: dangling - 1, end: dangling, text: '' })
    return changes
  }
  if (next !== undefined) return [{ start: part.start, end: next.start, text: '' }]
  if (before === undefined) return [{ start: part.start, end, text: '' }]
  // Of the last one the comma before it goes, too; one behind it was there by choice.
  return [{ start: comma === undefined ? before.end : part.start, end, text: '' }]
}

/** The offset behind the comma that follows a part; undefined when none does. */
export function commaAfter(source: string, offset: number): number | undefined {
  const found = COMMA.exec(source.slice(offset))
  return found === null ? undefined : offset + found[0].length
}
