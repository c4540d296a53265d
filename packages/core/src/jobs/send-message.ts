import { inject, injectable } from 'tsyringe'
import type { JobId } from '../domain/ids.ts'
import type { Job } from '../domain/job.ts'
import { applyTransition } from '../domain/job-state.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { type IdempotencyClaim, JobStore } from '../ports/job-store.ts'
import { assertOfProject, jobNotFound } from './job-access.ts'

/** Queues a follow-up: a running job reads it at its next step, a settled one becomes active again. */
@injectable()
export class SendMessage {
  constructor(
    @inject(JobStore as symbol) private readonly jobs: JobStore,
    @inject(Clock as symbol) private readonly clock: Clock,
    @inject(Ids as symbol) private readonly ids: Ids,
  ) {}

  /** @throws DocentError `not_found`, `conflict` when a person archived the job, IdempotencyInUse. */
  async execute(
    request: {
      project: Project
      id: JobId
      prompt: string
      /** Default: a new one. */
      messageId?: string
      idempotency?: IdempotencyClaim
    },
    options: CallOptions = {},
  ): Promise<Job> {
    const at = this.clock.now()
    const id = request.messageId ?? this.ids.sortable()
    const message = { id, role: 'user' as const, content: request.prompt, createdAt: at }
    const job = await this.jobs.update(
      request.id,
      (current) => {
        assertOfProject(current, request.project, request.id)
        return applyTransition(current, { type: 'follow-up', at, message })
      },
      request.idempotency,
      options,
    )
    if (!job) throw jobNotFound(request.id)
    return job
  }
}
