import type { NumberedPassage } from './found-passages.ts'
import { MOST_OF_A_PAGE } from './page-sections.ts'

/** Characters before a citation that say what it is about. */
export const MOST_SAID = 1_000
const WORD = /[\p{L}\p{N}]{2,}/gu

interface Section {
  readonly anchor: string
  readonly words: ReadonlySet<string>
}

/**
 * Finds in passages of several sections the one that a sentence rests on, so that a citation leads to the heading
 * above what was said and not to the first heading of the passage.
 */
export class CitedSections {
  readonly #sections = new Map<number, readonly Section[]>()

  /**
   * The anchor of the section that shares most words with what was said; words of few sections count more. The
   * passage's own without any.
   */
  anchorOf(passage: NumberedPassage, said: string): string {
    if (passage.sections.length === 0) return passage.anchor
    const sections = this.#of(passage)
    const words = wordsOf(said.slice(-MOST_SAID))
    const scores = sections.map(() => 0)
    for (const word of words) {
      const having = sections.flatMap((section, at) => (section.words.has(word) ? [at] : []))
      for (const at of having) scores[at] = (scores[at] ?? 0) + 1 / having.length
    }
    const best = Math.max(...scores)
    return best === 0 ? passage.anchor : (sections[scores.indexOf(best)]?.anchor ?? passage.anchor)
  }

  #of(passage: NumberedPassage): readonly Section[] {
    const known = this.#sections.get(passage.number)
    if (known) return known
    const { anchor, headings, sections } = passage
    const content = passage.content.slice(0, MOST_OF_A_PAGE)
    const read = [{ anchor, start: 0 }, ...sections].map((section, at) => {
      const text = content.slice(section.start, sections[at]?.start)
      return { anchor: section.anchor, words: wordsOf(at === 0 ? `${headings.at(-1) ?? ''}\n${text}` : text) }
    })
    this.#sections.set(passage.number, read)
    return read
  }
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(WORD) ?? [])
}
