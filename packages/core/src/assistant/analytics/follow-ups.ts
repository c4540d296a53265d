import { hasTopic, questionWords } from './question-terms.ts'

/** Longer questions say themselves what they are about. */
const MAX_WORDS = 8

/** A question that begins with one of them goes on from another, in the languages of the widget. */
const CONNECTORS: ReadonlySet<string> = new Set(
  `and but or so then also und aber oder dann et mais ou puis y pero o entonces 那 那么 然后 还有 では じゃあ でも`.split(
    ' ',
  ),
)

/** Words for something that was named before. German and French articles, which look the same, are left out. */
const POINTERS: ReadonlySet<string> = new Set(
  `it its them they this that these those dafür davon dazu dabei ça cela ceci eso esto ello 它 它们 这个 那个 それ これ`.split(
    ' ',
  ),
)

/** True for a question that is about what was asked before it, such as "And how do I undo it?". */
export function followsUp(question: string): boolean {
  const words = questionWords(question)
  if (words.length > MAX_WORDS) return false
  return !hasTopic(question) || isConnected(words) || pointsBack(words)
}

/** True for a follow-up that says nothing to somebody who doesn't know what it follows. */
export function needsEarlier(question: string): boolean {
  const words = questionWords(question)
  return !hasTopic(question) || (followsUp(question) && isConnected(words) && pointsBack(words))
}

/**
 * The question that a follow-up is about: the newest before it that is no follow-up. Null where there is none.
 *
 * @param earlier the newest first
 */
export function followedQuestion(question: string, earlier: readonly string[]): string | null {
  if (!followsUp(question)) return null
  return earlier.find((before) => !followsUp(before)) ?? null
}

function isConnected([first = '']: readonly string[]): boolean {
  return CONNECTORS.has(first)
}

function pointsBack(words: readonly string[]): boolean {
  return words.some((word, index) => POINTERS.has(word) && !isImpersonal(words, index))
}

/** "Is it possible to use a proxy?" names all that it is about. */
function isImpersonal(words: readonly string[], index: number): boolean {
  return words[index] === 'it' && words[index + 1] === 'possible' && words[index + 2] === 'to'
}
