/** Pieces that are joined into one block. */
const BLOCK = 32

/**
 * Text that grows by small pieces. V8 keeps a string that was added to as all the pieces it was made of, which is
 * ten times the text for a model's deltas; here they are joined block by block.
 */
export class GrowingText {
  readonly #blocks: string[] = []
  #pieces: string[] = []

  add(text: string): void {
    if (this.#pieces.push(text) < BLOCK) return
    this.#blocks.push(this.#pieces.join(''))
    this.#pieces = []
  }

  toString(): string {
    return this.#blocks.join('') + this.#pieces.join('')
  }
}
