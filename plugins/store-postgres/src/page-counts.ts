import {
  type CallOptions,
  countedPeriod,
  defined,
  type PageCountQuery,
  type PageCounts,
  type PageView,
  type ProjectId,
  type ReaderCount,
  type ReportPeriod,
  SPAN_LEVEL,
} from '@docent/core/plugin'
import type { Postgres, Transaction } from '@docent/postgres'

const DAY_MS = 86_400_000
/** The path under which all pages of a day are counted: no page has it. */
const ALL_PAGES = ''

export async function countView(transaction: Transaction, view: PageView): Promise<void> {
  const day = startOfDay(view.viewedAt)
  const visits = `WITH new AS (
      INSERT INTO docent.page_visitors (day, project_id, visitor, reader, path)
      SELECT $1, $2, $3, $4, path FROM unnest($5::text[]) AS path ON CONFLICT DO NOTHING RETURNING path
    )
    INSERT INTO docent.page_views AS kept (project_id, path, day, reader, views, visitors)
    SELECT $2, path, $1, $4, 1, (SELECT count(*) FROM new WHERE new.path = p.path) FROM unnest($5::text[]) AS p(path)
    ON CONFLICT (project_id, path, day, reader)
      DO UPDATE SET views = kept.views + 1, visitors = kept.visitors + excluded.visitors`
  transaction.last(visits, [day, view.projectId, view.visitor, view.reader, [ALL_PAGES, view.path]])
}

/** @param column our own SQL, never a caller's. */
export async function pageCounts(
  postgres: Postgres,
  project: ProjectId,
  column: 'views' | 'visitors',
  { from, to, limit, offset }: PageCountQuery,
  options?: CallOptions,
): Promise<PageCounts> {
  const spans = await countedDays(postgres, project, { ...defined({ from }), ...defined({ to }) }, options)
  const days = spans.filter((span) => span < SPAN_LEVEL).map((day) => day * DAY_MS)
  const counted = (condition: string) => `(
    SELECT path, reader, ${column} FROM docent.page_views WHERE project_id = $1 AND ${condition} AND day = ANY ($2)
    UNION ALL
    SELECT path, reader, ${column} FROM docent.view_spans WHERE project_id = $1 AND ${condition} AND span = ANY ($3)
  ) AS counted`
  const sums = `COALESCE(SUM(${column}) FILTER (WHERE reader = 'human'), 0)::bigint AS human,
    COALESCE(SUM(${column}) FILTER (WHERE reader = 'ai'), 0)::bigint AS ai, COALESCE(SUM(${column}), 0)::bigint AS total`
  const [totals, pages] = await Promise.all([
    postgres.query<ReaderCount>(
      `SELECT ${sums} FROM ${counted("path = ''")}`,
      [project, days, spans],
      options,
    ),
    postgres.query<ReaderCount & { path: string }>(
      `SELECT path, ${sums} FROM ${counted("path > ''")}
        GROUP BY path ORDER BY total DESC, path LIMIT $4 OFFSET $5`,
      [project, days, spans, limit, offset],
      options,
    ),
  ])
  return { totals: { human: 0, ai: 0, total: 0, ...totals.rows[0] }, pages: pages.rows }
}

/** Spans with views of the days that the period touches. */
async function countedDays(
  postgres: Postgres,
  project: ProjectId,
  period: ReportPeriod,
  options?: CallOptions,
): Promise<number[]> {
  const { rows } = await postgres.query<{ first: number | null; last: number | null }>(
    'SELECT MIN(day) AS first, MAX(day) AS last FROM docent.page_views WHERE project_id = $1',
    [project],
    options,
  )
  const { first = null, last = null } = rows[0] ?? {}
  const known = first === null || last === null ? undefined : { first, last: last + DAY_MS - 1 }
  return countedPeriod(wholeDays(period), known).spans
}

/** Every day (UTC) that a period touches, from a midnight to a midnight. */
export function wholeDays({ from, to }: ReportPeriod): ReportPeriod {
  return {
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(to === undefined ? {} : { to: Math.ceil(to / DAY_MS) * DAY_MS }),
  }
}

export function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS
}
