import type { Passage } from '@docent/content'
import type { RetrievalQuery, RetrievedPassage } from '@docent/core'
import type { MatchQuery, Table } from '@lancedb/lancedb'
import type { Analyzer } from './analyzer.ts'
import { filterSql } from './filter-sql.ts'
import type { LanceDb } from './lance.ts'
import { rankCandidates } from './rank-candidates.ts'
import type { OpenRevision } from './revision-reader.ts'
import type { CachedRow } from './row-cache.ts'
import { prepareQuery, scorePassage } from './score-passage.ts'

/** A longer query is a pasted text: its first words say enough. */
const MOST_TERMS = 64
const DEFAULT_PER_PAGE = 2
const CANDIDATES = 100
const MOST_CANDIDATES = 3_200
/** Letters that may be wrong: tried in this order, and only while nothing is found. */
const SLIPS = [0, 1, 2]
/** A guess never looks as sure as an exact match. */
const GUESS_SHARE = 0.5

interface Hit {
  id: bigint
  /** BM25 of LanceDB over the weighted terms. */
  score: number
}

/**
 * Two stages: LanceDB finds the best candidates under the filter by BM25 over one column of weighted terms; an exact
 * scorer orders them by what one column cannot tell (fields, their lengths, agreement with title and headings, other
 * passages of the page).
 */
export async function searchPassages(
  revision: OpenRevision,
  query: RetrievalQuery,
  analyzer: Analyzer,
  lance: LanceDb,
): Promise<RetrievedPassage[]> {
  const terms = analyzer.terms(query.text).slice(0, MOST_TERMS)
  if (terms.length === 0) return []
  const text = [...new Set(terms)].join(' ')
  const where = filterSql(query.filter ?? {}, revision.current.restricted)
  const table = revision.tables.passages
  const { limit, perPage = DEFAULT_PER_PAGE, currentPath } = query
  for (const slips of SLIPS) {
    const match = new lance.MatchQuery(text, 'search', {
      fuzziness: slips,
      prefixLength: slips === 0 ? 0 : 1,
    })
    for (let wanted = Math.max(CANDIDATES, 2 * limit); ; wanted *= 4) {
      const hits = await findCandidates(table, match, where, wanted)
      if (hits.length === 0) break
      const rows = await revision.rows.rows(
        table,
        hits.map(({ id }) => id),
      )
      const scored = slips === 0 ? scoreExactly(rows, terms, revision) : scoreGuesses(rows, hits)
      const ranked = rankCandidates(scored, { limit, perPage, currentPath })
      // One long page can fill all places of the candidates: then more are needed to see the others.
      if (ranked.length === limit || hits.length < wanted || wanted >= MOST_CANDIDATES) {
        return ranked.map(({ row, score }) => ({ passage: JSON.parse(row.passage) as Passage, score }))
      }
    }
  }
  return []
}

async function findCandidates(
  table: Table,
  match: MatchQuery,
  where: string | undefined,
  limit: number,
): Promise<Hit[]> {
  const search = table.query().fullTextSearch(match)
  if (where !== undefined) search.where(where)
  const found = await search.select(['_score']).withRowId().limit(limit).toArrow()
  const ids = found.getChild('_rowid')
  const scores = found.getChild('_score')
  return Array.from({ length: found.numRows }, (_, row) => ({ id: ids?.get(row), score: scores?.get(row) }))
}

function scoreExactly(rows: readonly CachedRow[], terms: readonly string[], { statistics }: OpenRevision) {
  const query = prepareQuery(terms, statistics)
  return rows.map((row) => ({
    row,
    pagePath: row.pagePath,
    score: scorePassage(row.terms, query, statistics) / query.best,
  }))
}

function scoreGuesses(rows: readonly CachedRow[], hits: readonly Hit[]) {
  const best = Math.max(...hits.map(({ score }) => score))
  return rows.map((row, index) => ({
    row,
    pagePath: row.pagePath,
    score: (GUESS_SHARE * (hits[index]?.score ?? 0)) / best,
  }))
}
