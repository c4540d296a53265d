const CITATION = /\[(\d{1,3})\]\([^()\s]{0,2000}\)/g
/** What may still become a citation with the text that follows. */
const BEGUN = /^\[\d{0,3}(?:\](?:\([^()\s]{0,2000})?)?$/

/** Shows the citations of a streamed answer as `[1]`: a terminal follows no link, and the sources are listed below. */
export class CitationText {
  #held = ''

  constructor(private readonly write: (text: string) => void) {}

  text(piece: string): void {
    const text = this.#held + piece
    const at = text.lastIndexOf('[')
    const end = at >= 0 && BEGUN.test(text.slice(at)) ? at : text.length
    this.#held = text.slice(end)
    if (end > 0) this.write(text.slice(0, end).replace(CITATION, '[$1]'))
  }

  end(): void {
    if (this.#held !== '') this.write(this.#held)
    this.#held = ''
  }
}
