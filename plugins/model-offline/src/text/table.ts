const ROW = /^\s*\|.*\|\s*$/
/** Of a line without spaces around it. */
const DELIMITER = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/

/** Lines of the table that begins at a line, its outer pipes written or not; 0 when none begins there. */
export function tableLength(lines: readonly string[], at: number): number {
  const first = lines[at] ?? ''
  const isBare = !ROW.test(first) && first.includes('|') && isDelimiter(lines[at + 1])
  if (!isBare && !ROW.test(first)) return 0
  let end = at + 1
  while (isBare ? (lines[end] ?? '').includes('|') : ROW.test(lines[end] ?? '')) end++
  return end - at
}

/** False for the rest of a table that was cut off from its head: no reader would show it as a table. */
export function hasHead(rows: readonly string[]): boolean {
  return isDelimiter(rows[1])
}

/** A row as an item of a list: what it is about, then what it says. */
export function rowItem(row: string, cell: (text: string) => string): string {
  const [about = '', ...says] = cells(row)
    .map(cell)
    .filter((each) => each !== '')
  return says.length === 0 ? `- ${about}` : `- ${about}: ${says.join(' · ')}`
}

/** A table with one space around each cell, each row between pipes. */
export function plainTable(rows: readonly string[], cell: (text: string) => string): string {
  return rows
    .map((row) => {
      if (isDelimiter(row)) return `| ${cells(row).map(alignment).join(' | ')} |`
      return `| ${cells(row).map(cell).join(' | ')} |`
    })
    .join('\n')
}

function isDelimiter(line = ''): boolean {
  return line.includes('|') && DELIMITER.test(line.trim())
}

/** Pipes within code and behind a backslash are no borders. */
function cells(row: string): string[] {
  const bare = row.trim().replace(/^\|/, '').replace(/\|$/, '')
  const found = bare.match(/(?:\\.|`[^`]*`|[^|\\])+|(?<=\|)(?=\||$)|^(?=\|)|\\$/g) ?? []
  return found.map((each) => each.trim())
}

function alignment(cell: string): string {
  return `${cell.startsWith(':') ? ':' : ''}---${cell.endsWith(':') ? ':' : ''}`
}
