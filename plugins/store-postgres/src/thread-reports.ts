import {
  type AnswerActivity,
  type AnswerFeedback,
  type CallOptions,
  decodeListCursor,
  encodeListCursor,
  type FeedbackEntry,
  type FeedbackRating,
  type ProjectId,
  type ReportPage,
  type ReportPeriod,
  type ReportQuery,
  type ThreadId,
  type ThreadTurn,
  type UnansweredQuestion,
  wholeDaysOf,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'

const DAY_MS = 86_400_000

interface FeedbackRow {
  threadId: ThreadId
  turnId: string
  said: string
  body: string
}

export async function listFeedback(
  postgres: Postgres,
  project: ProjectId,
  query: ReportQuery & { rating?: FeedbackRating },
  options?: CallOptions,
): Promise<ReportPage<FeedbackEntry>> {
  const before = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const { rows } = await postgres.query<FeedbackRow>(
    `SELECT t.id AS "threadId", f.turn_id AS "turnId", f.body AS said, n.body
      FROM docent.turn_feedback f JOIN docent.thread_turns n ON n.seq = f.turn
        JOIN docent.threads t ON t.seq = n.thread
      WHERE f.project_id = $1 AND f.created_at >= $2 AND f.created_at < $3
        AND (f.created_at, f.turn_id) < ($4::bigint, $5::text) ${query.rating === undefined ? '' : 'AND f.rating = $7'}
      ORDER BY f.created_at DESC, f.turn_id DESC LIMIT $6`,
    [
      project,
      ...periodOf(query),
      before?.rank ?? query.to ?? Number.MAX_SAFE_INTEGER,
      before?.id ?? '',
      query.limit + 1,
      ...(query.rating === undefined ? [] : [query.rating]),
    ],
    options,
  )
  const entries = rows.slice(0, query.limit).map(({ said, threadId, turnId, body }): FeedbackEntry => {
    const { question, answer } = JSON.parse(body) as ThreadTurn
    return { ...(JSON.parse(said) as AnswerFeedback), threadId, turnId, question, answer }
  })
  const last = entries.at(-1)
  const isLast = rows.length <= entries.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.createdAt, id: last.turnId }) : null,
  }
}

export async function listUnanswered(
  postgres: Postgres,
  project: ProjectId,
  query: ReportPeriod & { limit: number },
  options?: CallOptions,
): Promise<UnansweredQuestion[]> {
  const { rows } = await postgres.query<UnansweredQuestion>(
    `SELECT t.id AS "threadId", n.id AS "turnId", n.created_at AS "createdAt", n.question
      FROM docent.thread_turns n JOIN docent.threads t ON t.seq = n.thread
      WHERE n.project_id = $1 AND n.outcome = 'unanswered' AND n.created_at >= $2 AND n.created_at < $3
      ORDER BY n.created_at DESC, n.id DESC LIMIT $4`,
    [project, ...periodOf(query), query.limit],
    options,
  )
  return rows.map((row) => ({ ...row, question: JSON.parse(row.question) as string }))
}

/** Adds up counts of whole days, and reads the turns of a day in which the period begins or ends. */
export async function answerActivity(
  postgres: Postgres,
  project: ProjectId,
  period: ReportPeriod,
  options?: CallOptions,
): Promise<AnswerActivity[]> {
  const { first, end, edges } = wholeDaysOf(period)
  const { rows } = await postgres.query<AnswerActivity>(
    `SELECT day, outcome, model, SUM(turns)::bigint AS answers, SUM(input_tokens)::bigint AS "inputTokens",
        SUM(output_tokens)::bigint AS "outputTokens"
      FROM (
        SELECT day, outcome, model, turns, input_tokens, output_tokens FROM docent.turn_days
          WHERE project_id = $1 AND day >= $2 AND day < $3
        UNION ALL
        SELECT created_at / ${DAY_MS} * ${DAY_MS}, outcome, model, 1, input_tokens, output_tokens
          FROM unnest($4::bigint[], $5::bigint[]) AS e(first, last) CROSS JOIN LATERAL (
            SELECT * FROM docent.thread_turns
              WHERE project_id = $1 AND created_at >= e.first AND created_at < e.last OFFSET 0
          ) AS turns
      ) AS counted
      GROUP BY day, outcome, model ORDER BY day, outcome, model`,
    [project, first, end, edges.map(({ from }) => from), edges.map(({ to }) => to)],
    options,
  )
  return rows
}

export function periodOf({ from, to }: ReportPeriod): [from: number, to: number] {
  return [from ?? 0, to ?? Number.MAX_SAFE_INTEGER]
}
