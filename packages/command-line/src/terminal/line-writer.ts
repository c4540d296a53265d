/** Writes text that comes in pieces, and lines between it that always begin on a new line. */
export class LineWriter {
  #isLineBegun = false

  constructor(private readonly out: { write(text: string): unknown }) {}

  text(piece: string): void {
    if (piece === '') return
    this.out.write(piece)
    this.#isLineBegun = !piece.endsWith('\n')
  }

  line(text: string): void {
    this.endLine()
    this.out.write(`${text}\n`)
  }

  endLine(): void {
    if (this.#isLineBegun) this.out.write('\n')
    this.#isLineBegun = false
  }
}
