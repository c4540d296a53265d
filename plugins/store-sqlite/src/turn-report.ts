import {
  type AnswerFeedback,
  type AnswerOutcome,
  type CallerCounts,
  decodeListCursor,
  defined,
  encodeListCursor,
  type ProjectId,
  type ReportedTurn,
  type ReportPage,
  type ReportPeriod,
  type ReportQuery,
  type ThreadId,
  type ThreadTurn,
  type TurnCaller,
} from '@docent/core/plugin'
import { startOfDay } from '@docent/sql'
import type { Database } from './database.ts'

interface Row {
  position: number
  body: string
  threadId: ThreadId
  fp: string
  said: string | null
}

/** Walks thread_turns_by_time, or thread_turns_by_outcome, and reads the turns on the page alone. */
export function listTurns(
  database: Database,
  project: ProjectId,
  query: ReportQuery & { outcome?: AnswerOutcome },
): ReportPage<ReportedTurn> {
  const before = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const { outcome } = query
  const rows = database.all<Row>(
    `SELECT n.position, n.body, t.id AS threadId, t.fp, f.body AS said
      FROM (
        SELECT seq, created_at, id FROM thread_turns
          WHERE project_id = :project ${outcome === undefined ? '' : 'AND outcome = :outcome'}
            AND created_at >= :from AND created_at < :to AND (created_at, id) < (:createdAt, :id)
          ORDER BY created_at DESC, id DESC LIMIT :limit
      ) p
      JOIN thread_turns n ON n.seq = p.seq JOIN threads t ON t.seq = n.thread
      LEFT JOIN turn_feedback f ON f.turn = n.seq
      ORDER BY p.created_at DESC, p.id DESC`,
    {
      project,
      from: query.from ?? 0,
      to: query.to ?? Number.MAX_SAFE_INTEGER,
      createdAt: before?.rank ?? Number.MAX_SAFE_INTEGER,
      id: before?.id ?? '',
      limit: query.limit + 1,
      ...defined({ outcome }),
    },
  )
  const entries = rows.slice(0, query.limit).map(readRow)
  const last = entries.at(-1)
  const isLast = rows.length <= entries.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.createdAt, id: last.id }) : null,
  }
}

export function countCallers(database: Database, project: ProjectId, period: ReportPeriod): CallerCounts {
  const rows = database.all<{ caller: TurnCaller; turns: number }>(
    `SELECT caller, SUM(turns) AS turns FROM turn_days
      WHERE project_id = ? AND day >= ? AND day < ? GROUP BY caller`,
    project,
    startOfDay(period.from ?? 0),
    period.to ?? Number.MAX_SAFE_INTEGER,
  )
  const counts: CallerCounts = { web: 0, api: 0, other: 0 }
  for (const { caller, turns } of rows) counts[caller] = turns
  return counts
}

function readRow({ position, body, threadId, fp, said }: Row): ReportedTurn {
  return {
    ...(JSON.parse(body) as Omit<ThreadTurn, 'index'>),
    index: position,
    threadId,
    fp: JSON.parse(fp) as string,
    feedback: said === null ? null : (JSON.parse(said) as AnswerFeedback),
  }
}
