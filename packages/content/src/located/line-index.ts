/** Turns offsets of a text into lines and columns, both from 1. */
export class LineIndex {
  private readonly starts: number[] = [0]

  constructor(source: string) {
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.starts.push(at + 1)
  }

  at(offset: number): { line: number; column: number } {
    let low = 0
    let high = this.starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1 }
  }

  /** Offset at which a line begins, which is counted from 1. */
  startOf(line: number): number {
    return this.starts[line - 1] ?? 0
  }
}

/** End of the line's content, and start of the next line. */
export function lineAt(source: string, at: number): [end: number, next: number] {
  const found = source.indexOf('\n', at)
  if (found < 0) return [source.length, source.length]
  return [found > at && source[found - 1] === '\r' ? found - 1 : found, found + 1]
}
