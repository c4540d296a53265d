import {
  type CallOptions,
  countedPeriod,
  decodeListCursor,
  encodeListCursor,
  type PageFeedback,
  type PageFeedbackCount,
  type PageFeedbackFilter,
  type ProjectId,
  type ReportPage,
  type ReportQuery,
} from '@docent/core/plugin'
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
    [
      ...valuesOf(project, query),
      before?.rank ?? query.to ?? Number.MAX_SAFE_INTEGER,
      before?.id ?? '',
      query.limit + 1,
    ],
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

/** Adds up counts of spans, and single rows where the period ends within one. */
export async function countFeedbackByPage(
  postgres: Postgres,
  project: ProjectId,
  query: PageFeedbackFilter & { limit: number },
  options?: CallOptions,
): Promise<PageFeedbackCount[]> {
  const { rows: times } = await postgres.query<{ first: number | null; last: number | null }>(
    'SELECT MIN(created_at) AS first, MAX(created_at) AS last FROM docent.page_feedback WHERE project_id = $1',
    [project],
    options,
  )
  const { first = null, last = null } = times[0] ?? {}
  const known = first === null || last === null ? undefined : { first, last }
  const { spans, edges } = countedPeriod(query, known, 1)
  const filters = '($3::text IS NULL OR source = $3) AND ($4::text IS NULL OR status = $4)'
  const { rows } = await postgres.query<PageFeedbackCount>(
    `SELECT path, SUM(up)::bigint AS "thumbsUp", SUM(down)::bigint AS "thumbsDown",
        COALESCE(SUM(total) FILTER (WHERE source = 'code_snippet'), 0)::bigint AS code, SUM(total)::bigint AS total
      FROM (
        SELECT path, source, up, down, total FROM docent.feedback_spans
          WHERE project_id = $1 AND span = ANY ($2) AND ${filters}
        UNION ALL
        SELECT path, source, (thumb = 1)::int, (thumb = -1)::int, 1
          FROM unnest($5::bigint[], $6::bigint[]) AS e(first, last) CROSS JOIN LATERAL (
            SELECT * FROM docent.page_feedback
              WHERE project_id = $1 AND created_at >= e.first AND created_at < e.last AND ${filters} OFFSET 0
          ) AS rows
      ) AS counted
      GROUP BY path ORDER BY total DESC, path LIMIT $7`,
    [
      project,
      spans,
      query.source ?? null,
      query.status ?? null,
      edges.map(({ from }) => from),
      edges.map(({ to }) => to),
      query.limit,
    ],
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
