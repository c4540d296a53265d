import { setImmediate } from 'node:timers/promises'
import type {
  AnswerOutcome,
  CallOptions,
  Conversation,
  ConversationQuery,
  ListPosition,
  ProjectId,
  ReportPage,
  ThreadId,
} from '@docent/core/plugin'
import { holds } from '../statements/fragments.ts'
import { pageOf, startOf } from '../statements/list-page.ts'
import { type Sql, sql, when } from '../statements/sql.ts'
import type { SqlDatabase } from '../statements/sql-database.ts'
import { comparable } from './turn-columns.ts'

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

/** Threads that are looked at in one go where the event loop waits for it. */
const CHUNK = 500

/** Threads with turns, newest first: walks threads_by_project, and looks at the turns of those on the page alone. */
export async function listConversations(
  database: SqlDatabase,
  project: ProjectId,
  query: ConversationQuery,
  options?: CallOptions,
): Promise<ReportPage<Conversation>> {
  const period = sql`t.project_id = ${project} AND t.created_at >= ${query.from ?? 0}
    ${when(query.to, (to) => sql`AND t.created_at < ${to}`)}`
  const rows: Row[] = []
  let start = startOf(query.cursor, query.to)
  for (;;) {
    const end =
      database.isBlocking && isSlow(query) ? await endOfChunk(database, period, start, options) : undefined
    const threads = sql`${period} AND (t.created_at, t.id) < (${start.rank}, ${start.id})
      ${when(end, ({ rank, id }) => sql`AND (t.created_at, t.id) >= (${rank}, ${id})`)}`
    const limit = query.limit + 1 - rows.length
    rows.push(...(await database.read(conversations(threads, query, limit), options)))
    if (end === undefined || rows.length > query.limit) break
    start = end
    await setImmediate(undefined, { signal: options?.signal })
  }
  const found = rows.map(readConversation)
  return pageOf(found, query.limit, ({ createdAt, id }) => ({ rank: createdAt, id }))
}

/** No index helps to find these. */
function isSlow({ page, text, rating }: ConversationQuery): boolean {
  return page !== undefined || text !== undefined || rating !== undefined
}

/** The position of the last thread of the chunk that begins there; undefined when the rest of the list is no longer. */
async function endOfChunk(
  database: SqlDatabase,
  period: Sql,
  start: ListPosition,
  options: CallOptions | undefined,
): Promise<ListPosition | undefined> {
  const [row] = await database.read(
    sql<ListPosition>`SELECT t.created_at AS rank, t.id FROM docent.threads t
      WHERE ${period} AND (t.created_at, t.id) < (${start.rank}, ${start.id})
      ORDER BY t.created_at DESC, t.id DESC LIMIT 1 OFFSET ${CHUNK - 1}`,
    options,
  )
  return row
}

function conversations(threads: Sql, query: ConversationQuery, limit: number): Sql<Row> {
  const rated = (rating: 'up' | 'down') => sql`(SELECT COUNT(*) FROM docent.thread_turns n
    JOIN docent.turn_feedback f ON f.turn = n.seq WHERE n.thread = t.seq AND f.rating = ${rating})`
  const filters = sql`
    ${when(query.outcome, (outcome) => sql`AND n.outcome = ${outcome}`)}
    ${when(query.rating, (rating) => sql`AND ${rating} = (SELECT rating FROM docent.turn_feedback WHERE turn = n.seq)`)}
    ${when(query.text, (text) => sql`AND ${holds('n.words', comparable(text))}`)}
    ${when(query.page, (page) => sql`AND ${holds('n.pages', comparable(page))}`)}`
  return sql<Row>`SELECT t.id, t.fp, t.created_at AS "createdAt", t.updated_at AS "updatedAt",
      (SELECT COUNT(*) FROM docent.thread_turns WHERE thread = t.seq) AS turns,
      (SELECT question FROM docent.thread_turns WHERE thread = t.seq ORDER BY position LIMIT 1) AS question,
      (SELECT outcome FROM docent.thread_turns WHERE thread = t.seq ORDER BY position DESC LIMIT 1) AS outcome,
      ${rated('up')} AS up, ${rated('down')} AS down
    FROM docent.threads t
    WHERE ${threads} AND EXISTS (SELECT 1 FROM docent.thread_turns n WHERE n.thread = t.seq ${filters})
    ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit}`
}

function readConversation({ fp, question, ...row }: Row): Conversation {
  return { ...row, fp: JSON.parse(fp) as string, question: JSON.parse(question) as string }
}
