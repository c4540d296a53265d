import { inject, injectable } from 'tsyringe'
import type { JobId } from '../domain/ids.ts'
import type { Job } from '../domain/job.ts'
import { applyTransition } from '../domain/job-state.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { type IdempotencyClaim, JobStore } from '../ports/job-store.ts'
import { assertOfProject, jobNotFound } from './job-access.ts'

/** Stops an active job: the running step is aborted, unread messages are discarded, nothing is published. */
@injectable()
export class CancelJob {
  constructor(
    @inject(JobStore as symbol) private readonly jobs: JobStore,
    @inject(Clock as symbol) private readonly clock: Clock,
  ) {}

  /** @throws DocentError `not_found`, `conflict` once publishing has begun or the job has finished. */
  async execute(
    request: { project: Project; id: JobId; idempotency?: IdempotencyClaim },
    options: CallOptions = {},
  ): Promise<Job> {
    const job = await this.jobs.update(
      request.id,
      (current) => {
        assertOfProject(current, request.project, request.id)
        return applyTransition(current, { type: 'cancel', at: this.clock.now() })
      },
      request.idempotency,
      options,
    )
    if (!job) throw jobNotFound(request.id)
    return job
  }
}
