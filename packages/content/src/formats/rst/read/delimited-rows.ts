const NAMED: Readonly<Record<string, string>> = { tab: '\t', space: ' ' }

/** The cells of a `csv-table`, by rows. In linear time. */
export function delimitedRows(text: string, options: Readonly<Record<string, string>>): string[][] {
  const delimiter = NAMED[options.delim ?? ''] ?? options.delim?.[0] ?? ','
  const quote = options.quote?.[0] ?? '"'
  const rows: string[][] = []
  let row: string[] = []
  let from = 0
  const end = text.length
  for (let at = 0; at <= end; ) {
    if ('keepspace' in options === false) while (text[at] === ' ' && delimiter !== ' ') at += 1
    let cell = ''
    if (text[at] === quote) {
      for (at += 1; at < end; at += 1) {
        const close = text.indexOf(quote, at)
        cell += text.slice(at, close < 0 ? end : close)
        at = close < 0 ? end : close + 1
        if (text[at] !== quote) break
        cell += quote
      }
    }
    from = at
    while (at < end && text[at] !== delimiter && text[at] !== '\n') at += 1
    row.push((cell + text.slice(from, at)).trim())
    const isEnd = text[at] === '\n' || at >= end
    at += 1
    if (!isEnd) continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}
