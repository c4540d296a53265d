import {
  type CallOptions,
  countedPeriod,
  type PageFeedback,
  type PageFeedbackCount,
  type PageFeedbackFilter,
  type ProjectId,
  type ReportPage,
  type ReportQuery,
} from '@docent/core/plugin'
import { firstAndLast } from '../statements/first-and-last.ts'
import { forEach, inPeriod, isIn, whole } from '../statements/fragments.ts'
import { pageOf, startOf } from '../statements/list-page.ts'
import { type Sql, sql, when } from '../statements/sql.ts'
import type { SqlDatabase } from '../statements/sql-database.ts'

export interface FeedbackRow {
  status: PageFeedback['status']
  body: string
}

/** The newest first. Each combination of filters has its index, so the statement names only those that are given. */
export async function listPageFeedback(
  database: SqlDatabase,
  project: ProjectId,
  query: ReportQuery & PageFeedbackFilter,
  options?: CallOptions,
): Promise<ReportPage<PageFeedback>> {
  const start = startOf(query.cursor, query.to)
  const rows = await database.read(
    sql<FeedbackRow>`SELECT status, body FROM docent.page_feedback
      WHERE ${inPeriod(project, query)} ${filtersOf(query)} AND (created_at, id) < (${start.rank}, ${start.id})
      ORDER BY created_at DESC, id DESC LIMIT ${query.limit + 1}`,
    options,
  )
  return pageOf(rows.map(readFeedback), query.limit, ({ createdAt, id }) => ({ rank: createdAt, id }))
}

/** Adds up counts of spans, and single rows where the period ends within one. */
export async function countFeedbackByPage(
  database: SqlDatabase,
  project: ProjectId,
  query: PageFeedbackFilter & { limit: number },
  options?: CallOptions,
): Promise<PageFeedbackCount[]> {
  const feedback = sql`FROM docent.page_feedback WHERE project_id = ${project}`
  const known = await firstAndLast(database, 'created_at', feedback, options)
  const { spans, edges } = countedPeriod(query, known, 1)
  const filters = filtersOf(query)
  const rows = await database.read(
    sql<PageFeedbackCount>`SELECT path, ${whole(sql`SUM(up)`)} AS "thumbsUp", ${whole(sql`SUM(down)`)} AS "thumbsDown",
        ${whole(sql`COALESCE(SUM(total) FILTER (WHERE source = 'code_snippet'), 0)`)} AS code,
        ${whole(sql`SUM(total)`)} AS total
      FROM (
        SELECT path, source, up, down, total FROM docent.feedback_spans
          WHERE project_id = ${project} AND span ${isIn(spans)} ${filters}
        ${forEach(
          edges,
          (edge) => sql`UNION ALL
            SELECT path, source, CASE thumb WHEN 1 THEN 1 ELSE 0 END, CASE thumb WHEN -1 THEN 1 ELSE 0 END, 1
              FROM docent.page_feedback
              WHERE ${inPeriod(project, edge)} ${filters}`,
        )}
      ) AS counted
      GROUP BY path ORDER BY total DESC, path LIMIT ${query.limit}`,
    options,
  )
  return rows.map((row) => ({ ...row }))
}

export function readFeedback({ status, body }: FeedbackRow): PageFeedback {
  return { ...(JSON.parse(body) as PageFeedback), status }
}

function filtersOf({ source, status }: PageFeedbackFilter): Sql {
  return sql`${when(source, (value) => sql`AND source = ${value}`)} ${when(status, (value) => sql`AND status = ${value}`)}`
}
