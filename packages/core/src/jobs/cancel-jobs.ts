import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { Clock } from '../ports/clock.ts'
import type { JobStore } from '../ports/job-store.ts'
import { cancelJob } from './cancel-job.ts'

const PAGE = 100
/** Most jobs of one call: so long a caller waits. */
const MOST = 1_000

/**
 * Cancels the active jobs of a project, the newest first, but at most 1,000 of them. Those that are being published, or
 * end meanwhile, stay as they are.
 * @returns how many were cancelled, and whether there may be more
 */
export async function cancelJobs(
  { jobs, clock }: { jobs: JobStore; clock: Clock },
  project: Project,
  options: CallOptions = {},
): Promise<{ cancelled: number; hasMore: boolean }> {
  let cancelled = 0
  let cursor: string | null | undefined
  for (let seen = 0; seen < MOST && cursor !== null; seen += PAGE) {
    const page = await jobs.list(
      { projectId: project.id, status: 'active', limit: PAGE, ...(cursor !== undefined && { cursor }) },
      options,
    )
    const ends = await Promise.allSettled(
      page.jobs.map(({ id }) => cancelJob({ jobs, clock }, { project, id }, options)),
    )
    for (const end of ends) {
      if (end.status === 'fulfilled') cancelled += 1
      else if (!DocentError.is(end.reason, 'conflict')) throw end.reason
    }
    cursor = page.nextCursor
  }
  return { cancelled, hasMore: cursor !== null }
}
