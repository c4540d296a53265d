import {
  type CallOptions,
  type CountedPeriod,
  countedPeriod,
  type ProjectId,
  type ReportPeriod,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'

const DAY_MS = 86_400_000

/** The name under which searches of all sources but the assistant are counted. */
export const ALL_DIRECT = ''

/** Searches of one source in a period, with what is added up. */
export interface CountedSearches extends CountedPeriod {
  readonly project: ProjectId
  readonly source: string
}

export async function countedSearches(
  postgres: Postgres,
  project: ProjectId,
  source: string,
  period: ReportPeriod,
  options?: CallOptions,
): Promise<CountedSearches> {
  const { rows } = await postgres.query<{ first: number | null; last: number | null }>(
    `SELECT MIN(span) AS first, MAX(span) AS last FROM docent.search_spans
      WHERE project_id = $1 AND source = $2 AND query = '' AND span < 1000000`,
    [project, source],
    options,
  )
  const { first = null, last = null } = rows[0] ?? {}
  const known =
    first === null || last === null ? undefined : { first: first * DAY_MS, last: (last + 1) * DAY_MS - 1 }
  return { project, source, ...countedPeriod(period, known) }
}

/** Beginnings and ends of the edges of a period. */
export function edgesOf(edges: CountedPeriod['edges']): [number[], number[]] {
  return [edges.map(({ from }) => from), edges.map(({ to }) => to)]
}

/** Single searches at the edges of the period, `$4` and `$5`. @param columns our own SQL */
export function rowsOf({ source }: CountedSearches, columns: string): string {
  const isAnswer = source === 'assistant'
  const table = isAnswer ? 'docent.turn_searches' : 'docent.direct_searches'
  // OFFSET keeps the planner from joining all rows of the table.
  return `SELECT query, ${columns} FROM unnest($4::bigint[], $5::bigint[]) AS e(first, last) CROSS JOIN LATERAL (
      SELECT * FROM ${table} AS r WHERE r.project_id = $1 AND r.created_at >= e.first AND r.created_at < e.last
        AND ${isAnswer ? "$2 = 'assistant'" : `$2 IN ('${ALL_DIRECT}', r.source)`} OFFSET 0
    ) AS s`
}
