import { otherWords } from '../text/synonyms.ts'
import { terms } from '../text/terms.ts'
import type { AskedWords } from './asked-words.ts'
import { holds } from './compared-sections.ts'
import type { Question, Side } from './read-question.ts'
import type { ScoredSection } from './score-sections.ts'

/** Words in a search at most. */
const MAX_WORDS = 24

/**
 * What to search for after a first search: the words of the question that tell most. One that nothing was found for
 * brings its other words along; one that the paths found so far spell otherwise is spelled like them, since a folder
 * `pg` is where Postgres is written about.
 */
export function searchWords(
  { keywords, language }: Question,
  asked: AskedWords,
  scored: readonly ScoredSection[],
): { query: string; isRespelled: boolean } {
  const segments = new Set(scored.flatMap(({ passage }) => passage.path.toLowerCase().split(/[/._-]+/)))
  const found = scored.reduce((bits, each) => bits | each.all.said, 0)
  const isFound = (term: string) => (asked.bitsOf([term]) & found) !== 0
  const words: string[] = []
  const others: string[] = []
  let isRespelled = false
  for (const word of keywords) {
    const stems = terms(word, language)
    const same = stems.flatMap((each) => otherWords(each)).filter((other) => other !== word.toLowerCase())
    const segment = same.find((other) => segments.has(other))
    isRespelled ||= segment !== undefined
    words.push(segment ?? word)
    if (!stems.some(isFound)) others.push(...same)
  }
  return { query: [...new Set([...words, ...others])].slice(0, MAX_WORDS).join(' '), isRespelled }
}

/**
 * What to search for when nothing is about one side of a comparison: the heading that the other side has, with the
 * words of this side in their place (`drizzle-kit push` → `drizzle-kit migrate`).
 */
export function sideWords(
  side: Side,
  { sides, language }: Question,
  asked: AskedWords,
  scored: readonly ScoredSection[],
): string {
  const other = sides.find((each) => each !== side)
  const like = other && scored.find((section) => holds(section.own.said, asked.bitsOf(other.terms)))
  if (other === undefined || like === undefined) return side.text
  const isOther = (word: string) => terms(word, language).some((term) => other.terms.has(term))
  const rest = (like.heading.match(/[\p{L}\p{N}_-]+/gu) ?? []).filter((word) => !isOther(word))
  return [...rest, side.text].join(' ')
}
