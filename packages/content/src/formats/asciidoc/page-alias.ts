const ENTRY = /^:page-aliases:[ \t]*(.*)$/m

/**
 * The source of a page that also answers to an older name, as Antora has it in `page-aliases`; undefined where the
 * header cannot hold one.
 *
 * @param own names of the page itself: it is no alias of itself
 */
export function withPageAlias(source: string, alias: string, own: readonly string[]): string | undefined {
  if (alias === '' || /[,\s{}]/.test(alias)) return undefined
  const eol = source.includes('\r\n') ? '\r\n' : '\n'
  const header = headerEnd(source)
  const written = ENTRY.exec(source.slice(0, header))
  if (written === null) {
    const title = /^[=#] .*(?:\r?\n|$)/m.exec(source.slice(0, header))
    if (title === null) return undefined
    const at = title.index + title[0].length
    const line = `:page-aliases: ${alias}${eol}`
    return title[0].endsWith('\n') ? source.slice(0, at) + line + source.slice(at) : `${source}${eol}${line}`
  }
  const list = (written[1] ?? '').trim()
  // An entry that goes on in the next line is its author's.
  if (/[\\+]$/.test(list)) return undefined
  const names = list.split(',').map((name) => name.trim())
  if (names.includes(alias)) return source
  const now = [...names.filter((name) => name !== '' && !own.includes(name)), alias].join(', ')
  const start = written.index + written[0].length - (written[1] ?? '').length
  const end = written.index + written[0].trimEnd().length
  return (
    source.slice(0, start) + (source[start - 1] === ':' ? ' ' : '') + now + source.slice(Math.max(start, end))
  )
}

/** The first blank line behind the title. */
function headerEnd(source: string): number {
  const title = /^[=#] /m.exec(source)
  const blank = /\n[ \t]*\r?\n/g
  blank.lastIndex = title?.index ?? 0
  return (blank.exec(source)?.index ?? source.length - 1) + 1
}
