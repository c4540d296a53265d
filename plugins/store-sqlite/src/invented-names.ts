import type { InventedNameCount, InventedNames, ProjectId, ReportPeriod } from '@docent/core/plugin'
import type { Database } from './database.ts'

type Row = Omit<InventedNameCount, 'models'> & { models: string }

/** Walks turn_names_by_time and reads no turn. */
export function countInventedNames(
  database: Database,
  project: ProjectId,
  { from = 0, to = Number.MAX_SAFE_INTEGER, limit }: ReportPeriod & { limit: number },
): InventedNames {
  const where = 'WHERE project_id = :project AND created_at >= :from AND created_at < :to'
  const period = { project, from, to }
  const models = database.all<InventedNames['models'][number]>(
    `SELECT model, COUNT(DISTINCT turn) AS answers FROM turn_names ${where} GROUP BY model ORDER BY model`,
    period,
  )
  const names = database.all<Row>(
    `SELECT name AS text, MIN(kind) AS kind, MIN(suggestion) AS suggestion, COUNT(*) AS answers,
        json_group_array(DISTINCT model) AS models, MAX(created_at) AS lastAt
      FROM turn_names ${where} GROUP BY name ORDER BY answers DESC, name LIMIT :limit`,
    { ...period, limit },
  )
  return {
    models,
    names: names.map((row) => ({ ...row, models: (JSON.parse(row.models) as string[]).sort() })),
  }
}
