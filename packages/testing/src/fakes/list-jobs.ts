import {
  decodeJobCursor,
  encodeJobCursor,
  type Job,
  type JobActivity,
  type JobPage,
  type JobQuery,
  type ProjectId,
  parseStored,
  type RecordedStep,
  type ReportPeriod,
} from '@docent/core/plugin'
import type { MemoryJob } from './memory-job.ts'
import { compareText, dayOf, within } from './thread-report-lists.ts'

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

export function jobActivity(
  rows: readonly MemoryJob[],
  project: ProjectId,
  period: ReportPeriod,
): JobActivity[] {
  const wanted = rows.filter(({ job }) => job.projectId === project && within(period, job.createdAt))
  const groups = Map.groupBy(wanted, ({ job }) =>
    JSON.stringify([dayOf(job.createdAt), job.status, job.model]),
  )
  return [...groups.values()]
    .map((same) => {
      const { createdAt, status, model } = (same[0] as MemoryJob).job
      const steps = same.flatMap((row) => row.steps.map((step) => parseStored(step) as RecordedStep))
      return {
        day: dayOf(createdAt),
        status,
        model,
        jobs: same.length,
        pullRequests: same.filter(({ job }) => job.pullRequest !== null).length,
        mergedPullRequests: same.filter(({ job }) => job.mergedAt !== undefined).length,
        inputTokens: steps.reduce((sum, step) => sum + step.inputTokens, 0),
        outputTokens: steps.reduce((sum, step) => sum + step.outputTokens, 0),
      }
    })
    .sort((a, b) => a.day - b.day || compareText(a.status, b.status) || compareText(a.model, b.model))
}
