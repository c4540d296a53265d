import type { LinkText } from './link-texts.ts'
import type { ScoredQuery } from './score-passage.ts'

/** Beside a perfect match of a passage, which is 1. Tuned as the numbers of the scorer (see score-passage.ts). */
const BEST_TEXT = 0.1

/**
 * How far the query and the best of what other pages call a page say the same. 0 when they share no word.
 */
export function scoreLinks(texts: readonly LinkText[], query: Pick<ScoredQuery, 'terms' | 'rarity'>): number {
  let best = 0
  for (const { terms } of texts) {
    let shared = 0
    let rarity = 0
    for (const hash of terms) {
      const term = query.terms.get(hash)
      if (term === undefined) continue
      shared++
      rarity += term.rarity
    }
    if (shared === 0) continue
    const precision = shared / terms.length
    const recall = rarity / query.rarity
    best = Math.max(best, (2 * precision * recall) / (precision + recall))
  }
  return BEST_TEXT * best
}

/** Pages that link to a page, by what they call it; one that calls it by two names counts twice. */
export function linkingPages(texts: readonly LinkText[]): number {
  return texts.reduce((sum, { pages }) => sum + pages, 0)
}
