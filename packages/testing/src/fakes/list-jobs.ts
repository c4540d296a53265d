import { decodeJobCursor, encodeJobCursor, type Job, type JobPage, type JobQuery } from '@docent/core'

/** The page of a query over jobs in any order. @throws DocentError `invalid_request` for a wrong cursor */
export function listJobs(jobs: readonly Job[], query: JobQuery): JobPage {
  const after = query.cursor === undefined ? undefined : decodeJobCursor(query.cursor)
  const matching = jobs
    .filter((job) => job.projectId === query.projectId)
    .filter((job) => query.status === undefined || job.status === query.status)
    .filter((job) => query.archived === undefined || (job.archivedAt !== null) === query.archived)
    .filter((job) => after === undefined || newestFirst(after, job) < 0)
    .sort(newestFirst)
    .slice(query.skip ?? 0)
  const page = matching.slice(0, query.limit)
  const last = page.at(-1)
  return {
    jobs: structuredClone(page),
    nextCursor: last && matching.length > page.length ? encodeJobCursor(last) : null,
  }
}

interface Position {
  readonly createdAt: number
  readonly id: string
}

function newestFirst(a: Position, b: Position): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}
