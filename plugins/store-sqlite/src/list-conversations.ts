import {
  type AnswerOutcome,
  type Conversation,
  decodeListCursor,
  encodeListCursor,
  type ProjectId,
  type ReportPage,
  type ReportQuery,
  type ThreadId,
} from '@docent/core'
import type { Database } from './database.ts'

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
export function listConversations(
  database: Database,
  project: ProjectId,
  query: ReportQuery & { outcome?: AnswerOutcome },
): ReportPage<Conversation> {
  const before = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const rows = database.all<Row>(
    `SELECT id, fp, created_at AS createdAt, updated_at AS updatedAt,
      (SELECT COUNT(*) FROM thread_turns WHERE thread = t.seq) AS turns,
      (SELECT body -> '$.question' FROM thread_turns WHERE thread = t.seq ORDER BY position LIMIT 1) AS question,
      (SELECT outcome FROM thread_turns WHERE thread = t.seq ORDER BY position DESC LIMIT 1) AS outcome,
      (SELECT COUNT(*) FROM thread_turns n JOIN turn_feedback f ON f.turn = n.seq
        WHERE n.thread = t.seq AND f.rating = 'up') AS up,
      (SELECT COUNT(*) FROM thread_turns n JOIN turn_feedback f ON f.turn = n.seq
        WHERE n.thread = t.seq AND f.rating = 'down') AS down
     FROM threads t
     WHERE project_id = :project AND created_at >= :from AND created_at < :to
       AND (created_at, id) < (:createdAt, :id)
       AND EXISTS (SELECT 1 FROM thread_turns
         WHERE thread = t.seq AND (:outcome IS NULL OR outcome = :outcome))
     ORDER BY created_at DESC, id DESC LIMIT :limit`,
    {
      project,
      from: query.from ?? 0,
      to: query.to ?? Number.MAX_SAFE_INTEGER,
      createdAt: before?.rank ?? Number.MAX_SAFE_INTEGER,
      id: before?.id ?? '',
      outcome: query.outcome ?? null,
      limit: query.limit + 1,
    },
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
