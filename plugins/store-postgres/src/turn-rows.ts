import {
  type AnswerFeedback,
  DocentError,
  normalizedQuery,
  type ThreadId,
  type ThreadTurn,
} from '@docent/core/plugin'
import type { Postgres, Transaction } from '@docent/postgres'
import { unsupportedColumn } from './claim-counts.ts'
import { inventedColumn } from './invented-names.ts'
import { searchable } from './searchable-text.ts'

export interface TurnRow {
  position: number
  body: string
}

export function readTurn(row: TurnRow): ThreadTurn {
  return { ...(JSON.parse(row.body) as Omit<ThreadTurn, 'index'>), index: row.position }
}

/** Appends run one after another by the lock on the thread, so that an index is never given twice. */
export async function appendTurn(
  transaction: Transaction,
  id: ThreadId,
  turn: Omit<ThreadTurn, 'index'>,
  replaceLast: boolean,
): Promise<ThreadTurn> {
  const { rows } = await transaction.query<{ seq: number; project: string }>(
    'SELECT seq, project_id AS project FROM docent.threads WHERE id = $1 FOR UPDATE',
    [id],
  )
  const thread = rows[0]
  if (!thread) throw new DocentError('not_found', 'There is no such thread.')
  const { rows: turns } = await transaction.query<{ position: number }>(
    'SELECT COALESCE(MAX(position), -1) AS position FROM docent.thread_turns WHERE thread = $1',
    [thread.seq],
  )
  const last = turns[0]?.position ?? -1
  const isReplaced = replaceLast && last >= 0
  if (isReplaced) {
    transaction.last('DELETE FROM docent.thread_turns WHERE thread = $1 AND position = $2', [
      thread.seq,
      last,
    ])
  }
  const index = isReplaced ? last : last + 1
  const body = JSON.stringify(turn)
  const { rows: added } = await transaction.query<{ seq: number }>(
    `INSERT INTO docent.thread_turns (thread, position, project_id, id, outcome, created_at, caller, model, input_tokens,
        output_tokens, question, words, pages, invented, unsupported, body)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING seq`,
    [
      thread.seq,
      index,
      thread.project,
      turn.id,
      turn.outcome,
      turn.createdAt,
      turn.caller ?? 'other',
      turn.model,
      turn.inputTokens,
      turn.outputTokens,
      JSON.stringify(turn.question),
      searchable(turn.question, turn.answer),
      searchable(...pathsOf(turn)),
      inventedColumn(turn),
      unsupportedColumn(turn),
      body,
    ],
  )
  const queries = [...new Set(turn.searches.map(normalizedQuery))].filter((query) => query !== '')
  if (queries.length > 0) {
    transaction.last(
      `INSERT INTO docent.turn_searches (turn, project_id, created_at, unanswered, query)
        SELECT $1, $2, $3, $4, query FROM unnest($5::text[]) AS query`,
      [added[0]?.seq ?? 0, thread.project, turn.createdAt, turn.outcome === 'unanswered', queries],
    )
  }
  transaction.last('UPDATE docent.threads SET updated_at = $1 WHERE seq = $2', [turn.createdAt, thread.seq])
  return readTurn({ position: index, body })
}

/** The page on which the turn was asked, and those that it cites. */
export function pathsOf({ asked, sources }: Pick<ThreadTurn, 'asked' | 'sources'>): string[] {
  const { currentPath } = asked
  return [...(typeof currentPath === 'string' ? [currentPath] : []), ...sources.map((source) => source.path)]
}

/** The turn's id; undefined when the thread has no such turn. */
export async function rateTurn(
  transaction: Transaction,
  thread: ThreadId,
  turn: string | undefined,
  feedback: AnswerFeedback,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ seq: number; id: string; project: string }>(
    `SELECT seq, id, project_id AS project FROM docent.thread_turns
      WHERE thread = (SELECT seq FROM docent.threads WHERE id = $1) AND ($2::text IS NULL OR id = $2)
      ORDER BY position DESC LIMIT 1 FOR UPDATE`,
    [thread, turn ?? null],
  )
  const row = rows[0]
  if (!row) return undefined
  transaction.last(
    `INSERT INTO docent.turn_feedback (turn, project_id, created_at, turn_id, rating, body)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (turn) DO UPDATE SET
        created_at = excluded.created_at, rating = excluded.rating, body = excluded.body`,
    [row.seq, row.project, feedback.createdAt, row.id, feedback.rating, JSON.stringify(feedback)],
  )
  return row.id
}

export async function feedbackOf(
  postgres: Postgres,
  thread: ThreadId,
): Promise<ReadonlyMap<string, AnswerFeedback>> {
  const { rows } = await postgres.query<{ id: string; body: string }>(
    `SELECT f.turn_id AS id, f.body FROM docent.threads t
      JOIN docent.thread_turns n ON n.thread = t.seq JOIN docent.turn_feedback f ON f.turn = n.seq
      WHERE t.id = $1 ORDER BY n.position`,
    [thread],
  )
  return new Map(rows.map(({ id, body }) => [id, JSON.parse(body) as AnswerFeedback]))
}
