import type { LinkText } from './link-texts.ts'
import type { ScoredQuery } from './score-passage.ts'

/** Beside a perfect match of a passage, which is 1. Tuned as the numbers of the scorer (see score-passage.ts). */
const WORDS = 0.15
const BEST_TEXT = 0.15

/**
 * What the links of other pages say for a page: how many of the query's words they call it by, and how far the best of
 * their texts and the query say the same. 0 when they share no word.
 */
export function scoreLinks(texts: readonly LinkText[], query: ScoredQuery): number {
  const pagesOf = new Map<number, number>()
  let best = 0
  for (const { terms, pages } of texts) {
    let shared = 0
    let rarity = 0
    for (const hash of terms) {
      const term = query.terms.get(hash)
      if (term === undefined) continue
      shared++
      rarity += term.rarity
      pagesOf.set(hash, (pagesOf.get(hash) ?? 0) + pages)
    }
    if (shared === 0) continue
    const precision = shared / terms.length
    const recall = rarity / query.rarity
    best = Math.max(best, (2 * precision * recall) / (precision + recall))
  }
  let words = 0
  for (const [hash, pages] of pagesOf) {
    words += ((query.terms.get(hash)?.rarity ?? 0) * pages) / (pages + 1)
  }
  return query.rarity === 0 ? 0 : (WORDS * words) / query.rarity + BEST_TEXT * best
}
