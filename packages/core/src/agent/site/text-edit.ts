/** Offsets in a text, the end behind the last character. */
export interface TextRange {
  start: number
  end: number
}

/** The places of `wanted` in a text, without overlaps. Both line endings count as equal; everything else must match. */
export function occurrencesOf(text: string, wanted: string): TextRange[] {
  const { plain, rawOffset } = withPlainEndings(text)
  const part = wanted.replaceAll('\r\n', '\n')
  const ranges: TextRange[] = []
  if (part === '') return ranges
  for (let at = plain.indexOf(part); at !== -1; at = plain.indexOf(part, at + part.length))
    ranges.push({ start: rawOffset(at), end: rawOffset(at + part.length) })
  return ranges
}

/** The text with each range replaced; new lines end as most lines of the text do. */
export function replaceRanges(text: string, ranges: readonly TextRange[], by: string): string {
  const replacement = inLineEndingsOf(text, by)
  let result = ''
  let at = 0
  for (const { start, end } of ranges) {
    result += text.slice(at, start) + replacement
    at = end
  }
  return result + text.slice(at)
}

/** `added` with the line endings that most lines of `text` have. */
export function inLineEndingsOf(text: string, added: string): string {
  const plain = added.replaceAll('\r\n', '\n')
  return endsInCrlf(text) ? plain.replaceAll('\n', '\r\n') : plain
}

export function endsInCrlf(text: string): boolean {
  const all = text.split('\n').length - 1
  return all > 0 && (text.split('\r\n').length - 1) * 2 > all
}

/** Line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

function withPlainEndings(text: string): { plain: string; rawOffset: (offset: number) => number } {
  if (!text.includes('\r\n')) return { plain: text, rawOffset: (offset) => offset }
  /** Where a `\r` was left out, in the plain text. */
  const dropped: number[] = []
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2))
    dropped.push(at - dropped.length)
  const rawOffset = (offset: number) => {
    let low = 0
    let high = dropped.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((dropped[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return offset + low
  }
  return { plain: text.replaceAll('\r\n', '\n'), rawOffset }
}
