import { trimmed } from './indented-lines.ts'
import { columnsOf } from './line-marks.ts'

/** A table as it is drawn: the lines of each cell, by rows. A cell of several columns stands in the first. */
export interface DrawnTable {
  head: number
  rows: string[][][]
  next: number
}

const GRID = /^\+-[-+]+-\+$/
const SIMPLE = /^=+(?: +=+)+$/
/** Stands behind a wide character, so that columns can be counted. */
const FILLER = '\ufdd0'

/** https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#grid-tables */
export function gridTable(lines: readonly string[], from: number): DrawnTable | undefined {
  if (!GRID.test(lines[from] ?? '')) return undefined
  let next = from
  while (next < lines.length && /^[+|]/.test(lines[next] ?? '')) next += 1
  while (next > from && !/^\+[-=+]+\+$/.test(lines[next - 1] ?? '')) next -= 1
  const drawn = lines.slice(from, next).map(padded)
  const width = drawn[0]?.length ?? 0
  if (drawn.length < 3 || drawn.some((line) => line.length !== width)) return undefined
  const heading = drawn.findIndex((line) => /^\+[=+]+\+$/.test(line))
  const borders = drawn.flatMap((line, at) => (line.includes('+') && /[-=]\+|\+[-=]/.test(line) ? [at] : []))
  const columns = [...new Set(borders.flatMap((at) => crossings(drawn[at] ?? '')))].sort((a, b) => a - b)
  const rows: string[][][] = []
  const taken = new Set<number>()
  for (const [row, top] of borders.slice(0, -1).entries()) {
    const cells: string[][] = []
    for (let column = 0; column < columns.length - 1; column += 1) {
      const key = row * columns.length + column
      if (taken.has(key)) continue
      const cell = gridCell(drawn, borders, columns, row, column)
      for (let below = row; below < cell.row; below += 1)
        for (let right = column; right < cell.column; right += 1) taken.add(below * columns.length + right)
      const [start, end] = [(columns[column] ?? 0) + 1, columns[cell.column] ?? width]
      const inner = drawn.slice(top + 1, borders[cell.row]).map((line) => line.slice(start, end))
      cells.push(cellText(inner))
    }
    if (cells.length > 0) rows.push(cells)
  }
  const head = heading < 0 ? 0 : borders.slice(0, -1).filter((at) => at < heading).length
  return { head: Math.min(head, rows.length), rows, next }
}

/** The borders at which the cell ends that begins here. */
function gridCell(
  drawn: readonly string[],
  borders: readonly number[],
  columns: readonly number[],
  row: number,
  column: number,
): { row: number; column: number } {
  const first = drawn[(borders[row] ?? 0) + 1] ?? ''
  let right = column + 1
  while (right < columns.length - 1 && !/[|+]/.test(first[columns[right] ?? 0] ?? '')) right += 1
  const [start, end] = [(columns[column] ?? 0) + 1, columns[right] ?? 0]
  let below = row + 1
  while (below < borders.length - 1 && !/^[-=+]+$/.test((drawn[borders[below] ?? 0] ?? '').slice(start, end)))
    below += 1
  return { row: below, column: right }
}

function crossings(line: string): number[] {
  const found: number[] = []
  for (let at = line.indexOf('+'); at >= 0; at = line.indexOf('+', at + 1))
    if (/[-=|+]/.test(line[at - 1] ?? '-') || /[-=|+]/.test(line[at + 1] ?? '-')) found.push(at)
  return found
}

/** https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#simple-tables */
export function simpleTable(lines: readonly string[], from: number): DrawnTable | undefined {
  const border = lines[from] ?? ''
  if (!SIMPLE.test(border)) return undefined
  const borders: number[] = []
  for (let at = from + 1; at < lines.length && borders.length < 2; at += 1) {
    if (!SIMPLE.test(lines[at] ?? '')) continue
    borders.push(at)
    if (lines[at + 1] === '' || at + 1 === lines.length) break
  }
  const last = borders.at(-1)
  if (last === undefined) return undefined
  const heading = borders.length > 1 ? borders[0] : undefined
  const columns = spansOf(border)
  const rows: string[][][] = []
  let head = 0
  let open: string[] = []
  const close = (spans: readonly Span[]) => {
    if (open.length > 0) rows.push(cellsOf(open, spans))
    open = []
  }
  for (let at = from + 1; at <= last; at += 1) {
    const line = padded(lines[at] ?? '')
    if (at === heading || at === last) {
      close(columns)
      if (at === heading) head = rows.length
    } else if (open.length > 0 && /^-[- ]*$/.test(line)) close(merged(spansOf(line), columns))
    else {
      // A row begins with what its first column says.
      if (line.slice(0, columns[0]?.end).trim() !== '') close(columns)
      if (open.length > 0 || line !== '') open.push(line)
    }
  }
  return { head, rows, next: last + 1 }
}

interface Span {
  start: number
  end: number
}

function spansOf(border: string): Span[] {
  return [...border.matchAll(/[=-]+/g)].map(({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
  }))
}

/** The last column takes what stands beyond its border. */
function merged(spans: readonly Span[], columns: readonly Span[]): readonly Span[] {
  return spans.length === 0 ? columns : spans
}

function cellsOf(lines: readonly string[], spans: readonly Span[]): string[][] {
  return spans.map(({ start }, at) => {
    const end = spans[at + 1]?.start
    return cellText(lines.map((line) => line.slice(start, end)))
  })
}

function cellText(lines: readonly string[]): string[] {
  const plain = lines.map((line) => line.replaceAll(FILLER, '').trimEnd())
  const indents = plain.filter((line) => line !== '').map((line) => line.length - line.trimStart().length)
  const least = indents.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  return trimmed(plain.map((line) => line.slice(Number.isFinite(least) ? least : 0)))
}

function padded(line: string): string {
  if (columnsOf(line) === line.length) return line
  return [...line]
    .map((character) => (columnsOf(character) > character.length ? character + FILLER : character))
    .join('')
}
