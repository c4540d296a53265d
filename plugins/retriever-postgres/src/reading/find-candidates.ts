import type { Postgres } from '@docent/postgres'
import type { TermStatistics } from '@docent/search'
import { isIn } from './project-row.ts'

/** Postings that are summed up for one search: those of rare terms first. */
const MOST_POSTINGS = 20_000
/** Passages with rare terms whose other terms are looked up. */
const LED = 500
/**
 * BM25 with k1 = 1.2 and b = 0.75; $4 is what a length of 1 takes from it. All numbers are floats: without the casts,
 * PostgreSQL would calculate in decimal numbers, which takes ten times as long.
 */
const SCORE =
  'p.frequency::float8 * 2.2::float8 / (p.frequency::float8 + 0.3::float8 + p.length::float8 * $4::float8)'
const LENGTH_SHARE = 0.9

/**
 * The best that are part of the revision. To sort all that have a term takes longer than to find them: only so many more
 * than are wanted are, because nearly all of them are part of it. @param sorted `ALL` for all of them
 */
const best = (limit: string, sorted: string) => `
  SELECT s.passage, s.score FROM (
    SELECT p.passage, sum(asked.worth * (${SCORE})) AS score
    FROM unnest($2::int[], $3::float8[]) AS asked(term, worth)
    JOIN docent.search_postings p ON p.project = $1 AND p.term = asked.term
    WHERE $5::int[] IS NULL OR p.kind = ANY ($5)
    GROUP BY p.passage ORDER BY score DESC, p.passage LIMIT ${sorted}) AS s
  CROSS JOIN LATERAL (
    SELECT 1 FROM docent.search_passages t JOIN docent.search_files f ON f.id = t.file
    WHERE t.id = s.passage AND ${isIn('f', '$6')} LIMIT 1) AS visible
  ORDER BY s.score DESC, s.passage LIMIT ${limit}`

const ofAll = (sorted: string) => best('$7', sorted)

const ofRareFirst = (sorted: string) => `
  WITH led AS (${best('$10', sorted)})
  SELECT led.passage, led.score + coalesce((
    SELECT sum(common.worth * (${SCORE})) FROM unnest($8::int[], $9::float8[]) AS common(term, worth)
    JOIN docent.search_postings p ON p.project = $1 AND p.term = common.term AND p.passage = led.passage), 0) AS score
  FROM led ORDER BY score DESC, led.passage LIMIT $7`

/** Beside twice as many as are wanted. */
const MORE = 50

export interface CandidateRequest {
  readonly project: number
  readonly sequence: number
  /** The kinds of passages that may be found; undefined for all. */
  readonly kinds: readonly number[] | undefined
  readonly statistics: TermStatistics
  readonly limit: number
  readonly signal: AbortSignal | undefined
}

/**
 * The passages with the best BM25 score over all their fields. Where the terms together are in many passages, those with
 * the rare ones are found first, and only they are scored by the others too.
 */
export async function findCandidates(
  postgres: Postgres,
  terms: readonly number[],
  request: CandidateRequest,
): Promise<number[]> {
  const { project, sequence, kinds, statistics, limit, signal } = request
  const different = [...new Set(terms)]
    .map((term) => ({ term: term | 0, count: statistics.count(term), worth: statistics.rarity(term) }))
    .sort((one, other) => one.count - other.count)
  if (different.length === 0 || kinds?.length === 0) return []
  const rare = rareOf(different)
  const common = different.slice(rare.length)
  const values = [
    project,
    rare.map(({ term }) => term),
    rare.map(({ worth }) => worth),
    LENGTH_SHARE / statistics.weighedLength,
    kinds === undefined ? null : [...kinds],
    sequence,
    limit,
  ] as const
  const options = signal === undefined ? {} : { signal }
  const led = Math.max(LED, 2 * limit)
  const given =
    common.length === 0
      ? values
      : [...values, common.map(({ term }) => term), common.map(({ worth }) => worth), led]
  const sql = common.length === 0 ? ofAll : ofRareFirst
  const ask = async (sorted: string) => {
    const { rows } = await postgres.query<{ passage: number }>(sql(sorted), given, options)
    return rows.map(({ passage }) => passage)
  }
  const most = 2 * (common.length === 0 ? limit : led) + MORE
  const found = await ask(String(most))
  // There may be more: many of the best are of other revisions, or only so many have a term at all.
  const postings = rare.reduce((sum, { count }) => sum + count, 0)
  return found.length >= limit || postings <= most ? found : ask('ALL')
}

/** As many as have few postings together, and at least two. */
function rareOf<Term extends { count: number }>(terms: readonly Term[]): readonly Term[] {
  let postings = 0
  const end = terms.findIndex(({ count }, at) => {
    postings += count
    return at >= 2 && postings > MOST_POSTINGS
  })
  return end < 0 ? terms : terms.slice(0, end)
}
