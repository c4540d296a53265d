import type { Job } from '../domain/job.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { Clock } from '../ports/clock.ts'
import type { JobStore } from '../ports/job-store.ts'
import { changeJob, type JobRequest } from './job-access.ts'

/**
 * Stops an active job: the running step is aborted, unread messages are discarded, nothing is published.
 * @throws DocentError `not_found`, `conflict` once publishing has begun or the job has finished.
 */
export function cancelJob(
  { jobs, clock }: { jobs: JobStore; clock: Clock },
  request: JobRequest,
  options: CallOptions = {},
): Promise<Job> {
  return changeJob(jobs, request, { type: 'cancel', at: clock.now() }, options)
}
