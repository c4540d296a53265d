import type { LocatedList, LocatedRecord } from './located-value.ts'
import { applied } from './text-change.ts'

/** A text with a part behind the last one of a list or record, on a line of its own where the others are. */
export function withPart(
  source: string,
  around: LocatedList | LocatedRecord,
  text: string,
): string | undefined {
  const last = (around.kind === 'list' ? around.items : around.entries).at(-1)
  if (last === undefined) return undefined
  const line = /\r?\n[ \t]*$/.exec(source.slice(0, last.start))?.[0] ?? ' '
  return applied(source, [{ start: last.end, end: last.end, text: `,${line}${text}` }])
}
