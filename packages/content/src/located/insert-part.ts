import type { LocatedList, LocatedRecord } from './located-value.ts'
import { commaAfter, REST_OF_LINE } from './remove-part.ts'
import type { TextChange } from './text-change.ts'

/** Puts a part behind another one, with its comma, and on a line of its own where the other has one. */
export function insertPart(
  source: string,
  around: LocatedList | LocatedRecord,
  index: number,
  text: string,
): TextChange[] {
  const part = (around.kind === 'list' ? around.items : around.entries)[index]
  if (part === undefined) return []
  const lead = source.slice(source.lastIndexOf('\n', part.start - 1) + 1, part.start)
  const comma = around.isBlock ? undefined : commaAfter(source, part.end)
  const end = comma ?? part.end
  const rest = REST_OF_LINE.exec(source.slice(end))
  if (!around.isBlock && (rest === null || lead.trim() !== ''))
    return [{ start: end, end, text: comma === undefined ? `, ${text}` : ` ${text},` }]
  const line = `${/\r?\n/.exec(source)?.[0] ?? '\n'}${lead.replace(/\S/g, ' ')}${text}`
  const at = end + (rest?.[0].trimEnd().length ?? 0)
  if (around.isBlock) return [{ start: at, end: at, text: line }]
  if (comma !== undefined) return [{ start: at, end: at, text: `${line},` }]
  return at === end
    ? [{ start: at, end: at, text: `,${line}` }]
    : [
        { start: end, end, text: ',' },
        { start: at, end: at, text: line },
      ]
}
