import type { PageCountQuery, PageCounts, PageView, ProjectId, ReaderCount, ReportPeriod } from '@docent/core'
import type { Database } from './database.ts'

const DAY_MS = 86_400_000
/** The day under which all days are counted. */
const ALL_TIME = -1
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
    for (const counted of [day, ALL_TIME])
      database.run(
        `INSERT INTO page_views (project_id, path, day, reader, views, visitors) VALUES (?, ?, ?, ?, 1, ?)
          ON CONFLICT DO UPDATE SET views = views + 1, visitors = visitors + excluded.visitors`,
        view.projectId,
        path,
        counted,
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
  const days = countedDays(query)
  const sums = `COALESCE(SUM(${column}) FILTER (WHERE reader = 'human'), 0) AS human,
    COALESCE(SUM(${column}) FILTER (WHERE reader = 'ai'), 0) AS ai, COALESCE(SUM(${column}), 0) AS total`
  const totals = database.get<ReaderCount>(
    `SELECT ${sums} FROM page_views
      WHERE project_id = :project AND path = '' AND day >= :from AND day < :to`,
    { project, ...days },
  )
  const pages = database.all<ReaderCount & { path: string }>(
    `SELECT path, ${sums} FROM page_views INDEXED BY page_views_by_day
      WHERE project_id = :project AND path <> '' AND day >= :from AND day < :to
      GROUP BY path ORDER BY total DESC, path LIMIT :limit OFFSET :offset`,
    { project, ...days, limit, offset },
  )
  return { totals: { human: 0, ai: 0, total: 0, ...totals }, pages: pages.map((page) => ({ ...page })) }
}

/** The days whose counts a report adds up: without dates it is the one count of all time. */
export function countedDays({ from, to }: ReportPeriod): { from: number; to: number } {
  if (from === undefined && to === undefined) return { from: ALL_TIME, to: ALL_TIME + 1 }
  return { from: startOfDay(from ?? 0), to: to ?? Number.MAX_SAFE_INTEGER }
}

export function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS
}
