import type { Job } from '../domain/job.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { Clock } from '../ports/clock.ts'
import type { JobStore } from '../ports/job-store.ts'
import { changeJob, type JobRequest } from './job-access.ts'

/**
 * Puts a finished job away; doing it twice keeps the first time.
 * @throws DocentError `not_found`, `conflict` while the job is active.
 */
export function archiveJob(
  { jobs, clock }: { jobs: JobStore; clock: Clock },
  request: JobRequest,
  options: CallOptions = {},
): Promise<Job> {
  return changeJob(jobs, request, { type: 'archive', at: clock.now(), by: 'person' }, options)
}

/**
 * Takes a job out of the archive.
 * @throws DocentError `not_found`, `conflict` when it is not archived.
 */
export function restoreJob(
  { jobs, clock }: { jobs: JobStore; clock: Clock },
  request: JobRequest,
  options: CallOptions = {},
): Promise<Job> {
  return changeJob(jobs, request, { type: 'restore', at: clock.now() }, options)
}
