import type {
  AnswerFeedback,
  AnswerOutcome,
  CallOptions,
  ProjectId,
  ReportedTurn,
  ReportPage,
  ReportQuery,
  ThreadId,
} from '@docent/core/plugin'
import { inPeriod } from '../statements/fragments.ts'
import { pageOf, startOf } from '../statements/list-page.ts'
import { sql, when } from '../statements/sql.ts'
import type { SqlDatabase } from '../statements/sql-database.ts'
import { readTurn, type TurnRow } from './turn-columns.ts'

interface Row extends TurnRow {
  threadId: ThreadId
  fp: string
  said: string | null
}

/** Walks thread_turns_by_time, or thread_turns_by_outcome, and reads the turns on the page alone. */
export async function listTurns(
  database: SqlDatabase,
  project: ProjectId,
  query: ReportQuery & { outcome?: AnswerOutcome },
  options?: CallOptions,
): Promise<ReportPage<ReportedTurn>> {
  const start = startOf(query.cursor, query.to)
  const rows = await database.read(
    sql<Row>`SELECT n.position, n.body, t.id AS "threadId", t.fp, f.body AS said
      FROM (
        SELECT seq, created_at, id FROM docent.thread_turns
          WHERE ${inPeriod(project, query)} ${when(query.outcome, (outcome) => sql`AND outcome = ${outcome}`)}
            AND (created_at, id) < (${start.rank}, ${start.id})
          ORDER BY created_at DESC, id DESC LIMIT ${query.limit + 1}
      ) p
      JOIN docent.thread_turns n ON n.seq = p.seq JOIN docent.threads t ON t.seq = n.thread
      LEFT JOIN docent.turn_feedback f ON f.turn = n.seq
      ORDER BY p.created_at DESC, p.id DESC`,
    options,
  )
  return pageOf(rows.map(readRow), query.limit, ({ createdAt, id }) => ({ rank: createdAt, id }))
}

function readRow({ threadId, fp, said, ...turn }: Row): ReportedTurn {
  return {
    ...readTurn(turn),
    threadId,
    fp: JSON.parse(fp) as string,
    feedback: said === null ? null : (JSON.parse(said) as AnswerFeedback),
  }
}
