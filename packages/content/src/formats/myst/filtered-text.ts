import type { IncludeFilter } from './myst-node.ts'

/** The lines that an include takes: https://mystmd.org/guide/directives#directive-include. */
export function filteredText(text: string, filter: IncludeFilter = {}): string {
  const { startAt, startAfter, endAt, endBefore, lines: ranges } = filter
  const lines = text.split(/\r?\n/)
  if (ranges !== undefined) {
    const place = (number: number) => (number < 0 ? lines.length + number + 1 : number)
    const chosen = ranges.flatMap((range) => {
      const [from = 1, to] = typeof range === 'number' ? [range, range] : range
      return lines.slice(Math.max(place(from) - 1, 0), to === undefined ? undefined : Math.max(place(to), 0))
    })
    return chosen.join('\n')
  }
  const begins = startAt ?? startAfter
  const found = begins === undefined ? 0 : lines.findIndex((line) => line.includes(begins))
  const start = Math.max(found, 0) + (startAfter === undefined ? 0 : 1)
  const ends = endAt ?? endBefore
  const end = ends === undefined ? -1 : lines.findIndex((line, at) => at >= start && line.includes(ends))
  return lines.slice(start, end < 0 ? undefined : end + (endAt === undefined ? 0 : 1)).join('\n')
}
