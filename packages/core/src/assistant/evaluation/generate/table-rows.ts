import { markdownRegions } from '@docent/content'

/** A row of a Markdown table with what its columns are called. */
export interface TableRow {
  header: readonly string[]
  cells: readonly string[]
}

/** A table that goes on longer than that is data. */
const LONGEST_LINE = 2_000
const DELIMITER = /^:?-+:?$/

/** The rows of the pipe tables of a page, code blocks aside. */
export function tableRows(content: string): TableRow[] {
  const rows: TableRow[] = []
  let header: readonly string[] = []
  let before: readonly string[] = []
  for (const line of linesOutsideFences(content)) {
    const cells = cellsOf(line)
    if (cells.length < 2) header = []
    else if (cells.every((cell) => DELIMITER.test(cell)) && before.length === cells.length) header = before
    else if (header.length > 0) rows.push({ header, cells })
    before = cells
  }
  return rows
}

/** The marks of a fence stay: they end a table before it. */
function linesOutsideFences(content: string): string[] {
  const pieces: string[] = []
  let at = 0
  for (const { kind, start, end } of markdownRegions(content)) {
    if (kind !== 'fence') continue
    pieces.push(content.slice(at, start))
    at = end
  }
  return [...pieces, content.slice(at)].join('').split(/\r?\n/)
}

/** Escaped bars belong to their cell, as the table extension of GitHub has it. */
function cellsOf(line: string): string[] {
  const text = line.trim()
  if (!text.includes('|') || text.length > LONGEST_LINE) return []
  const cells = text.replaceAll('\\|', '\u0000').replace(/^\|/, '').replace(/\|$/, '').split('|')
  return cells.map((cell) => cell.replaceAll('\u0000', '|').trim())
}
