import type { Passage } from '@docent/content'
import type { CallOptions, RetrievalQuery, RetrievedPassage } from '@docent/core/plugin'
import type { IndexedPassage, SearchIndex } from '../index/search-index.ts'
import { fuseRanks } from '../scoring/fuse-ranks.ts'
import { preferVariants, type VariantNames } from '../scoring/prefer-variants.ts'
import { type RankRequest, rankCandidates } from '../scoring/rank-candidates.ts'
import { linkingPages, scoreLinks } from '../scoring/score-links.ts'
import {
  coverage,
  mostByWords,
  prepareQuery,
  type ScoredQuery,
  scorePassage,
} from '../scoring/score-passage.ts'
import type { Analyzer } from '../words/analyzer.ts'
import { definitionIn } from '../words/defined-terms.ts'
import { asksForHistory, isHistory } from '../words/history-pages.ts'
import { operationTerm } from '../words/operation-terms.ts'
import { hashTerm } from '../words/passage-terms.ts'
import { isNameAlone, type QueryVariant, queryVariants } from '../words/query-variants.ts'
import { compoundReadings } from './compound-readings.ts'
import { guessVariants } from './guess-variants.ts'

const DEFAULT_PER_PAGE = 2
const CANDIDATES = 100
const MOST_CANDIDATES = 3_200
const NEAR_CANDIDATES = 100
/** More of one page are no better than its first and only take time: a changelog can have hundreds. */
const MOST_OF_A_PAGE = 40
/** What a page is worth that has none of a query's rare words beside one that has all, in whichever of its passages. */
const NOTHING_COVERED = 0.83
/** For a passage that defines an identifier of the query, beside those that use it. */
const DEFINES_NAME = 2
/** Added for it, because a definition among many, in a table or a list, is a small part of its passage. */
const DEFINITION = 0.3
/** For the page of the operation that is all of the query: more than words, links, and nearness give together. */
const OPERATION = 5

interface Scored {
  id: number
  row: IndexedPassage
  pagePath: string
  score: number
  links: number
  linkedFrom: number
  mentions: number
}

interface Reading extends QueryVariant {
  readonly query: ScoredQuery
}

/** How a search is to be done, beside the query. */
export interface SearchPassagesOptions extends CallOptions {
  readonly analyzer: Analyzer
  /** What the first place by vectors counts beside the best score by words; absent: as far as they agree with words. */
  readonly vectorWeight?: number | undefined
}

/**
 * Two stages: BM25 over the terms of all fields, weighted, finds the best candidates; an exact scorer orders them by
 * what one sum cannot tell (fields, their lengths, agreement with title and headings, other
 * passages of the page, what other pages call it and how many link to it). Slips of the keyboard are forgiven only
 * when nothing matches well, but those in a name or in the last word always.
 */
export async function searchPassages(
  index: SearchIndex,
  query: RetrievalQuery,
  options: SearchPassagesOptions,
): Promise<RetrievedPassage[]> {
  const { analyzer, signal } = options
  const read = queryVariants(query, index.languages, analyzer)
  if (read.length === 0) return []
  const near = nearPlaces(query, index, options)
  // Awaited below; when the search by words fails first, its failure is the one that counts.
  near.catch(() => {})
  const variants = [...read, ...(await compoundReadings(read, index, analyzer))]
  const prepared = (variant: QueryVariant): Reading => {
    return { ...variant, query: prepareQuery(variant, index.statistics) }
  }
  const asked = variants.map(prepared)
  const { limit, perPage = DEFAULT_PER_PAGE, currentPath } = query
  const request = {
    operations: new Set(await index.candidates([hashTerm(operationTerm(query.text))], limit)),
    limit,
    perPage,
    currentPath,
    names: variantNames(query, variants, analyzer),
    asksForHistory: isHistory(currentPath ?? '') || variants.some(({ terms }) => asksForHistory(terms)),
  }
  let ranked = await findAndRank(asked, request, index, options)
  const guesses = await guessVariants(variants, ranked, index, { query, analyzer, signal })
  const all = [...asked, ...guesses.map(prepared)]
  const places = await near
  if (guesses.length > 0 || places.size > 0) ranked = await findAndRank(all, request, index, options, places)
  const texts = await index.texts(ranked.map(({ id }) => id))
  const most = Math.max(...asked.map(({ share, query }) => share * mostByWords(query)))
  // What other pages say of a page can lift it over the best by words alone.
  return ranked.map(({ score }, at) => ({
    passage: JSON.parse(texts[at] ?? '') as Passage,
    score: Math.min(1, score / most),
  }))
}

async function findAndRank(
  variants: readonly Reading[],
  request: RankRequest & { names: VariantNames; operations: ReadonlySet<number> },
  index: SearchIndex,
  { analyzer, vectorWeight }: SearchPassagesOptions,
  near: ReadonlyMap<number, number> = new Map(),
): Promise<Scored[]> {
  const terms = [...new Set(variants.flatMap((variant) => variant.terms))]
  const { limit, perPage, operations } = request
  const mostOfPage = Math.max(MOST_OF_A_PAGE, perPage)
  for (let wanted = Math.max(CANDIDATES, 2 * limit); ; wanted *= 4) {
    const ids = await index.candidates(terms.map(hashTerm), wanted)
    const all = [...new Set([...operations, ...ids, ...near.keys()])]
    const { candidates, pages } = fewOfEachPage(all, await index.passages(all), mostOfPage)
    // One long page can fill all places of the candidates: then more are needed to see the others.
    const mayFindMore = ids.length === wanted && wanted < MOST_CANDIDATES
    if (mayFindMore && pages * perPage < limit) continue
    const scored = await score(candidates, variants, index, analyzer)
    const nearPlace = (at: number) => near.get(candidates[at]?.id ?? -1)
    const fused = near.size === 0 ? scored : fuseRanks(scored, nearPlace, vectorWeight)
    const ranked = rankCandidates(
      fused.map((each) => (operations.has(each.id) ? { ...each, score: each.score + OPERATION } : each)),
      request,
      (raised) => preferVariants(raised, request.names, analyzer),
    )
    if (ranked.length === limit || !mayFindMore) return ranked
  }
}

/** What may name the variant of a page that is meant: the question, then the page being viewed, then what the caller says. */
function variantNames(
  { currentPath = '', prefer = [] }: RetrievalQuery,
  [asked]: readonly QueryVariant[],
  analyzer: Analyzer,
): VariantNames {
  const sources = [currentPath.replaceAll('/', '\n'), ...prefer]
  return [asked?.terms ?? [], ...sources.map((text) => analyzer.terms(text, asked?.language))].map(
    (terms) => new Set(terms),
  )
}

/**
 * The first of each page, which are its best, in the order of their ids: so passages of one score come in one order,
 * wherever the candidates come from.
 */
function fewOfEachPage(
  ids: readonly number[],
  rows: readonly IndexedPassage[],
  most: number,
): { candidates: { id: number; row: IndexedPassage }[]; pages: number } {
  const counts = new Map<string, number>()
  const candidates: { id: number; row: IndexedPassage }[] = []
  for (const [at, row] of rows.entries()) {
    const count = counts.get(row.pagePath) ?? 0
    counts.set(row.pagePath, count + 1)
    if (count < most) candidates.push({ id: ids[at] ?? 0, row })
  }
  candidates.sort((one, other) => one.id - other.id)
  return { candidates, pages: counts.size }
}

/** The passages nearest to the query's vector, with their place; none when the index or the query has no vectors. */
async function nearPlaces(
  query: RetrievalQuery,
  index: SearchIndex,
  options: CallOptions,
): Promise<Map<number, number>> {
  const { embedding } = index
  if (embedding === undefined || query.embed === undefined) return new Map()
  const vector = await query.embed(query.text, embedding.model, options)
  if (vector === undefined || vector.length !== embedding.dimensions) return new Map()
  // A text without a known word has no direction.
  if (vector.every((value) => value === 0)) return new Map()
  const found = await index.near(vector, NEAR_CANDIDATES)
  return new Map(found.map((id, place) => [id, place]))
}

async function score(
  candidates: readonly { id: number; row: IndexedPassage }[],
  variants: readonly Reading[],
  index: SearchIndex,
  analyzer: Analyzer,
): Promise<Scored[]> {
  const { statistics, links } = index
  const rows = candidates.map(({ row }) => row)
  const pages = new Map<string, Pick<Scored, 'links' | 'linkedFrom' | 'mentions'>>()
  for (const { pagePath } of rows) {
    if (pages.has(pagePath)) continue
    const texts = links.of(pagePath)
    const scores = variants.map(({ share, query }) => share * scoreLinks(texts, query))
    pages.set(pagePath, {
      links: Math.max(...scores),
      linkedFrom: linkingPages(texts),
      mentions: links.mentionsOf(pagePath),
    })
  }
  const readings = variants.map(({ share, query }) => ({
    share,
    scores: scoreReading(rows, query, statistics),
  }))
  const names = variants.filter(isNameAlone).flatMap(({ compounds = [] }) => compounds)
  const asked = names.length === 0 ? [] : candidates.map(({ id }) => id)
  const definitions = (asked.length === 0 ? [] : await index.texts(asked)).map((passage) =>
    definitionIn(passage, names, analyzer),
  )
  // What is spelt as it was asked is meant, and not what only has its stem.
  const meant = definitions.includes('spelt') ? 'spelt' : 'term'
  return rows.map((row, at) => {
    const byWords = Math.max(...readings.map(({ share, scores }) => share * (scores[at] ?? 0)))
    return {
      id: candidates[at]?.id ?? 0,
      row,
      pagePath: row.pagePath,
      score: definitions[at] === meant ? byWords * DEFINES_NAME + DEFINITION : byWords,
      ...(pages.get(row.pagePath) ?? { links: 0, linkedFrom: 0, mentions: 0 }),
    }
  })
}

/** The passages by one reading of the query, each also by how many of its words the page has in all its passages. */
function scoreReading(
  rows: readonly IndexedPassage[],
  query: ScoredQuery,
  statistics: SearchIndex['statistics'],
): number[] {
  const matches = rows.map(({ terms }) => scorePassage(terms, query, statistics))
  const matched = new Map<string, number>()
  for (const [at, { pagePath }] of rows.entries())
    matched.set(pagePath, (matched.get(pagePath) ?? 0) | (matches[at]?.matched ?? 0))
  const shares = new Map<string, number>()
  for (const [pagePath, mask] of matched)
    shares.set(pagePath, NOTHING_COVERED + (1 - NOTHING_COVERED) * coverage(mask, query))
  return rows.map(({ pagePath }, at) => (matches[at]?.score ?? 0) * (shares.get(pagePath) ?? 1))
}
