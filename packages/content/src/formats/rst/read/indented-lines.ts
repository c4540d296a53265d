/** Lines that belong together, and the number of the line behind them. */
export interface LineBlock {
  lines: string[]
  next: number
}

/** The lines of a text as docutils has them: tabs as spaces, and nothing at the ends. */
export function sourceLines(text: string): string[] {
  return text
    .replaceAll('\0', '')
    .split(/\r\n|[\n\r\v\f]/)
    .map((line) => (line.includes('\t') ? expandTabs(line) : line).trimEnd())
}

function expandTabs(line: string): string {
  let columns = 0
  return line
    .split('\t')
    .map((part, at, all) => {
      columns += part.length
      if (at === all.length - 1) return part
      const spaces = 8 - (columns % 8)
      columns += spaces
      return part + ' '.repeat(spaces)
    })
    .join('')
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** The lines from here on that are indented, without what all of them are indented by. */
export function indentedBlock(lines: readonly string[], at: number): LineBlock {
  return blockOf(lines, at, at, undefined)
}

/** A first line without its mark, and the lines below that are indented as far as what stands behind the mark. */
export function knownBlock(lines: readonly string[], at: number, indent: number): LineBlock {
  const block = blockOf(lines, at + 1, at + 1, indent)
  return { lines: [(lines[at] ?? '').slice(indent), ...block.lines], next: block.next }
}

/** A first line without its mark, and the lines below that are indented at all. */
export function markedBlock(lines: readonly string[], at: number, indent: number): LineBlock {
  const block = blockOf(lines, at + 1, at + 1, undefined)
  return { lines: [(lines[at] ?? '').slice(indent), ...block.lines], next: block.next }
}

function blockOf(
  lines: readonly string[],
  from: number,
  start: number,
  known: number | undefined,
): LineBlock {
  let next = from
  let last = from
  let least = known ?? Number.POSITIVE_INFINITY
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    if (line === '') continue
    const indent = indentOf(line)
    if (indent === 0 || (known !== undefined && indent < known)) break
    least = known ?? Math.min(least, indent)
    last = next + 1
  }
  return { lines: lines.slice(start, last).map((line) => line.slice(least)), next: last }
}

/** Without blank lines at both ends. */
export function trimmed(lines: readonly string[]): string[] {
  let start = 0
  let end = lines.length
  while (start < end && lines[start] === '') start += 1
  while (end > start && lines[end - 1] === '') end -= 1
  return lines.slice(start, end)
}
