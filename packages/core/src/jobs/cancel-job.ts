import { inject, injectable } from 'tsyringe'
import type { Job } from '../domain/job.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { JobStore } from '../ports/job-store.ts'
import { changeJob, type JobRequest } from './job-access.ts'

/** Stops an active job: the running step is aborted, unread messages are discarded, nothing is published. */
@injectable()
export class CancelJob {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws DocentError `not_found`, `conflict` once publishing has begun or the job has finished. */
  cancel(request: JobRequest, options: CallOptions = {}): Promise<Job> {
    return changeJob(this.jobs, request, { type: 'cancel', at: this.clock.now() }, options)
  }
}
