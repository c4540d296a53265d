import { inject, injectable } from 'tsyringe'
import type { Job } from '../domain/job.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { JobStore } from '../ports/job-store.ts'
import { changeJob, type JobRequest } from './job-access.ts'

/** Puts a finished job away; doing it twice keeps the first time. */
@injectable()
export class ArchiveJob {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws DocentError `not_found`, `conflict` while the job is active. */
  archive(request: JobRequest, options: CallOptions = {}): Promise<Job> {
    return changeJob(this.jobs, request, { type: 'archive', at: this.clock.now(), by: 'person' }, options)
  }
}
