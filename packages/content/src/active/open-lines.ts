/** Characters that are kept of a part that begins on a line of an earlier part. */
const SHORT = 200

/**
 * Where parts without an end of their own end: the first on a line holds the rest of it, those behind it a piece. A page can
 * be one line with a hundred thousand of them.
 */
export class OpenLines {
  readonly #text: string
  #held = 0

  constructor(text: string) {
    this.#text = text
  }

  /** @param start at or behind that of the call before */
  end(start: number): number {
    if (start < this.#held) return Math.min(this.#held, start + SHORT)
    const found = this.#text.indexOf('\n', start)
    this.#held = found < 0 ? this.#text.length : found
    return this.#held
  }
}
