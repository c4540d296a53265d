import type { Passage } from '@docent/content'
import type { RetrievalQuery, RetrievedPassage } from '@docent/core'
import type { Analyzer } from './analyzer.ts'
import { filterSql } from './filter-sql.ts'
import type { TableFolder } from './project-tables.ts'
import type { OpenRevision } from './revision-reader.ts'

const MOST_TERMS = 64
const DEFAULT_PER_PAGE = 2
const FEWEST_CANDIDATES = 50

interface Row {
  passage: string
  page_path: string
  _score: number
}

export async function searchPassages(
  revision: OpenRevision,
  query: RetrievalQuery,
  analyzer: Analyzer,
  tables: TableFolder,
): Promise<RetrievedPassage[]> {
  const terms = [...new Set(analyzer.terms(query.text))].slice(0, MOST_TERMS)
  if (terms.length === 0) return []
  const { MatchQuery } = await tables.lance()
  const where = filterSql(query.filter ?? {}, revision.current.restricted)
  const find = async (fuzziness: number, limit: number): Promise<Row[]> => {
    let search = revision.tables.passages
      .query()
      .fullTextSearch(new MatchQuery(terms.join(' '), 'search', { fuzziness, prefixLength: fuzziness }))
    if (where !== undefined) search = search.where(where)
    return search.select(['passage', 'page_path', '_score']).limit(limit).toArray()
  }
  const limit = Math.max(FEWEST_CANDIDATES, query.limit * 2)
  let rows = await find(0, limit)
  if (rows.length === 0) rows = await find(1, limit)
  if (rows.length === 0) rows = await find(2, limit)
  return pick(rows, query).map((row) => ({
    passage: JSON.parse(row.passage) as Passage,
    score: row._score / (row._score + 10),
  }))
}

function pick(rows: readonly Row[], { limit, perPage = DEFAULT_PER_PAGE }: RetrievalQuery): Row[] {
  const taken = new Map<string, number>()
  const picked: Row[] = []
  for (const row of rows) {
    const count = taken.get(row.page_path) ?? 0
    if (count >= perPage) continue
    taken.set(row.page_path, count + 1)
    picked.push(row)
    if (picked.length === limit) break
  }
  return picked
}
