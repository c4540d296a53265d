import { FIELD_WEIGHTS, FIELDS, type Field, hashTerm, type PassageTerms } from './passage-terms.ts'
import { POINTING_SHARE, pointingTerms } from './pointing-words.ts'
import type { QueryVariant } from './query-variants.ts'
import type { TermStatistics } from './term-statistics.ts'

/** All numbers here were tuned on one half of the queries of apps/bench (retrieval) and checked on the other. */
const SATURATION = 3
const LENGTH_SHARE: Readonly<Record<Field, number>> = { title: 0.7, headings: 0.7, path: 0.7, body: 0.75 }
/** A term that the query repeats counts more, but not twice as much. */
const REPEATED_TERM_EXPONENT = 0.7
const TITLE_MATCH = 0.25
const HEADINGS_MATCH = 0.3
/** The beginning of a page tells what the page is about. */
const OPENING_PASSAGE = 1.05

interface QueryTerm {
  rarity: number
  /** Its part in the score when it matches fully. */
  weight: number
}

/** A query made ready to score many passages. */
export interface ScoredQuery {
  terms: ReadonlyMap<number, QueryTerm>
  /** 1 at the lowest byte of each term: says of nearly every word of a passage, at once, that it is not asked for. */
  lowBytes: Uint8Array
  /** Of all terms together. */
  rarity: number
  /** What no passage can exceed. */
  best: number
}

export function prepareQuery(
  { terms, language }: Pick<QueryVariant, 'terms' | 'language'>,
  statistics: TermStatistics,
): ScoredQuery {
  const counts = new Map<number, number>()
  for (const term of terms) {
    const hash = hashTerm(term)
    counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  const pointing = new Set([...pointingTerms(terms, language)].map(hashTerm))
  const prepared = new Map<number, QueryTerm>()
  const lowBytes = new Uint8Array(256)
  let total = 0
  let best = 0
  for (const [hash, count] of counts) {
    const rarity = statistics.rarity(hash) * (pointing.has(hash) ? POINTING_SHARE : 1)
    const weight = rarity * (SATURATION + 1) * count ** REPEATED_TERM_EXPONENT
    prepared.set(hash, { rarity, weight })
    lowBytes[hash & 255] = 1
    total += rarity
    best += weight
  }
  const highest = (best + (TITLE_MATCH + HEADINGS_MATCH) * total) * OPENING_PASSAGE
  return { terms: prepared, lowBytes, rarity: total, best: highest }
}

/**
 * BM25F over the fields, raised when title or breadcrumb say what the query says and little else. 0 when no term
 * matches.
 */
export function scorePassage(passage: PassageTerms, query: ScoredQuery, statistics: TermStatistics): number {
  const frequencies = new Map<number, number>()
  for (const field of FIELDS) {
    const terms = passage[field]
    const relativeLength = terms.length / statistics.averageLength(field)
    const share = LENGTH_SHARE[field]
    const counts = FIELD_WEIGHTS[field] / (1 - share + share * relativeLength)
    // By index: this loop is half of a search in JavaScript, and iterators make it several times slower.
    for (let at = 0; at < terms.length; at++) {
      const hash = terms[at] ?? 0
      if (query.lowBytes[hash & 255] === 0 || !query.terms.has(hash)) continue
      frequencies.set(hash, (frequencies.get(hash) ?? 0) + counts)
    }
  }
  if (frequencies.size === 0) return 0
  let score = 0
  for (const [hash, frequency] of frequencies) {
    score += ((query.terms.get(hash)?.weight ?? 0) * frequency) / (frequency + SATURATION)
  }
  const title = agreement([passage.title], query)
  const headings = Math.max(
    agreement([passage.headings], query),
    agreement([passage.title, passage.headings], query),
  )
  score += query.rarity * (TITLE_MATCH * title + HEADINGS_MATCH * headings)
  return passage.headings.length === 0 ? score * OPENING_PASSAGE : score
}

/** How far fields and query say the same, 0 to 1: harmonic mean of how much of each is in the other. */
function agreement(fields: readonly Uint32Array[], query: ScoredQuery): number {
  if (!fields.some((field) => hasAny(field, query))) return 0
  const seen = new Set<number>()
  let shared = 0
  let rarity = 0
  for (const field of fields) {
    for (const hash of field) {
      if (seen.has(hash)) continue
      seen.add(hash)
      const term = query.terms.get(hash)
      if (term === undefined) continue
      shared++
      rarity += term.rarity
    }
  }
  const precision = shared / seen.size
  const recall = rarity / query.rarity
  return (2 * precision * recall) / (precision + recall)
}

function hasAny(field: Uint32Array, query: ScoredQuery): boolean {
  for (let at = 0; at < field.length; at++) {
    const hash = field[at] ?? 0
    if (query.lowBytes[hash & 255] === 1 && query.terms.has(hash)) return true
  }
  return false
}
