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
} from '@docent/core'
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
       AND EXISTS (SELECT 1 FROM docent.thread_turns n WHERE n.thread = t.seq
         AND ($6::text IS NULL OR n.outcome = $6)
         AND ($7::text IS NULL OR $7 = (SELECT rating FROM docent.turn_feedback WHERE turn = n.seq))
         AND ($8::text IS NULL OR strpos(n.words, $8) > 0)
         AND ($9::text IS NULL OR strpos(n.pages, $9) > 0))
     ORDER BY t.created_at DESC, t.id DESC LIMIT $10`,
    [
      project,
      query.from ?? 0,
      query.to ?? Number.MAX_SAFE_INTEGER,
      before?.rank ?? query.to ?? Number.MAX_SAFE_INTEGER,
      before?.id ?? '',
      query.outcome ?? null,
      query.rating ?? null,
      query.text === undefined ? null : comparable(query.text),
      query.page === undefined ? null : comparable(query.page),
      query.limit + 1,
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

function readConversation({ fp, question, ...row }: Row): Conversation {
  return { ...row, fp: JSON.parse(fp) as string, question: JSON.parse(question) as string }
}
