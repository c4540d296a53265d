import type { Passage } from '@docent/content'
import type { CallOptions, RetrievalFilter, RetrievalQuery, RetrievedPassage } from '@docent/core/plugin'
import { linkingPages, scoreLinks } from '../links/score-links.ts'
import type { ProjectNames } from '../names/project-names.ts'
import type { OpenRevision } from '../revision/revision-reader.ts'
import type { StoredRow } from '../segments/segment.ts'
import type { Analyzer } from '../words/analyzer.ts'
import { definitionIn } from '../words/defined-terms.ts'
import { asksForHistory, isHistory } from '../words/history-pages.ts'
import { hashTerm } from '../words/passage-terms.ts'
import { isNameAlone, type QueryVariant, queryVariants } from '../words/query-variants.ts'
import { compoundReadings } from './compound-readings.ts'
import { type CandidateSearch, segmentAt } from './find-candidates.ts'
import { findNear } from './find-near.ts'
import { fuseRanks } from './fuse-ranks.ts'
import { guessVariants } from './guess-variants.ts'
import { preferVariants, type VariantNames } from './prefer-variants.ts'
import { type RankRequest, rankCandidates } from './rank-candidates.ts'
import { coverage, mostByWords, prepareQuery, type ScoredQuery, scorePassage } from './score-passage.ts'

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

interface Scored {
  /** See `placeOf`. */
  place: number
  row: StoredRow
  pagePath: string
  score: number
  links: number
  linkedFrom: number
  mentions: number
}

interface Reading extends QueryVariant {
  readonly query: ScoredQuery
}

interface Index {
  readonly revision: OpenRevision
  readonly filter: RetrievalFilter
  readonly candidates: CandidateSearch
  readonly signal: AbortSignal | undefined
  readonly vectorWeight: number | undefined
  readonly analyzer: Analyzer
}

/**
 * Two stages: BM25 over the terms of all fields, weighted, finds the best candidates; an exact scorer orders them by
 * what one sum cannot tell (fields, their lengths, agreement with title and headings, other
 * passages of the page, what other pages call it and how many link to it). Slips of the keyboard are forgiven only
 * when nothing matches well, but those in a name or in the last word always.
 */
export async function searchPassages(
  committed: OpenRevision,
  query: RetrievalQuery,
  analyzer: Analyzer,
  options: CallOptions & {
    vectorWeight: number | undefined
    names: ProjectNames
    candidates: CandidateSearch
  },
): Promise<RetrievedPassage[]> {
  const isTrusted = (query.filter?.trustedGroups ?? []).length > 0
  const revision = isTrusted ? committed : { ...committed, statistics: committed.openStatistics }
  const read = queryVariants(query, revision.current.languages, analyzer)
  if (read.length === 0) return []
  const { vectorWeight, candidates, signal } = options
  const index: Index = { revision, filter: query.filter ?? {}, candidates, signal, vectorWeight, analyzer }
  const near = nearPlaces(query, index, options)
  // Awaited below; when the search by words fails first, its failure is the one that counts.
  near.catch(() => {})
  const variants = [...read, ...(await compoundReadings(read, index))]
  const prepared = (variant: QueryVariant): Reading => {
    return { ...variant, query: prepareQuery(variant, revision.statistics) }
  }
  const asked = variants.map(prepared)
  const { limit, perPage = DEFAULT_PER_PAGE, currentPath } = query
  const request = {
    limit,
    perPage,
    currentPath,
    names: variantNames(query, variants, analyzer),
    asksForHistory: isHistory(currentPath ?? '') || variants.some(({ terms }) => asksForHistory(terms)),
  }
  let ranked = await findAndRank(asked, request, index)
  const guesses = await guessVariants(query, variants, ranked, { ...index, ...options })
  const all = [...asked, ...guesses.map(prepared)]
  const places = await near
  if (guesses.length > 0 || places.size > 0) ranked = await findAndRank(all, request, index, places)
  const passages = await passagesAt(
    ranked.map(({ place }) => place),
    revision,
  )
  const most = Math.max(...asked.map(({ share, query }) => share * mostByWords(query)))
  // What other pages say of a page can lift it over the best by words alone.
  return ranked.map(({ score }, at) => ({
    passage: JSON.parse(passages[at] ?? '') as Passage,
    score: Math.min(1, score / most),
  }))
}

async function findAndRank(
  variants: readonly Reading[],
  request: RankRequest & { names: VariantNames },
  index: Index,
  near: ReadonlyMap<number, number> = new Map(),
): Promise<Scored[]> {
  const terms = [...new Set(variants.flatMap((variant) => variant.terms))]
  const { limit, perPage } = request
  const mostOfPage = Math.max(MOST_OF_A_PAGE, perPage)
  for (let wanted = Math.max(CANDIDATES, 2 * limit); ; wanted *= 4) {
    const { views, statistics, rows } = index.revision
    const { candidates: search, filter, signal } = index
    const asked = { views, statistics, filter, limit: wanted, signal }
    const ids = await search.find(terms.map(hashTerm), asked)
    const all = [...new Set([...ids, ...near.keys()])]
    const { candidates, pages } = fewOfEachPage(all, await rows.rows(views, all), mostOfPage)
    // One long page can fill all places of the candidates: then more are needed to see the others.
    const mayFindMore = ids.length === wanted && wanted < MOST_CANDIDATES
    if (mayFindMore && pages * perPage < limit) continue
    const scored = await score(candidates, variants, index)
    const nearPlace = (at: number) => near.get(candidates[at]?.id ?? -1)
    const ranked = rankCandidates(
      near.size === 0 ? scored : fuseRanks(scored, nearPlace, index.vectorWeight),
      request,
      (raised) => preferVariants(raised, request.names, index.analyzer),
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
  rows: readonly StoredRow[],
  most: number,
): { candidates: { id: number; row: StoredRow }[]; pages: number } {
  const counts = new Map<string, number>()
  const candidates: { id: number; row: StoredRow }[] = []
  for (const [at, row] of rows.entries()) {
    const count = counts.get(row.pagePath) ?? 0
    counts.set(row.pagePath, count + 1)
    if (count < most) candidates.push({ id: ids[at] ?? 0, row })
  }
  candidates.sort((one, other) => one.id - other.id)
  return { candidates, pages: counts.size }
}

/** The rows nearest to the query's vector, with their place; none when the index or the query has no vectors. */
async function nearPlaces(
  query: RetrievalQuery,
  { revision, filter }: Index,
  options: CallOptions,
): Promise<Map<number, number>> {
  const { embedding } = revision.current
  if (embedding === undefined || query.embed === undefined) return new Map()
  const vector = await query.embed(query.text, embedding.model, options)
  if (vector === undefined || vector.length !== embedding.dimensions) return new Map()
  // A text without a known word has no direction.
  if (vector.every((value) => value === 0)) return new Map()
  const request = { views: revision.views, filter, limit: NEAR_CANDIDATES, signal: options.signal }
  const found = await findNear(vector, request)
  return new Map(found.map((id, place) => [id, place]))
}

/** JSON of the passages at these places, in their order. */
function passagesAt(places: readonly number[], { views }: OpenRevision): Promise<string[]> {
  return Promise.all(
    places.map((place) => {
      const { segment, row } = segmentAt(views, place)
      return segment.passage(row)
    }),
  )
}

async function score(
  candidates: readonly { id: number; row: StoredRow }[],
  variants: readonly Reading[],
  { revision, analyzer }: Index,
): Promise<Scored[]> {
  const { statistics, links } = revision
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
  const definitions = (await passagesAt(asked, revision)).map((passage) =>
    definitionIn(passage, names, analyzer),
  )
  // What is spelt as it was asked is meant, and not what only has its stem.
  const meant = definitions.includes('spelt') ? 'spelt' : 'term'
  return rows.map((row, at) => {
    const byWords = Math.max(...readings.map(({ share, scores }) => share * (scores[at] ?? 0)))
    return {
      place: candidates[at]?.id ?? 0,
      row,
      pagePath: row.pagePath,
      score: definitions[at] === meant ? byWords * DEFINES_NAME + DEFINITION : byWords,
      ...(pages.get(row.pagePath) ?? { links: 0, linkedFrom: 0, mentions: 0 }),
    }
  })
}

/** The passages by one reading of the query, each also by how many of its words the page has in all its passages. */
function scoreReading(
  rows: readonly StoredRow[],
  query: ScoredQuery,
  statistics: OpenRevision['statistics'],
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
