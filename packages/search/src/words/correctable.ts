/** Shorter ones are not corrected. */
const SHORTEST_WORD = 4
const SHORTEST_BEGINNING = 3
const WORD = /^\p{L}[\p{L}\p{N}]+$/u

/** True for what a slip of the keyboard may have made of another word. */
export function isCorrectable(term: string): boolean {
  return term.length >= SHORTEST_WORD && WORD.test(term)
}

/** True for what may be the beginning of a word, as it is typed. */
export function isBeginning(term: string): boolean {
  return term.length >= SHORTEST_BEGINNING && WORD.test(term)
}

/** The first letter, which slips are taken to have left right. */
export function firstLetter(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0)
}
