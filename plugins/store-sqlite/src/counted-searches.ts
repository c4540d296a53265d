import { countedPeriod, type ProjectId, type ReportPeriod } from '@docent/core/plugin'
import type { Database } from './database.ts'

const DAY_MS = 86_400_000

/** The name under which searches of all sources but the assistant are counted. */
export const ALL_DIRECT = ''

/** Searches of one source in a period: it names what is added up. */
export interface CountedSearches {
  readonly project: ProjectId
  readonly source: string
  /** JSON texts of the parts of `countedPeriod`. */
  readonly spans: string
  readonly edges: string
}

export function countedSearches(
  database: Database,
  project: ProjectId,
  source: string,
  period: ReportPeriod,
): CountedSearches {
  const known = database.get<{ first: number | null; last: number | null }>(
    `SELECT MIN(span) AS first, MAX(span) AS last FROM search_spans
      WHERE project_id = ? AND source = ? AND query = '' AND span < 1000000`,
    project,
    source,
  )
  const first = known?.first ?? undefined
  const last = known?.last ?? undefined
  const { spans, edges } = countedPeriod(
    period,
    first === undefined || last === undefined
      ? undefined
      : { first: first * DAY_MS, last: (last + 1) * DAY_MS - 1 },
  )
  return { project, source, spans: JSON.stringify(spans), edges: JSON.stringify(edges) }
}

/** Single searches at the edges of the period. @param columns our own SQL, of direct searches */
export function rowsOf({ source }: CountedSearches, columns: string): string {
  const isAnswer = source === 'assistant'
  const picked = isAnswer
    ? columns.replace('results = 0, results, ms, clicked IS NOT NULL', '0, 0, 0, 0')
    : columns.replace('unanswered', '0')
  const table = isAnswer ? 'turn_searches' : 'direct_searches'
  const theirs = isAnswer ? ":source = 'assistant'" : `:source IN ('${ALL_DIRECT}', source)`
  return `SELECT ${picked} FROM json_each(:edges) e CROSS JOIN ${table}
    WHERE project_id = :project AND created_at >= e.value ->> '$.from' AND created_at < e.value ->> '$.to' AND ${theirs}`
}
