const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  times: '×',
  larr: '←',
  rarr: '→',
  middot: '·',
  bull: '•',
  deg: '°',
  lbrace: '{',
  rbrace: '}',
  lbrack: '[',
  rbrack: ']',
  num: '#',
  colon: ':',
  sol: '/',
  period: '.',
  lpar: '(',
  rpar: ')',
  Tab: '\t',
  NewLine: '\n',
  vert: '|',
}

/** Decodes numeric references and the named ones that occur in prose; others stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole
      const code = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16)
      return code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
    },
  )
}
