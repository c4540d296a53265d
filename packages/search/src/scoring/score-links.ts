import type { LinkText } from '../links/link-texts.ts'
import { agreement, type ScoredQuery } from './score-passage.ts'

/** Beside a perfect match of a passage, which is 1. Tuned as the numbers of the scorer (see score-passage.ts). */
const BEST_TEXT = 0.1

/**
 * How far the query and the best of what other pages call a page say the same. 0 when they share no word.
 */
export function scoreLinks(
  texts: readonly LinkText[],
  query: Pick<ScoredQuery, 'terms' | 'lowBytes' | 'rarity'>,
): number {
  return BEST_TEXT * Math.max(0, ...texts.map(({ terms }) => agreement([terms], query)))
}

/** Pages that link to a page, by what they call it; one that calls it by two names counts twice. */
export function linkingPages(texts: readonly LinkText[]): number {
  return texts.reduce((sum, { pages }) => sum + pages, 0)
}
