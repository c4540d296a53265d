import { DocentError, normalizedQuery, type ThreadId, type ThreadTurn } from '@docent/core/plugin'
import { columns, FOR_UPDATE, given } from '../statements/fragments.ts'
import { sql } from '../statements/sql.ts'
import { ask, run, type Steps } from '../statements/sql-database.ts'
import { readTurn, turnColumns } from './turn-columns.ts'

/** Appends run one after another by the lock on the thread, so that an index is never given twice. */
export function* appendTurn(
  id: ThreadId,
  turn: Omit<ThreadTurn, 'index'>,
  replaceLast: boolean,
): Steps<ThreadTurn> {
  const { rows } = yield* ask(
    sql<{ seq: number; project: string }>`SELECT seq, project_id AS project FROM docent.threads
      WHERE id = ${id} ${FOR_UPDATE}`,
  )
  const [thread] = rows
  if (!thread) throw new DocentError('not_found', 'There is no such thread.')
  const { rows: turns } = yield* ask(
    sql<{ position: number }>`SELECT COALESCE(MAX(position), -1) AS position FROM docent.thread_turns
      WHERE thread = ${thread.seq}`,
  )
  const last = turns[0]?.position ?? -1
  const isReplaced = replaceLast && last >= 0
  if (isReplaced)
    yield* run(sql`DELETE FROM docent.thread_turns WHERE thread = ${thread.seq} AND position = ${last}`)
  const position = isReplaced ? last : last + 1
  const body = JSON.stringify(turn)
  const { createdAt, outcome } = turn
  const row = {
    thread: thread.seq,
    position,
    project_id: thread.project,
    id: turn.id,
    outcome,
    created_at: createdAt,
    caller: turn.caller ?? 'other',
    ...turnColumns(turn),
    body,
  }
  const { rows: added } = yield* ask(
    sql<{ seq: number }>`INSERT INTO docent.thread_turns ${columns(row)} RETURNING seq`,
  )
  const seq = added[0]?.seq ?? 0
  const queries = [...new Set(turn.searches.map(normalizedQuery))].filter((query) => query !== '')
  if (queries.length > 0)
    yield* run(
      sql`INSERT INTO docent.turn_searches (turn, project_id, created_at, unanswered, query)
        SELECT ${seq}, ${thread.project}, ${createdAt}, ${outcome === 'unanswered'}, query
          FROM ${given(
            { query: 'text' },
            queries.map((query) => ({ query })),
          )}`,
    )
  yield* run(sql`UPDATE docent.threads SET updated_at = ${createdAt} WHERE seq = ${thread.seq}`)
  return readTurn({ position, body })
}
