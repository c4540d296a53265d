import {
  type AnswerFeedback,
  decodeListCursor,
  encodeListCursor,
  type FeedbackEntry,
  type FeedbackRating,
  type ProjectId,
  type ReportPage,
  type ReportPeriod,
  type ReportQuery,
  type ThreadId,
  type UnansweredQuestion,
} from '@docent/core/plugin'
import type { Database } from './database.ts'

interface FeedbackRow {
  threadId: ThreadId
  turnId: string
  said: string
  question: string
  answer: string
}

export function listFeedback(
  database: Database,
  project: ProjectId,
  query: ReportQuery & { rating?: FeedbackRating },
): ReportPage<FeedbackEntry> {
  const before = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const rows = database.all<FeedbackRow>(
    `SELECT t.id AS threadId, f.turn_id AS turnId, f.body AS said,
        n.body -> '$.question' AS question, n.body -> '$.answer' AS answer
      FROM turn_feedback f JOIN thread_turns n ON n.seq = f.turn JOIN threads t ON t.seq = n.thread
      WHERE f.project_id = :project AND f.created_at >= :from AND f.created_at < :to
        AND (f.created_at, f.turn_id) < (:createdAt, :id) AND (:rating IS NULL OR f.rating = :rating)
      ORDER BY f.created_at DESC, f.turn_id DESC LIMIT :limit`,
    {
      project,
      ...periodOf(query),
      createdAt: before?.rank ?? Number.MAX_SAFE_INTEGER,
      id: before?.id ?? '',
      rating: query.rating ?? null,
      limit: query.limit + 1,
    },
  )
  const entries = rows.slice(0, query.limit).map(
    ({ said, threadId, turnId, question, answer }): FeedbackEntry => ({
      ...(JSON.parse(said) as AnswerFeedback),
      threadId,
      turnId,
      question: JSON.parse(question) as string,
      answer: JSON.parse(answer) as string,
    }),
  )
  const last = entries.at(-1)
  const isLast = rows.length <= entries.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.createdAt, id: last.turnId }) : null,
  }
}

export function listUnanswered(
  database: Database,
  project: ProjectId,
  query: ReportPeriod & { limit: number },
): UnansweredQuestion[] {
  const rows = database.all<UnansweredQuestion>(
    `SELECT t.id AS threadId, n.id AS turnId, n.created_at AS createdAt, n.body -> '$.question' AS question
      FROM thread_turns n JOIN threads t ON t.seq = n.thread
      WHERE n.project_id = :project AND n.outcome = 'unanswered' AND n.created_at >= :from AND n.created_at < :to
      ORDER BY n.created_at DESC, n.id DESC LIMIT :limit`,
    { project, ...periodOf(query), limit: query.limit },
  )
  return rows.map((row) => ({ ...row, question: JSON.parse(row.question) as string }))
}

function periodOf({ from, to }: ReportPeriod): { from: number; to: number } {
  return { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER }
}
