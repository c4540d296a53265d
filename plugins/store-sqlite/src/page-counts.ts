import {
  countedPeriod,
  type PageCountQuery,
  type PageCounts,
  type PageView,
  type ProjectId,
  type ReaderCount,
  type ReportPeriod,
  SPAN_LEVEL,
} from '@docent/core/plugin'
import type { Database } from './database.ts'

const DAY_MS = 86_400_000
/** The path under which all pages of a day are counted: no page has it. */
const ALL_PAGES = ''

/** Within a transaction. */
export function countView(database: Database, view: PageView): void {
  const day = startOfDay(view.viewedAt)
  for (const path of [ALL_PAGES, view.path]) {
    const isNew = database.run(
      `INSERT INTO page_visitors (day, project_id, visitor, reader, path) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING`,
      day,
      view.projectId,
      view.visitor,
      view.reader,
      path,
    )
    database.run(
      `INSERT INTO page_views (project_id, path, day, reader, views, visitors) VALUES (?, ?, ?, ?, 1, ?)
        ON CONFLICT DO UPDATE SET views = views + 1, visitors = visitors + excluded.visitors`,
      view.projectId,
      path,
      day,
      view.reader,
      isNew,
    )
  }
}

/** @param column our own SQL, never a caller's. */
export function pageCounts(
  database: Database,
  project: ProjectId,
  column: 'views' | 'visitors',
  query: PageCountQuery,
): PageCounts {
  const { limit, offset } = query
  const values = { project, spans: JSON.stringify(countedDays(database, project, query)) }
  const sums = `COALESCE(SUM(${column}) FILTER (WHERE reader = 'human'), 0) AS human,
    COALESCE(SUM(${column}) FILTER (WHERE reader = 'ai'), 0) AS ai, COALESCE(SUM(${column}), 0) AS total`
  const counted = (condition: string) => `(
    SELECT path, reader, ${column} FROM page_views INDEXED BY page_views_by_day
      WHERE project_id = :project AND ${condition}
        AND day IN (SELECT value * ${DAY_MS} FROM json_each(:spans) WHERE value < ${SPAN_LEVEL})
    UNION ALL
    SELECT path, reader, ${column} FROM view_spans
      WHERE project_id = :project AND ${condition}
        AND span IN (SELECT value FROM json_each(:spans) WHERE value >= ${SPAN_LEVEL}))`
  const totals = database.get<ReaderCount>(`SELECT ${sums} FROM ${counted("path = ''")}`, values)
  const pages = database.all<ReaderCount & { path: string }>(
    `SELECT path, ${sums} FROM ${counted("path > ''")}
      GROUP BY path ORDER BY total DESC, path LIMIT :limit OFFSET :offset`,
    { ...values, limit, offset },
  )
  return { totals: { human: 0, ai: 0, total: 0, ...totals }, pages: pages.map((page) => ({ ...page })) }
}

/** Spans with views of the days that the period touches. */
function countedDays(database: Database, project: ProjectId, period: ReportPeriod): number[] {
  const of = (aggregate: 'MIN' | 'MAX') =>
    database.get<{ day: number | null }>(
      `SELECT ${aggregate}(day) AS day FROM page_views INDEXED BY page_views_by_day WHERE project_id = ?`,
      project,
    )?.day ?? undefined
  const first = of('MIN')
  const last = of('MAX')
  const known = first === undefined || last === undefined ? undefined : { first, last: last + DAY_MS - 1 }
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
