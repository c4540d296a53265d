const OPEN = '\uE000'
const CLOSE = '\uE001'

/** Pattern of one quoted text within masked text; as a source for larger patterns. */
export const QUOTED = `${OPEN}\\d+${CLOSE}`

// Lengths are bounded, or many opening marks without a closing one would take quadratic time.
const QUOTES =
  /(?<![`~])(`{3,8}|~{3,8})(?![`~])([^\n`]{0,100})\n([\s\S]*?)\n?[ \t]{0,12}\1(?=\s|$)|(?<!`)``(?!`)(.{1,500}?)``|`([^`\n]{1,1000})`|"((?:\\"|[^"])*)"|“([^“”]{0,2000})”|«([^«»]{0,2000})»|„([^„“”]{0,2000})[“”]|‘([^‘’\n]{0,500})’(?!\p{L})|(?<![\p{L}\p{N}])'(?!\s)([^\n]{0,500}?\S)'(?![\p{L}\p{N}])/gu

/** Text whose quoted parts are replaced by marks, so that no pattern looks into them. */
export class QuotedText {
  readonly masked: string
  readonly #quotes: { inner: string; whole: string }[] = []

  constructor(text: string) {
    const plain = text.replaceAll(OPEN, '').replaceAll(CLOSE, '').replaceAll('\r\n', '\n')
    this.masked = plain.replace(QUOTES, (whole, _fence, language, fenced, ...rest) => {
      const groups = rest.slice(0, 8) as (string | undefined)[]
      const isProse = fenced !== undefined && /^(?:md|mdx|markdown|text|txt)?$/i.test((language ?? '').trim())
      const inner =
        fenced !== undefined
          ? isProse
            ? fenced
            : whole
          : (groups.find((group) => group !== undefined) ?? '')
      this.#quotes.push({ inner: inner.replaceAll('\\"', '"'), whole })
      return `${OPEN}${this.#quotes.length - 1}${CLOSE}`
    })
  }

  /** What a mark, or a text that is nothing but a mark, stands for; any other text with its quotes put back. */
  value(masked: string): string {
    const mark = new RegExp(`^\\s*${OPEN}(\\d+)${CLOSE}\\s*$`).exec(masked)
    return mark ? (this.#quotes[Number(mark[1])]?.inner ?? '') : this.restore(masked).trim()
  }

  /** The text as it was written. */
  restore(masked: string): string {
    return masked.replace(
      new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g'),
      (_mark, index) => this.#quotes[Number(index)]?.whole ?? '',
    )
  }
}
