const ROW = /^\s*\|.*\|\s*$/
const RULE = /^\s*\|[\s:|-]+\|\s*$/

/** Tables as aligned text in blocks of code, for channels that show Markdown tables as they are written. */
export function tablesAsCode(markdown: string): string {
  const lines = markdown.split('\n')
  const shown: string[] = []
  let fence: string | undefined
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) {
      if (fence === undefined) fence = mark
      else if (mark.startsWith(fence)) fence = undefined
    }
    const isTable = fence === undefined && ROW.test(line) && RULE.test(lines[at + 1] ?? '')
    if (!isTable) {
      shown.push(line)
      continue
    }
    let end = at + 2
    while (ROW.test(lines[end] ?? '')) end++
    shown.push('```', ...aligned([line, ...lines.slice(at + 2, end)].map(cellsOf)), '```')
    at = end - 1
  }
  return shown.join('\n')
}

/** What people read of each cell: code and links show their text alone. */
function cellsOf(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell
        .replace(/\[([^\]]{0,300})\]\([^)]{0,2000}\)/g, '$1')
        .replaceAll('\\|', '|')
        .replace(/[`*]/g, '')
        .trim(),
    )
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const count = Math.max(...rows.map((row) => row.length))
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) =>
    widths
      .map((width, column) => (row[column] ?? '').padEnd(width))
      .join('  ')
      .trimEnd(),
  )
}
