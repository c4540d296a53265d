import type { TermStatistics } from '../index/term-statistics.ts'
import type { CompoundName } from '../words/analyzer.ts'
import { EXAMPLE_SHARE } from '../words/example-terms.ts'
import { FIELD_WEIGHTS, FIELDS, type Field, hashTerm, type PassageTerms } from '../words/passage-terms.ts'
import { pointingTerms } from '../words/pointing-words.ts'
import { isNameAlone, type QueryVariant } from '../words/query-variants.ts'

/** All numbers here were tuned on one half of the queries of apps/bench (retrieval) and checked on the other. */
const SATURATION = 3
const LENGTH_SHARE: Readonly<Record<Field, number>> = { title: 0.7, headings: 0.7, path: 0.7, body: 0.75 }
/** A term that the query repeats counts more, but not twice as much. */
const REPEATED_TERM_EXPONENT = 0.7
/** What the parts of an identifier count when some passage has the whole: `coreModule` is no question about modules. */
const PART_SHARE = 0.15
const TITLE_MATCH = 0.25
const HEADINGS_MATCH = 0.3
const PATH_MATCH = 0.2
/** So many words at the end of a path name the page; those before are what the site has it under. */
const NAMING_WORDS = 3
/** The beginning of a page tells what the page is about. */
const OPENING_PASSAGE = 1.1
/** Beside a perfect match by words, which is 1: that the query's words follow each other as in the query. */
const BODY_PHRASE = 0.08
const HEADINGS_PHRASE = 0.09
/** That the title is the query, word for word. */
const TITLE_IS_QUERY = 0.2
/** Terms, and pairs of terms, that fit a mask; what a longer query has beyond them is counted without it. */
const MASK_BITS = 31

interface QueryTerm {
  rarity: number
  /** Its part in the score when it matches fully. */
  weight: number
  /** Its place among the different terms. */
  index: number
  /** The terms that follow it in the query. */
  pairs: Map<number, TermPair>
}

interface TermPair {
  /** Of both terms. */
  rarity: number
  bit: number
}

/** A query made ready to score many passages. */
export interface ScoredQuery {
  terms: ReadonlyMap<number, QueryTerm>
  /** The same by their index. */
  order: readonly QueryTerm[]
  /** All terms as the query has them. */
  wording: readonly number[]
  /** 1 at the lowest byte of each term: says of nearly every word of a passage, at once, that it is not asked for. */
  lowBytes: Uint8Array
  /** Of all terms together. */
  rarity: number
  /** Of all pairs together. */
  pairRarity: number
  /** What a path counts that is the query; a name alone is looked for where it is defined, and not where pages are about it. */
  pathMatch: number
  /** What no passage can exceed by its words. */
  best: number
}

export interface PassageMatch {
  /** 1 for all that words alone can give; phrases and a title that is the query come on top. */
  score: number
  /** Which of the query's first terms it has, as bits by their index. */
  matched: number
}

export function prepareQuery(
  variant: Omit<QueryVariant, 'share'>,
  statistics: Pick<TermStatistics, 'rarity'> & Partial<Pick<TermStatistics, 'count'>>,
): ScoredQuery {
  const { terms, language, examples, compounds } = variant
  const wording = terms.map(hashTerm)
  const counts = new Map<number, number>()
  for (const hash of wording) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  const pointing = new Map(
    [...pointingTerms(terms, language)].map(([term, share]) => [hashTerm(term), share]),
  )
  const example = new Set([...(examples ?? [])].map(hashTerm))
  const isName = isNameAlone(variant)
  const pathMatch = isName ? 0 : PATH_MATCH
  const parts = partsOfKnown(isName ? (compounds ?? []) : [], counts, statistics)
  const prepared = new Map<number, QueryTerm>()
  const lowBytes = new Uint8Array(256)
  let total = 0
  let best = 0
  for (const [hash, count] of counts) {
    const share = pointing.get(hash) ?? (example.has(hash) ? EXAMPLE_SHARE : 1)
    const rarity = statistics.rarity(hash) * share * (parts.has(hash) ? PART_SHARE : 1)
    const weight = rarity * (SATURATION + 1) * count ** REPEATED_TERM_EXPONENT
    prepared.set(hash, { rarity, weight, index: prepared.size, pairs: new Map() })
    lowBytes[hash & 255] = 1
    total += rarity
    best += weight
  }
  return {
    terms: prepared,
    order: [...prepared.values()],
    wording,
    lowBytes,
    rarity: total,
    pairRarity: preparePairs(wording, prepared),
    pathMatch,
    best: (best + (TITLE_MATCH + HEADINGS_MATCH + pathMatch) * total) * OPENING_PASSAGE,
  }
}

/** What the score of a passage cannot exceed: all of the query's words, one after the other, and as the title. */
export function mostByWords({ pairRarity }: Pick<ScoredQuery, 'pairRarity'>): number {
  return 1 + TITLE_IS_QUERY + (pairRarity === 0 ? 0 : BODY_PHRASE + HEADINGS_PHRASE)
}

/** The terms that the query has only as parts of identifiers that are in the index. */
function partsOfKnown(
  compounds: readonly CompoundName[],
  counts: ReadonlyMap<number, number>,
  statistics: Partial<Pick<TermStatistics, 'count'>>,
): ReadonlySet<number> {
  const places = new Map<number, number>()
  for (const { whole, parts } of compounds) {
    if ((statistics.count?.(hashTerm(whole)) ?? 0) === 0) continue
    for (const part of parts.map(hashTerm)) places.set(part, (places.get(part) ?? 0) + 1)
  }
  return new Set([...places].flatMap(([part, count]) => (counts.get(part) === count ? [part] : [])))
}

/** Tells each term what follows it. @returns the rarity of all pairs together */
function preparePairs(wording: readonly number[], terms: ReadonlyMap<number, QueryTerm>): number {
  let count = 0
  let total = 0
  for (const [at, hash] of wording.entries()) {
    const next = wording[at + 1]
    const first = terms.get(hash)
    const second = next === undefined ? undefined : terms.get(next)
    if (!first || !second || next === undefined || first === second || first.pairs.has(next)) continue
    if (count === MASK_BITS) break
    const rarity = first.rarity + second.rarity
    first.pairs.set(next, { rarity, bit: 1 << count })
    total += rarity
    count++
  }
  return total
}

/**
 * BM25F over the fields, raised when title, breadcrumb or path say what the query says and little else, and when the query's
 * words follow each other. 0 when no term matches.
 */
export function scorePassage(
  passage: PassageTerms,
  query: ScoredQuery,
  statistics: Pick<TermStatistics, 'averageLength'>,
): PassageMatch {
  const frequencies = new Float64Array(query.order.length)
  let phrases = 0
  for (const field of FIELDS) {
    const terms = passage[field]
    const relativeLength = terms.length / statistics.averageLength(field)
    const share = LENGTH_SHARE[field]
    const part = FIELD_WEIGHTS[field] / (1 - share + share * relativeLength)
    const worth = field === 'body' ? BODY_PHRASE : field === 'headings' ? HEADINGS_PHRASE : 0
    phrases += worth * countTerms(terms, query, part, frequencies)
  }
  let score = 0
  let matched = 0
  let any = false
  for (const { weight, index } of query.order) {
    const frequency = frequencies[index] ?? 0
    if (frequency === 0) continue
    any = true
    if (index < MASK_BITS) matched |= 1 << index
    score += (weight * frequency) / (frequency + SATURATION)
  }
  if (!any) return { score: 0, matched: 0 }
  const title = agreement([passage.title], query)
  const path = query.pathMatch === 0 ? 0 : query.pathMatch * pathAgreement(passage.path, query)
  const headings = Math.max(
    agreement([passage.headings], query),
    agreement([passage.title, passage.headings], query),
  )
  score += query.rarity * (TITLE_MATCH * title + HEADINGS_MATCH * headings + path)
  if (passage.headings.length === 0) score *= OPENING_PASSAGE
  return {
    score: score / query.best + phrases + (isWording(passage.title, query) ? TITLE_IS_QUERY : 0),
    matched,
  }
}

/**
 * Adds what a field has of each term to `frequencies`.
 *
 * @param part what one occurrence counts in this field
 * @returns how much of the query's pairs of terms the field has side by side, 0 to 1
 */
function countTerms(terms: Uint32Array, query: ScoredQuery, part: number, frequencies: Float64Array): number {
  let before: QueryTerm | undefined
  let seen = 0
  let rarity = 0
  // By index: this loop is half of a search in JavaScript, and iterators make it several times slower.
  for (let at = 0; at < terms.length; at++) {
    const hash = terms[at] ?? 0
    const term = query.lowBytes[hash & 255] === 0 ? undefined : query.terms.get(hash)
    if (term !== undefined) {
      frequencies[term.index] = (frequencies[term.index] ?? 0) + part
      const pair = before?.pairs.get(hash)
      if (pair !== undefined && (seen & pair.bit) === 0) {
        seen |= pair.bit
        rarity += pair.rarity
      }
    }
    before = term
  }
  return rarity === 0 ? 0 : rarity / query.pairRarity
}

/** The share of the query's rarity that the terms of a mask have, 0 to 1; 1 for a query that no mask can tell of. */
export function coverage(matched: number, { order }: Pick<ScoredQuery, 'order'>): number {
  let total = 0
  let covered = 0
  for (const { index, rarity } of order) {
    if (index >= MASK_BITS) break
    total += rarity
    if ((matched & (1 << index)) !== 0) covered += rarity
  }
  return total === 0 ? 1 : covered / total
}

function isWording(title: Uint32Array, { wording }: ScoredQuery): boolean {
  return title.length === wording.length && wording.every((hash, at) => title[at] === hash)
}

/** How far fields and query say the same, 0 to 1: harmonic mean of how much of each is in the other. */
export function agreement(
  fields: readonly Uint32Array[],
  query: Pick<ScoredQuery, 'terms' | 'lowBytes' | 'rarity'>,
): number {
  let different = 0
  let shared = 0
  let rarity = 0
  for (const [place, field] of fields.entries()) {
    // Titles and headings are short: looking back is faster than a set of what was seen.
    for (let at = 0; at < field.length; at++) {
      const hash = field[at] ?? 0
      if (field.indexOf(hash) < at || (place > 0 && fields[0]?.includes(hash))) continue
      different++
      const term = query.lowBytes[hash & 255] === 0 ? undefined : query.terms.get(hash)
      if (term === undefined) continue
      shared++
      rarity += term.rarity
    }
  }
  if (shared === 0) return 0
  const precision = shared / different
  const recall = rarity / query.rarity
  return (2 * precision * recall) / (precision + recall)
}

/** The same of the last words of a path, with as many of them as agree best: no stored term tells where a folder ends. */
function pathAgreement(path: Uint32Array, query: ScoredQuery): number {
  let best = 0
  for (let words = 1; words <= Math.min(NAMING_WORDS, path.length); words++)
    best = Math.max(best, agreement([path.subarray(-words)], query))
  return best
}
