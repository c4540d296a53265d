import {
  type AnswerActivity,
  type AnswerFeedback,
  type CallerCounts,
  type CallOptions,
  type ClaimCount,
  countInvented,
  type FeedbackEntry,
  type FeedbackRating,
  type InventedName,
  type InventedNames,
  type ProjectId,
  type ReportPage,
  type ReportPeriod,
  type ReportQuery,
  type ThreadId,
  type ThreadTurn,
  type TurnCaller,
  type UnansweredQuestion,
  wholeDaysOf,
} from '@docent/core/plugin'
import { startOfDay } from '../readings/page-counts.ts'
import { forEach, indexedBy, inPeriod, whole } from '../statements/fragments.ts'
import { pageOf, startOf } from '../statements/list-page.ts'
import { sql, when } from '../statements/sql.ts'
import type { SqlDatabase } from '../statements/sql-database.ts'

/** Questions before an unanswered one. */
const MOST_EARLIER = 3

interface FeedbackRow {
  threadId: ThreadId
  said: string
  body: string
}

export async function listFeedback(
  database: SqlDatabase,
  project: ProjectId,
  query: ReportQuery & { rating?: FeedbackRating },
  options?: CallOptions,
): Promise<ReportPage<FeedbackEntry>> {
  const start = startOf(query.cursor, query.to)
  const rows = await database.read(
    sql<
      FeedbackRow & { turnId: string }
    >`SELECT t.id AS "threadId", f.turn_id AS "turnId", f.body AS said, n.body
      FROM (
        SELECT turn, turn_id, created_at, body FROM docent.turn_feedback
          WHERE ${inPeriod(project, query)} AND (created_at, turn_id) < (${start.rank}, ${start.id})
            ${when(query.rating, (rating) => sql`AND rating = ${rating}`)}
          ORDER BY created_at DESC, turn_id DESC LIMIT ${query.limit + 1}
      ) f JOIN docent.thread_turns n ON n.seq = f.turn JOIN docent.threads t ON t.seq = n.thread
      ORDER BY f.created_at DESC, f.turn_id DESC`,
    options,
  )
  const found = rows.map(({ said, threadId, turnId, body }): FeedbackEntry => {
    const { question, answer } = JSON.parse(body) as ThreadTurn
    return { ...(JSON.parse(said) as AnswerFeedback), threadId, turnId, question, answer }
  })
  return pageOf(found, query.limit, ({ createdAt, turnId }) => ({ rank: createdAt, id: turnId }))
}

export async function listUnanswered(
  database: SqlDatabase,
  project: ProjectId,
  query: ReportPeriod & { limit: number },
  options?: CallOptions,
): Promise<UnansweredQuestion[]> {
  const rows = await database.read(
    sql<
      Omit<UnansweredQuestion, 'earlier'> & { seq: number; earlier: string | null }
    >`SELECT n.seq, t.id AS "threadId", n.id AS "turnId", n.created_at AS "createdAt", n.question, t.fp,
        p.question AS earlier
      FROM (
        SELECT seq, thread, position, id, created_at, question FROM docent.thread_turns
          WHERE ${inPeriod(project, query)} AND outcome = 'unanswered'
          ORDER BY created_at DESC, id DESC LIMIT ${query.limit}
      ) n JOIN docent.threads t ON t.seq = n.thread
      LEFT JOIN docent.thread_turns p
        ON p.thread = n.thread AND p.position < n.position AND p.position >= n.position - ${MOST_EARLIER}
      ORDER BY n.created_at DESC, n.id DESC, n.seq, p.position DESC`,
    options,
  )
  const found = new Map<number, UnansweredQuestion>()
  for (const { seq, earlier, question, fp, ...row } of rows) {
    const known = found.get(seq) ?? {
      ...row,
      question: JSON.parse(question) as string,
      fp: JSON.parse(fp) as string,
      earlier: [],
    }
    if (earlier !== null) known.earlier.push(JSON.parse(earlier) as string)
    found.set(seq, known)
  }
  return [...found.values()]
}

/** Adds up counts of whole days, and reads the turns of a day in which the period begins or ends. */
export function answerActivity(
  database: SqlDatabase,
  project: ProjectId,
  period: ReportPeriod,
  options?: CallOptions,
): Promise<AnswerActivity[]> {
  const { first, end, edges } = wholeDaysOf(period)
  return database.read(
    sql<AnswerActivity>`SELECT day, outcome, model, ${whole(sql`SUM(turns)`)} AS answers,
        ${whole(sql`SUM(input_tokens)`)} AS "inputTokens", ${whole(sql`SUM(output_tokens)`)} AS "outputTokens"
      FROM (
        SELECT day, outcome, model, turns, input_tokens, output_tokens FROM docent.turn_days
          WHERE project_id = ${project} AND day >= ${first} AND day < ${end}
        ${forEach(
          edges,
          (edge) => sql`UNION ALL
            SELECT created_at / 86400000 * 86400000, outcome, model, 1, input_tokens, output_tokens
              FROM docent.thread_turns WHERE ${inPeriod(project, edge)}`,
        )}
      ) AS counted
      GROUP BY day, outcome, model ORDER BY day, outcome, model`,
    options,
  )
}

export async function countCallers(
  database: SqlDatabase,
  project: ProjectId,
  { from, to }: ReportPeriod,
  options?: CallOptions,
): Promise<CallerCounts> {
  const rows = await database.read(
    sql<{
      caller: TurnCaller
      turns: number
    }>`SELECT caller, ${whole(sql`SUM(turns)`)} AS turns FROM docent.turn_days
      WHERE project_id = ${project} AND day >= ${startOfDay(from ?? 0)} ${when(to, (end) => sql`AND day < ${end}`)}
      GROUP BY caller`,
    options,
  )
  const counts: CallerCounts = { web: 0, api: 0, other: 0 }
  for (const { caller, turns } of rows) counts[caller] = turns
  return counts
}

/** Reads only answers with an invented name. */
export async function countInventedNames(
  database: SqlDatabase,
  project: ProjectId,
  query: ReportPeriod & { limit: number },
  options?: CallOptions,
): Promise<InventedNames> {
  const rows = await database.read(
    sql<{
      model: string
      createdAt: number
      invented: string
    }>`SELECT model, created_at AS "createdAt", invented
      FROM docent.thread_turns ${indexedBy('thread_turns_invented')}
      WHERE ${inPeriod(project, query)} AND invented IS NOT NULL`,
    options,
  )
  const answers = rows.map(({ invented, ...answer }) => ({
    ...answer,
    names: JSON.parse(invented) as InventedName[],
  }))
  return countInvented(answers, query.limit)
}

/** Reads only the index of checked answers. */
export function claimCounts(
  database: SqlDatabase,
  project: ProjectId,
  period: ReportPeriod,
  options?: CallOptions,
): Promise<ClaimCount[]> {
  return database.read(
    sql<ClaimCount>`SELECT model, COUNT(*) AS checked, COUNT(*) FILTER (WHERE unsupported > 0) AS unsupported
      FROM docent.thread_turns ${indexedBy('thread_turns_checked')}
      WHERE ${inPeriod(project, period)} AND unsupported IS NOT NULL GROUP BY model ORDER BY model`,
    options,
  )
}
