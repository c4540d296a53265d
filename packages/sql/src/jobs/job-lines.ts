import type { JobLine } from '@docent/core/plugin'
import { asArray, indexedBy } from '../statements/fragments.ts'
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
  /** The first of its jobs whose branches are free, as an array in JSON; null when there is none. */
  readonly heads: string | null
  /** When the first lease of the project ends that has not; null when there is none. */
  readonly expiry: number | null
  readonly now: number
}

/** The jobs that somebody holds, or that wait. A new table has no statistics: PostgreSQL would read all of it. */
const HELD: PerDialect = new PerDialect({
  sqlite: raw('docent.jobs INDEXED BY jobs_held WHERE lease_worker IS NOT NULL'),
  postgres: raw('docent.held_jobs()'),
})

/** What `HELD` names in PostgreSQL. */
export const HELD_FUNCTION = `
  CREATE FUNCTION docent.held_jobs() RETURNS TABLE (seq bigint, project_id text, organization_id text, status text,
      repository text, ref text, lease_worker text, available_at bigint)
    LANGUAGE sql STABLE ROWS 20 SET enable_seqscan = off AS $$
      SELECT seq, project_id, organization_id, status, repository, ref, lease_worker, available_at
        FROM docent.jobs WHERE lease_worker IS NOT NULL
    $$;
`

/**
 * The lines of all projects that have waiting or leased jobs. It costs by the number of these projects and of the leased
 * jobs, not by the length of the lines.
 * @param most heads of one line
 */
export function selectLines(now: Time, most = 1): Sql<StoredLine> {
  const queued = sql`FROM docent.jobs ${indexedBy('jobs_queued')} WHERE ${IN_LINE}`
  const isFree = sql`NOT EXISTS (SELECT 1 FROM docent.jobs AS other ${indexedBy('jobs_leased')}
    WHERE other.repository = waiting.repository AND other.ref = waiting.ref
      AND other.lease_worker IS NOT NULL AND other.available_at > ${now})`
  return sql`WITH RECURSIVE queued (project) AS (
      SELECT MIN(project_id) ${queued}
      UNION ALL SELECT (SELECT MIN(project_id) ${queued} AND project_id > queued.project)
        FROM queued WHERE queued.project IS NOT NULL
    ), leased AS MATERIALIZED (
      SELECT seq, project_id, organization_id, status, repository, ref, lease_worker, available_at FROM ${HELD}
    ), held (project, organization, running, expiry) AS (
      SELECT project_id, organization_id,
          SUM(CASE WHEN available_at > ${now} AND lease_worker <> ${WAITING} THEN 1 ELSE 0 END),
          MIN(CASE WHEN available_at > ${now} THEN available_at END)
        FROM leased GROUP BY project_id, organization_id
    ), expired (project, seq, rank) AS (
      SELECT project_id, seq, row_number() OVER (PARTITION BY project_id ORDER BY available_at, seq)
        FROM leased AS waiting WHERE available_at <= ${now} AND status = 'active' AND ${isFree}
    ), lines (project, organization) AS (
      SELECT project, (SELECT organization_id ${queued} AND project_id = queued.project ORDER BY place, seq LIMIT 1)
        FROM queued WHERE project IS NOT NULL
      UNION SELECT project, organization FROM held
    )
    SELECT lines.organization AS "organizationId", lines.project AS "projectId", ${now} AS now, held.expiry,
      COALESCE(held.running, 0) AS running, COALESCE(own.served_at, 0) AS "servedAt",
      COALESCE(whole.served_at, 0) AS "organizationServedAt", CASE WHEN expired.seq IS NULL
        THEN (SELECT ${asArray('seq')} FROM (
          SELECT seq FROM docent.jobs AS waiting ${indexedBy('jobs_queued')}
            WHERE project_id = lines.project AND ${IN_LINE} AND ${isFree}
            ORDER BY place, seq LIMIT ${most}) AS first)
        ELSE '[' || expired.seq || ']' END AS heads
    FROM lines LEFT JOIN held ON held.project = lines.project
      LEFT JOIN expired ON expired.project = lines.project AND expired.rank = 1
      LEFT JOIN docent.job_turns AS own ON own.kind = 'project' AND own.owner = lines.project
      LEFT JOIN docent.job_turns AS whole ON whole.kind = 'organization' AND whole.owner = lines.organization`
}
