import {
  decodeListCursor,
  defined,
  encodeListCursor,
  type PageFeedback,
  type PageFeedbackCount,
  type PageFeedbackFilter,
  type ProjectId,
  type ReportPage,
  type ReportQuery,
} from '@docent/core'
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

export function countFeedbackByPage(
  database: Database,
  project: ProjectId,
  query: PageFeedbackFilter & { limit: number },
): PageFeedbackCount[] {
  const { conditions, values } = conditionsOf(project, query)
  const rows = database.all<PageFeedbackCount>(
    `SELECT path, SUM(thumb = 1) AS thumbsUp, SUM(thumb = -1) AS thumbsDown,
        SUM(source = 'code_snippet') AS code, COUNT(*) AS total
      FROM page_feedback INDEXED BY page_feedback_by_page WHERE ${conditions}
      GROUP BY path ORDER BY total DESC, path LIMIT :limit`,
    { ...values, limit: query.limit },
  )
  return rows.map((row) => ({ ...row }))
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
