import {
  type CallOptions,
  countInvented,
  type InventedName,
  type InventedNames,
  inventedIn,
  type ProjectId,
  type ReportPeriod,
  type ThreadTurn,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { periodOf } from './thread-reports.ts'

/** What the column `invented` of a turn holds. */
export function inventedColumn({ grounding }: Pick<ThreadTurn, 'grounding'>): string | null {
  const names = inventedIn(grounding)
  return names.length === 0 ? null : JSON.stringify(names)
}

/** Walks thread_turns_invented: only answers with an invented name are read. */
export async function countInventedNames(
  postgres: Postgres,
  project: ProjectId,
  query: ReportPeriod & { limit: number },
  options?: CallOptions,
): Promise<InventedNames> {
  const { rows } = await postgres.query<{ model: string; createdAt: number; invented: string }>(
    `SELECT model, created_at AS "createdAt", invented FROM docent.thread_turns
      WHERE project_id = $1 AND created_at >= $2 AND created_at < $3 AND invented IS NOT NULL`,
    [project, ...periodOf(query)],
    options,
  )
  const answers = rows.map(({ invented, ...answer }) => ({
    ...answer,
    names: JSON.parse(invented) as InventedName[],
  }))
  return countInvented(answers, query.limit)
}
