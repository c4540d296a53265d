import {
  type AnswerFeedback,
  type AnswerOutcome,
  type CallerCounts,
  type CallOptions,
  decodeListCursor,
  encodeListCursor,
  type ProjectId,
  type ReportedTurn,
  type ReportPage,
  type ReportPeriod,
  type ReportQuery,
  type ThreadId,
  type TurnCaller,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { startOfDay } from '@docent/sql'
import { readTurn, type TurnRow } from './turn-rows.ts'

interface Row extends TurnRow {
  threadId: ThreadId
  fp: string
  said: string | null
}

/** Every turn, the newest first. A filter that is not asked for is no part of the statement, which has one plan for all its values. */
export async function listTurns(
  postgres: Postgres,
  project: ProjectId,
  query: ReportQuery & { outcome?: AnswerOutcome },
  options?: CallOptions,
): Promise<ReportPage<ReportedTurn>> {
  const before = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const { rows } = await postgres.query<Row>(
    `SELECT n.position, n.body, t.id AS "threadId", t.fp, f.body AS said
      FROM docent.thread_turns n JOIN docent.threads t ON t.seq = n.thread
        LEFT JOIN docent.turn_feedback f ON f.turn = n.seq
      WHERE n.project_id = $1 AND n.created_at >= $2 AND n.created_at < $3
        AND (n.created_at, n.id) < ($4::bigint, $5::text) ${query.outcome === undefined ? '' : 'AND n.outcome = $7'}
      ORDER BY n.created_at DESC, n.id DESC LIMIT $6`,
    [
      project,
      query.from ?? 0,
      query.to ?? Number.MAX_SAFE_INTEGER,
      before?.rank ?? query.to ?? Number.MAX_SAFE_INTEGER,
      before?.id ?? '',
      query.limit + 1,
      ...(query.outcome === undefined ? [] : [query.outcome]),
    ],
    options,
  )
  const entries = rows.slice(0, query.limit).map(readRow)
  const last = entries.at(-1)
  const isLast = rows.length <= entries.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.createdAt, id: last.id }) : null,
  }
}

export async function countCallers(
  postgres: Postgres,
  project: ProjectId,
  period: ReportPeriod,
  options?: CallOptions,
): Promise<CallerCounts> {
  const { rows } = await postgres.query<{ caller: TurnCaller; turns: number }>(
    `SELECT caller, SUM(turns)::bigint AS turns FROM docent.turn_days
      WHERE project_id = $1 AND day >= $2 AND day < $3 GROUP BY caller`,
    [project, startOfDay(period.from ?? 0), period.to ?? Number.MAX_SAFE_INTEGER],
    options,
  )
  const counts: CallerCounts = { web: 0, api: 0, other: 0 }
  for (const { caller, turns } of rows) counts[caller] = turns
  return counts
}

function readRow({ threadId, fp, said, ...turn }: Row): ReportedTurn {
  return {
    ...readTurn(turn),
    threadId,
    fp: JSON.parse(fp) as string,
    feedback: said === null ? null : (JSON.parse(said) as AnswerFeedback),
  }
}
