import type { CallOptions, PageCountQuery, PageCounts, PageView, ProjectId, ReaderCount } from '@docent/core'
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
  const period = [project, startOfDay(from ?? 0), to ?? Number.MAX_SAFE_INTEGER]
  const sums = `COALESCE(SUM(${column}) FILTER (WHERE reader = 'human'), 0)::bigint AS human,
    COALESCE(SUM(${column}) FILTER (WHERE reader = 'ai'), 0)::bigint AS ai, COALESCE(SUM(${column}), 0)::bigint AS total`
  const [totals, pages] = await Promise.all([
    postgres.query<ReaderCount>(
      `SELECT ${sums} FROM docent.page_views WHERE project_id = $1 AND path = '' AND day >= $2 AND day < $3`,
      period,
      options,
    ),
    postgres.query<ReaderCount & { path: string }>(
      `SELECT path, ${sums} FROM docent.page_views
        WHERE project_id = $1 AND path > '' AND day >= $2 AND day < $3
        GROUP BY path ORDER BY total DESC, path LIMIT $4 OFFSET $5`,
      [...period, limit, offset],
      options,
    ),
  ])
  return { totals: { human: 0, ai: 0, total: 0, ...totals.rows[0] }, pages: pages.rows }
}

export function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS
}
