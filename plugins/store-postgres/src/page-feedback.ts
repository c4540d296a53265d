import {
  type CallOptions,
  decodeListCursor,
  encodeListCursor,
  type PageFeedback,
  type PageFeedbackCount,
  type PageFeedbackFilter,
  type ProjectId,
  type ReportPage,
  type ReportQuery,
} from '@docent/core'
import type { Postgres, SqlValue } from '@docent/postgres'

/** `$1` to `$5`, as `valuesOf` gives them. */
const CONDITIONS = `project_id = $1 AND created_at >= $2 AND created_at < $3
  AND ($4::text IS NULL OR source = $4) AND ($5::text IS NULL OR status = $5)`

/** The newest first. */
export async function listPageFeedback(
  postgres: Postgres,
  project: ProjectId,
  query: ReportQuery & PageFeedbackFilter,
  options?: CallOptions,
): Promise<ReportPage<PageFeedback>> {
  const before = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const { rows } = await postgres.query<{ status: PageFeedback['status']; body: string }>(
    `SELECT status, body FROM docent.page_feedback
      WHERE ${CONDITIONS} AND (created_at, id) < ($6::bigint, $7::text)
      ORDER BY created_at DESC, id DESC LIMIT $8`,
    [...valuesOf(project, query), before?.rank ?? Number.MAX_SAFE_INTEGER, before?.id ?? '', query.limit + 1],
    options,
  )
  const entries = rows.slice(0, query.limit).map(readFeedback)
  const last = entries.at(-1)
  const isLast = rows.length <= entries.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.createdAt, id: last.id }) : null,
  }
}

export async function countFeedbackByPage(
  postgres: Postgres,
  project: ProjectId,
  query: PageFeedbackFilter & { limit: number },
  options?: CallOptions,
): Promise<PageFeedbackCount[]> {
  const { rows } = await postgres.query<PageFeedbackCount>(
    `SELECT path, COUNT(*) FILTER (WHERE thumb = 1) AS "thumbsUp", COUNT(*) FILTER (WHERE thumb = -1) AS "thumbsDown",
        COUNT(*) FILTER (WHERE source = 'code_snippet') AS code, COUNT(*) AS total
      FROM docent.page_feedback WHERE ${CONDITIONS}
      GROUP BY path ORDER BY total DESC, path LIMIT $6`,
    [...valuesOf(project, query), query.limit],
    options,
  )
  return rows
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

function valuesOf(project: ProjectId, { from, to, source, status }: PageFeedbackFilter): SqlValue[] {
  return [project, from ?? 0, to ?? Number.MAX_SAFE_INTEGER, source ?? null, status ?? null]
}
