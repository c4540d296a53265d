import type { AnswerFeedback, CallOptions, ThreadId } from '@docent/core/plugin'
import { columns, FOR_UPDATE } from '../statements/fragments.ts'
import { sql, when } from '../statements/sql.ts'
import { ask, run, type SqlDatabase, type Steps } from '../statements/sql-database.ts'

/** The turn's id; undefined when the thread has no such turn. */
export function* rateTurn(
  thread: ThreadId,
  turn: string | undefined,
  feedback: AnswerFeedback,
): Steps<string | undefined> {
  // As those who append lock it: a turn that is being replaced is not there, and the new one is.
  yield* run(sql`SELECT 1 FROM docent.threads WHERE id = ${thread} ${FOR_UPDATE}`)
  const { rows } = yield* ask(
    sql<{
      seq: number
      id: string
      project: string
    }>`SELECT seq, id, project_id AS project FROM docent.thread_turns
      WHERE thread = (SELECT seq FROM docent.threads WHERE id = ${thread}) ${when(turn, (id) => sql`AND id = ${id}`)}
      ORDER BY position DESC LIMIT 1 ${FOR_UPDATE}`,
  )
  const [row] = rows
  if (!row) return undefined
  const said = {
    turn: row.seq,
    project_id: row.project,
    created_at: feedback.createdAt,
    turn_id: row.id,
    rating: feedback.rating,
    body: JSON.stringify(feedback),
  }
  yield* run(
    sql`INSERT INTO docent.turn_feedback ${columns(said)} ON CONFLICT (turn) DO UPDATE
      SET created_at = excluded.created_at, rating = excluded.rating, body = excluded.body`,
  )
  return row.id
}

export async function feedbackOf(
  database: SqlDatabase,
  thread: ThreadId,
  options?: CallOptions,
): Promise<ReadonlyMap<string, AnswerFeedback>> {
  const rows = await database.read(
    sql<{ id: string; body: string }>`SELECT f.turn_id AS id, f.body FROM docent.threads t
      JOIN docent.thread_turns n ON n.thread = t.seq JOIN docent.turn_feedback f ON f.turn = n.seq
      WHERE t.id = ${thread} ORDER BY n.position`,
    options,
  )
  return new Map(rows.map(({ id, body }) => [id, JSON.parse(body) as AnswerFeedback]))
}
