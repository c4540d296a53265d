/**
 * Joins surrogate pairs that a model split between two deltas.
 *
 * A high surrogate at the end of a delta is held back until the next one, so that each piece that is written
 * is whole characters: joined, the pieces are exactly the text.
 */
export class SurrogateJoiner {
  #held = ''

  /** The text that can be written now; may be empty. */
  push(text: string): string {
    if (text === '') return ''
    const joined = this.#held === '' ? text : this.#held + text
    const last = joined.charCodeAt(joined.length - 1)
    if (last < 0xd800 || last > 0xdbff) {
      this.#held = ''
      return joined
    }
    this.#held = joined.slice(-1)
    return joined.slice(0, -1)
  }

  /** What is left when no more text comes: empty, or U+FFFD for the half of a pair whose rest never came. */
  flush(): string {
    if (this.#held === '') return ''
    this.#held = ''
    return '\ufffd'
  }
}
