import type { AnswerFeedback, ThreadId } from '@docent/core/plugin'
import type { Database } from './database.ts'

/** The turn's id; undefined when the thread has no such turn. Within a transaction. */
export function rateTurn(
  database: Database,
  thread: ThreadId,
  turn: string | undefined,
  feedback: AnswerFeedback,
): string | undefined {
  const row = database.get<{ seq: number; id: string; project: string }>(
    `SELECT seq, id, project_id AS project FROM thread_turns
      WHERE thread = (SELECT seq FROM threads WHERE id = :thread) AND (:turn IS NULL OR id = :turn)
      ORDER BY position DESC LIMIT 1`,
    { thread, turn: turn ?? null },
  )
  if (!row) return undefined
  database.run(
    `INSERT INTO turn_feedback (turn, project_id, created_at, turn_id, rating, body) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (turn) DO UPDATE SET
        created_at = excluded.created_at, rating = excluded.rating, body = excluded.body`,
    row.seq,
    row.project,
    feedback.createdAt,
    row.id,
    feedback.rating,
    JSON.stringify(feedback),
  )
  return row.id
}

export function feedbackOf(database: Database, thread: ThreadId): ReadonlyMap<string, AnswerFeedback> {
  const rows = database.all<{ id: string; body: string }>(
    `SELECT f.turn_id AS id, f.body FROM threads t
      JOIN thread_turns n ON n.thread = t.seq JOIN turn_feedback f ON f.turn = n.seq
      WHERE t.id = ? ORDER BY n.position`,
    thread,
  )
  return new Map(rows.map(({ id, body }) => [id, JSON.parse(body) as AnswerFeedback]))
}
