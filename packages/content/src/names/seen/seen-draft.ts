/** What a reader sees of a text. */
export interface SeenText {
  /** Still with the marks that say what is code, a link, a row or a label. */
  readonly text: string
  /** The place of the Markdown that an offset of `text` comes from, UTF-16 units. */
  rawAt(offset: number): number
}

/** Characters that decide what the next one belongs to. */
const TAIL = 90

/** The text that is seen as far as it is read, and where each piece of it comes from. */
export class SeenDraft {
  /** How much of the Markdown is read. */
  at = 0
  /** From here to `at`, what is seen is what is written. */
  #from = 0
  readonly #pieces: string[] = []
  #length = 0
  /** The end of the pieces. */
  #tail = ''
  /** Offsets of the seen text at which the distance to the Markdown changes, and the places there. */
  readonly #seen: number[] = [0]
  readonly #raw: number[] = [0]

  readonly markdown: string

  constructor(markdown: string) {
    this.markdown = markdown
  }

  /** The character that was seen last; '' at the beginning. */
  get last(): string {
    return this.#end().at(-1) ?? ''
  }

  /** Whether the word that is being read begins as a flag does. */
  get isInFlag(): boolean {
    return /(?:^|[\s`"'(|[])--?[\w.-]{0,80}$/.test(this.#end())
  }

  copyTo(end: number): void {
    if (end > this.at) this.at = end
  }

  /** Shows `seen` in the place of what is written up to `end`. */
  replace(end: number, seen: string): void {
    const copied = this.markdown.slice(this.#from, this.at)
    this.#tail = (this.#end() + seen).slice(-TAIL)
    this.#pieces.push(copied, seen)
    this.#length += copied.length + seen.length
    this.at = end
    this.#from = end
    this.#seen.push(this.#length)
    this.#raw.push(end)
  }

  /** Shows nothing from `start` to `end`. */
  skip(start: number, end: number): void {
    this.copyTo(start)
    this.replace(end, '')
  }

  #end(): string {
    const copied = this.markdown.slice(Math.max(this.#from, this.at - TAIL), this.at)
    return copied.length < TAIL ? (this.#tail + copied).slice(-TAIL) : copied
  }

  seen(): SeenText {
    const [seen, raw] = [this.#seen, this.#raw]
    return {
      text: this.#pieces.join('') + this.markdown.slice(this.#from, this.at),
      rawAt: (offset) => {
        let low = 0
        let high = seen.length
        while (low < high) {
          const middle = (low + high) >> 1
          if ((seen[middle] ?? 0) <= offset) low = middle + 1
          else high = middle
        }
        const place = (raw[low - 1] ?? 0) + offset - (seen[low - 1] ?? 0)
        return Math.min(place, raw[low] ?? place)
      },
    }
  }
}
