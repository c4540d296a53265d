const ESCAPE = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|[\s\S]))/gi
const NAMED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
}

/** The value of a string of JavaScript or JSON, given with its quotes. */
export function unquote(written: string): string {
  return written
    .slice(1, -1)
    .replace(ESCAPE, (_, long?: string, short?: string, byte?: string, char = '') => {
      const code = long ?? short ?? byte
      if (code !== undefined) return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, 16)))
      return /^\r?\n$/.test(char) ? '' : (NAMED[char] ?? char)
    })
}

/** A string as it is written with the quotes of another one. */
export function quoteAs(written: string, value: string): string {
  const quote = /^["'`]/.exec(written)?.[0] ?? '"'
  if (quote === '"') return JSON.stringify(value)
  const escaped = value.replace(/[\\\n\r]/g, (char) => JSON.stringify(char).slice(1, -1))
  return `${quote}${escaped.replaceAll(quote, `\\${quote}`).replaceAll('${', quote === '`' ? '\\${' : '${')}${quote}`
}
