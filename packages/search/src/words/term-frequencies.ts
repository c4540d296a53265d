import { FIELD_WEIGHTS, FIELDS, type PassageTerms } from './passage-terms.ts'

/** A frequency above is worth no more: BM25 has given it all but half a percent by then. */
const MOST_FREQUENCY = 255

/** How often a passage has each term, by its hash with a sign, each time counted as its field counts: 1 to 255. */
export function termFrequencies(terms: PassageTerms): Map<number, number> {
  const frequencies = new Map<number, number>()
  for (const field of FIELDS) {
    const weight = FIELD_WEIGHTS[field]
    const list = terms[field]
    for (let at = 0; at < list.length; at++) {
      const hash = (list[at] ?? 0) | 0
      frequencies.set(hash, Math.min(MOST_FREQUENCY, (frequencies.get(hash) ?? 0) + weight))
    }
  }
  return frequencies
}
