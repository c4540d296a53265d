import type { JobLine } from '@docent/core/plugin'
import { indexedBy } from '../statements/fragments.ts'
import { PerDialect, raw, type Sql, sql } from '../statements/sql.ts'
import type { Time } from '../statements/sql-database.ts'

/** Holds the lease of a job that waits: a lease that nobody can write under, and that runs out when the wait ends. */
export const WAITING = '(waiting)'

/** Stands in line: active, and nobody has it. */
export const IN_LINE: Sql = raw("status = 'active' AND lease_worker IS NULL")

/**
 * In PostgreSQL, claims take turns. A process that is frozen between the claim and its commit holds up the others no longer
 * than this. SQLite has one writer at a time.
 */
export const LOCK_CLAIMS: PerDialect = new PerDialect({
  sqlite: raw('SELECT 1'),
  postgres: raw(
    `SELECT set_config('idle_in_transaction_session_timeout', '2000', true),
      pg_advisory_xact_lock(7265312, hashtext('docent.jobs'))`,
  ),
})

/** A line, as the store reads it. */
export interface StoredLine extends Omit<JobLine, 'isWaiting'> {
  /** The first of its jobs whose branch is free; null when there is none. */
  readonly head: number | null
  /** When the first lease of the project ends that has not; null when there is none. */
  readonly expiry: number | null
  readonly now: number
}

/**
 * The lines of all projects that have waiting or leased jobs. It costs by the number of these projects and of the leased
 * jobs, not by the length of the lines.
 */
export function selectLines(now: Time): Sql<StoredLine> {
  const queued = sql`FROM docent.jobs ${indexedBy('jobs_queued')} WHERE ${IN_LINE}`
  const isFree = sql`NOT EXISTS (SELECT 1 FROM docent.jobs AS other ${indexedBy('jobs_leased')}
    WHERE other.repository = waiting.repository AND other.ref = waiting.ref
      AND other.lease_worker IS NOT NULL AND other.available_at > ${now})`
  return sql`WITH RECURSIVE queued (project) AS (
      SELECT MIN(project_id) ${queued}
      UNION ALL SELECT (SELECT MIN(project_id) ${queued} AND project_id > queued.project)
        FROM queued WHERE queued.project IS NOT NULL
    ), held (project, organization, running, expiry) AS (
      SELECT project_id, organization_id,
          SUM(CASE WHEN available_at > ${now} AND lease_worker <> ${WAITING} THEN 1 ELSE 0 END),
          MIN(CASE WHEN available_at > ${now} THEN available_at END)
        FROM docent.jobs ${indexedBy('jobs_held')} WHERE lease_worker IS NOT NULL
        GROUP BY project_id, organization_id
    ), lines (project, organization) AS (
      SELECT project, (SELECT organization_id ${queued} AND project_id = queued.project ORDER BY place, seq LIMIT 1)
        FROM queued WHERE project IS NOT NULL
      UNION SELECT project, organization FROM held
    )
    SELECT lines.organization AS "organizationId", lines.project AS "projectId", ${now} AS now, held.expiry,
      COALESCE(held.running, 0) AS running, COALESCE(own.served_at, 0) AS "servedAt",
      COALESCE(whole.served_at, 0) AS "organizationServedAt", COALESCE(
        (SELECT seq FROM docent.jobs AS waiting ${indexedBy('jobs_held')}
          WHERE project_id = lines.project AND lease_worker IS NOT NULL
            AND available_at <= ${now} AND status = 'active' AND ${isFree}
          ORDER BY available_at, seq LIMIT 1),
        (SELECT seq FROM docent.jobs AS waiting ${indexedBy('jobs_queued')}
          WHERE project_id = lines.project AND ${IN_LINE} AND ${isFree}
          ORDER BY place, seq LIMIT 1)) AS head
    FROM lines LEFT JOIN held ON held.project = lines.project
      LEFT JOIN docent.job_turns AS own ON own.kind = 'project' AND own.owner = lines.project
      LEFT JOIN docent.job_turns AS whole ON whole.kind = 'organization' AND whole.owner = lines.organization`
}
