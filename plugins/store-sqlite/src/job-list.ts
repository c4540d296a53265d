import { decodeJobCursor, encodeJobCursor, type Job, type JobPage, type JobQuery } from '@docent/core/plugin'
import type { Database } from './database.ts'

/** One page of a project's jobs, newest first. Pages stay aligned while new jobs come in: a cursor names a job. */
export function listJobs(database: Database, query: JobQuery): JobPage {
  const before =
    query.cursor === undefined
      ? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
      : decodeJobCursor(query.cursor)
  const rows = database.all<{ body: string }>(
    `SELECT body FROM jobs
     WHERE project_id = :project AND (created_at, id) < (:createdAt, :id)
       AND (:status IS NULL OR status = :status) AND (:archived IS NULL OR archived = :archived)
     ORDER BY created_at DESC, id DESC LIMIT :limit OFFSET :skip`,
    {
      project: query.projectId,
      createdAt: before.createdAt,
      id: before.id,
      status: query.status ?? null,
      archived: query.archived === undefined ? null : Number(query.archived),
      limit: query.limit + 1,
      skip: query.skip ?? 0,
    },
  )
  const jobs = rows.slice(0, query.limit).map((row) => JSON.parse(row.body) as Job)
  const last = jobs.at(-1)
  return { jobs, nextCursor: last && rows.length > jobs.length ? encodeJobCursor(last) : null }
}

/** Settled and not archived, the longest untouched first. */
export function idleJobs(database: Database, before: number, limit: number): Job[] {
  return database
    .all<{ body: string }>(
      `SELECT body FROM jobs WHERE status <> 'active' AND archived = 0 AND updated_at < ?
       ORDER BY updated_at, seq LIMIT ?`,
      before,
      limit,
    )
    .map((row) => JSON.parse(row.body) as Job)
}

/** The newest first. */
export function jobsOfPullRequest(database: Database, repository: string, number: number): Job[] {
  return database
    .all<{ body: string }>(
      `SELECT body FROM jobs WHERE repository = ? AND pull_number = ?
       ORDER BY created_at DESC, seq DESC LIMIT 100`,
      repository,
      number,
    )
    .map((row) => JSON.parse(row.body) as Job)
}

/** Walks jobs_ended from its end. Settled, with a pull request that neither was merged nor closed. */
export function openPullRequests(database: Database, since: number, limit: number): Job[] {
  return database
    .all<{ body: string }>(
      `SELECT body FROM jobs WHERE pull_number IS NOT NULL AND NOT pull_ended AND status <> 'active' AND updated_at >= ?
       ORDER BY updated_at DESC, seq DESC LIMIT ?`,
      since,
      limit,
    )
    .map((row) => JSON.parse(row.body) as Job)
}
