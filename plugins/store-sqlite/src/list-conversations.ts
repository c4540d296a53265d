import { setImmediate } from 'node:timers/promises'
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

/** Threads that are looked at in one go. Texts are read from disk, and the event loop waits for it. */
const CHUNK = 500

/** Threads with turns, newest first: walks threads_by_project, and looks at the turns of those on the page alone. */
export async function listConversations(
  database: Database,
  project: ProjectId,
  query: ConversationQuery,
  { signal }: CallOptions = {},
): Promise<ReportPage<Conversation>> {
  const period = { project, from: query.from ?? 0, to: query.to ?? Number.MAX_SAFE_INTEGER }
  const before = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  let start: Place = { at: before?.rank ?? Number.MAX_SAFE_INTEGER, id: before?.id ?? '' }
  const rows: Row[] = []
  for (;;) {
    const end = isSlow(query) ? endOfChunk(database, period, start) : undefined
    const limit = query.limit + 1 - rows.length
    rows.push(...findConversations(database, query, { ...period, start, end, limit }))
    if (end === undefined || rows.length > query.limit) break
    start = end
    await setImmediate(undefined, { signal })
  }
  const entries = rows.slice(0, query.limit).map(readConversation)
  const last = entries.at(-1)
  const isLast = rows.length <= entries.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.createdAt, id: last.id }) : null,
  }
}

interface Period {
  project: ProjectId
  from: number
  to: number
}

/** A place in the list; what follows it is older. */
interface Place {
  at: number
  id: string
}

/** No index helps to find these. */
function isSlow({ page, text, rating }: ConversationQuery): boolean {
  return page !== undefined || text !== undefined || rating !== undefined
}

/** The place of the last thread of the chunk that begins there; undefined when the rest of the list is no longer. */
function endOfChunk(database: Database, period: Period, start: Place): Place | undefined {
  return database.get<{ at: number; id: string }>(
    `SELECT created_at AS at, id FROM threads
     WHERE project_id = :project AND created_at >= :from AND created_at < :to AND (created_at, id) < (:at, :id)
     ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${CHUNK - 1}`,
    { ...period, ...start },
  )
}

function findConversations(
  database: Database,
  { outcome, rating, page, text }: ConversationQuery,
  { start, end, ...rest }: Period & { start: Place; end: Place | undefined; limit: number },
): Row[] {
  return database.all<Row>(
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
       AND (created_at, id) < (:startAt, :startId) AND (created_at, id) >= (:endAt, :endId)
       AND EXISTS (SELECT 1 FROM thread_turns n WHERE n.thread = t.seq
         AND (:outcome IS NULL OR n.outcome = :outcome)
         AND (:rating IS NULL OR :rating = (SELECT rating FROM turn_feedback WHERE turn = n.seq))
         AND (:text IS NULL OR instr(lower(n.body ->> '$.question'), lower(:text))
           OR instr(lower(n.body ->> '$.answer'), lower(:text)))
         AND (:page IS NULL OR instr(lower(n.body ->> '$.asked.currentPath'), lower(:page))
           OR EXISTS (SELECT 1 FROM json_each(n.body, '$.sources')
             WHERE instr(lower(value ->> '$.path'), lower(:page)))))
     ORDER BY created_at DESC, id DESC LIMIT :limit`,
    {
      ...rest,
      startAt: start.at,
      startId: start.id,
      endAt: end?.at ?? 0,
      endId: end?.id ?? '',
      outcome: outcome ?? null,
      rating: rating ?? null,
      page: page ?? null,
      text: text ?? null,
    },
  )
}

function readConversation({ fp, question, ...row }: Row): Conversation {
  return { ...row, fp: JSON.parse(fp) as string, question: JSON.parse(question) as string }
}
