import { otherWords } from '../text/synonyms.ts'
import { terms } from '../text/terms.ts'
import type { Question } from './read-question.ts'
import type { ScoredSection } from './score-sections.ts'

/** Words in a search at most. */
const MAX_WORDS = 24

/**
 * What to search for after a first search: the words of the question that tell most. One that nothing was found for
 * brings its other words along; one that the paths found so far spell otherwise is spelled like them, since a folder
 * `pg` is where Postgres is written about.
 */
export function searchWords({ keywords, language }: Question, scored: readonly ScoredSection[]): string {
  const segments = new Set(scored.flatMap(({ passage }) => passage.path.toLowerCase().split(/[/._-]+/)))
  const isFound = (term: string) => scored.some((section) => section.terms.has(term))
  const words: string[] = []
  const others: string[] = []
  for (const word of keywords) {
    const stems = terms(word, language)
    const same = stems.flatMap((each) => otherWords(each)).filter((other) => other !== word.toLowerCase())
    const segment = same.find((other) => segments.has(other))
    words.push(segment ?? word)
    if (!stems.some(isFound)) others.push(...same)
  }
  return [...new Set([...words, ...others])].slice(0, MAX_WORDS).join(' ')
}
