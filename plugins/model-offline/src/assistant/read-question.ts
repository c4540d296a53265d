import { termSet, terms } from '../text/terms.ts'

/** What is asked for, as weighted words. */
export interface Question {
  text: string
  /** Stem to weight: 1 for words of the question itself, less for those of the turn before. */
  weights: ReadonlyMap<string, number>
  /** Words for a search, in the order of the question. */
  keywords: string
  /** Asks for steps, a command or a setting: code belongs to the answer. */
  wantsCode: boolean
  /** What `what is X` asks to be defined. */
  defines: string | undefined
}

/** Refers to the turn before: the words alone do not say what it is about. */
const REFERS =
  /^(?:and|but|so|ok|okay|what about|how about|also|then|why|more|tell me more)\b|\b(?:it|its|that|this|those|these|them|they|one|ones|there|same|instead|above|former|latter)\b/i
const WANTS_CODE =
  /\b(?:how|command|commands|code|snippet|example|syntax|install|configure|set ?up|run|curl|request|call|query|show me|write|where do i (?:set|put))\b/i
const DEFINES =
  /^\s*(?:what(?:'s| is| are)|who is|define|explain|describe)\s+(?:an?\s+|the\s+)?(.{2,80}?)\s*[?.!]*\s*$/i

/** Asks for a measure; the answer has a number in place of the word. */
const MEASURE = /\bhow (?:long|much|many|often|big|large|small|far|soon|old|fast|quickly)\b/gi

/**
 * Reads a question. One that leans on the conversation (`and how do I revoke it?`) takes the words of the question
 * before it along, at less than full weight.
 */
export function readQuestion(text: string, earlier: readonly string[], context = ''): Question {
  const own = terms(text.replace(MEASURE, ' '))
  const weights = new Map(own.map((term) => [term, 1]))
  const leans = weights.size > 0 ? REFERS.test(text.trim()) || weights.size < 2 : true
  let keywords = keywordsOf(text)
  if (leans) {
    for (const [back, previous] of earlier.slice(-2).reverse().entries()) {
      const before = termSet(previous)
      if (before.size === 0) continue
      for (const term of before) if (!weights.has(term)) weights.set(term, back === 0 ? 0.6 : 0.3)
      if (back === 0) keywords = `${keywords} ${keywordsOf(previous)}`.trim()
    }
    for (const term of [...termSet(context)].slice(0, 30)) if (!weights.has(term)) weights.set(term, 0.2)
  }
  return { text, weights, keywords, wantsCode: WANTS_CODE.test(text), defines: DEFINES.exec(text)?.[1] }
}

function keywordsOf(text: string): string {
  const words = text.replace(MEASURE, ' ').match(/[\p{L}\p{N}_./@-]*[\p{L}\p{N}]/gu) ?? []
  return words.filter((word) => terms(word).length > 0).join(' ')
}
