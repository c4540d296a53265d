import {
  type AnswerOutcome,
  type CallOptions,
  type Conversation,
  type ConversationQuery,
  decodeListCursor,
  encodeListCursor,
  type ProjectId,
  type ReportPage,
  type ThreadId,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { comparable } from './searchable-text.ts'

interface Row {
  id: ThreadId
  fp: string
  createdAt: number
  updatedAt: number
  turns: number
  question: string
  outcome: AnswerOutcome
  up: number
  down: number
}

/** Threads with turns, newest first: walks threads_by_project, and looks at the turns of those on the page alone. */
export async function listConversations(
  postgres: Postgres,
  project: ProjectId,
  query: ConversationQuery,
  options?: CallOptions,
): Promise<ReportPage<Conversation>> {
  const before = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const filters = turnFilters(query)
  const { rows } = await postgres.query<Row>(
    `SELECT t.id, t.fp, t.created_at AS "createdAt", t.updated_at AS "updatedAt",
      (SELECT COUNT(*) FROM docent.thread_turns WHERE thread = t.seq) AS turns,
      (SELECT question FROM docent.thread_turns WHERE thread = t.seq ORDER BY position LIMIT 1) AS question,
      (SELECT outcome FROM docent.thread_turns WHERE thread = t.seq ORDER BY position DESC LIMIT 1) AS outcome,
      (SELECT COUNT(*) FROM docent.thread_turns n JOIN docent.turn_feedback f ON f.turn = n.seq
        WHERE n.thread = t.seq AND f.rating = 'up') AS up,
      (SELECT COUNT(*) FROM docent.thread_turns n JOIN docent.turn_feedback f ON f.turn = n.seq
        WHERE n.thread = t.seq AND f.rating = 'down') AS down
     FROM docent.threads t
     WHERE t.project_id = $1 AND t.created_at >= $2 AND t.created_at < $3
       AND (t.created_at, t.id) < ($4::bigint, $5::text)
       AND EXISTS (SELECT 1 FROM docent.thread_turns n WHERE n.thread = t.seq ${filters.map(({ sql }) => sql).join(' ')})
     ORDER BY t.created_at DESC, t.id DESC LIMIT $6`,
    [
      project,
      query.from ?? 0,
      query.to ?? Number.MAX_SAFE_INTEGER,
      before?.rank ?? query.to ?? Number.MAX_SAFE_INTEGER,
      before?.id ?? '',
      query.limit + 1,
      ...filters.map(({ value }) => value),
    ],
    options,
  )
  const entries = rows.slice(0, query.limit).map(readConversation)
  const last = entries.at(-1)
  const isLast = rows.length <= entries.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.createdAt, id: last.id }) : null,
  }
}

/** Conditions of the turn `n` that are asked for: `$7` and on. */
function turnFilters({ outcome, rating, text, page }: ConversationQuery): { sql: string; value: string }[] {
  const asked = [
    { value: outcome, sql: (mark: string) => `AND n.outcome = ${mark}` },
    {
      value: rating,
      sql: (mark: string) => `AND ${mark} = (SELECT rating FROM docent.turn_feedback WHERE turn = n.seq)`,
    },
    { value: text && comparable(text), sql: (mark: string) => `AND strpos(n.words, ${mark}) > 0` },
    { value: page && comparable(page), sql: (mark: string) => `AND strpos(n.pages, ${mark}) > 0` },
  ]
  return asked
    .flatMap(({ value, sql }) => (value === undefined ? [] : [{ value, sql }]))
    .map(({ value, sql }, index) => ({ value, sql: sql(`$${7 + index}::text`) }))
}

function readConversation({ fp, question, ...row }: Row): Conversation {
  return { ...row, fp: JSON.parse(fp) as string, question: JSON.parse(question) as string }
}
