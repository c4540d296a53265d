import {
  countedPeriod,
  decodeListCursor,
  defined,
  encodeListCursor,
  type PageFeedback,
  type PageFeedbackCount,
  type PageFeedbackFilter,
  type ProjectId,
  type ReportPage,
  type ReportQuery,
} from '@docent/core/plugin'
import type { Database } from './database.ts'

/** The newest first. Each combination of filters has its index, so the statement names only those that are given. */
export function listPageFeedback(
  database: Database,
  project: ProjectId,
  query: ReportQuery & PageFeedbackFilter,
): ReportPage<PageFeedback> {
  const before = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const { conditions, values } = conditionsOf(project, query)
  const rows = database.all<{ status: PageFeedback['status']; body: string }>(
    `SELECT status, body FROM page_feedback WHERE ${conditions} AND (created_at, id) < (:createdAt, :id)
      ORDER BY created_at DESC, id DESC LIMIT :limit`,
    {
      ...values,
      createdAt: before?.rank ?? Number.MAX_SAFE_INTEGER,
      id: before?.id ?? '',
      limit: query.limit + 1,
    },
  )
  const entries = rows.slice(0, query.limit).map(readFeedback)
  const last = entries.at(-1)
  const isLast = rows.length <= entries.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.createdAt, id: last.id }) : null,
  }
}

/** Adds up counts of spans, and single rows where the period ends within one. */
export function countFeedbackByPage(
  database: Database,
  project: ProjectId,
  query: PageFeedbackFilter & { limit: number },
): PageFeedbackCount[] {
  const given = { ...defined({ source: query.source }), ...defined({ status: query.status }) }
  const filters = Object.keys(given).map((name) => ` AND ${name} = :${name}`)
  const { spans, edges } = countedPeriod(query, knownTimes(database, project), 1)
  const rows = database.all<PageFeedbackCount>(
    `SELECT path, SUM(up) AS thumbsUp, SUM(down) AS thumbsDown,
        COALESCE(SUM(total) FILTER (WHERE source = 'code_snippet'), 0) AS code, SUM(total) AS total
      FROM (
        SELECT path, source, up, down, total FROM feedback_spans
          WHERE project_id = :project AND span IN (SELECT value FROM json_each(:spans)) ${filters.join('')}
        UNION ALL
        SELECT f.path, source, thumb = 1 AS up, thumb = -1 AS down, 1 AS total
          FROM json_each(:edges) e CROSS JOIN page_feedback f
          WHERE project_id = :project AND created_at >= e.value ->> '$.from' AND created_at < e.value ->> '$.to'
            ${filters.join('')}
      )
      GROUP BY path ORDER BY total DESC, path LIMIT :limit`,
    { project, spans: JSON.stringify(spans), edges: JSON.stringify(edges), ...given, limit: query.limit },
  )
  return rows.map((row) => ({ ...row }))
}

function knownTimes(database: Database, project: ProjectId): { first: number; last: number } | undefined {
  const of = (aggregate: 'MIN' | 'MAX') =>
    database.get<{ at: number | null }>(
      `SELECT ${aggregate}(created_at) AS at FROM page_feedback WHERE project_id = ?`,
      project,
    )?.at ?? undefined
  const first = of('MIN')
  const last = of('MAX')
  return first === undefined || last === undefined ? undefined : { first, last }
}

export function readFeedback({
  status,
  body,
}: {
  status: PageFeedback['status']
  body: string
}): PageFeedback {
  return { ...(JSON.parse(body) as PageFeedback), status }
}

function conditionsOf(project: ProjectId, { from, to, source, status }: PageFeedbackFilter) {
  const given = { ...defined({ source }), ...defined({ status }) }
  const conditions = ['project_id = :project', 'created_at >= :from', 'created_at < :to']
  for (const name of Object.keys(given)) conditions.push(`${name} = :${name}`)
  const period = { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER }
  return { conditions: conditions.join(' AND '), values: { project, ...period, ...given } }
}
