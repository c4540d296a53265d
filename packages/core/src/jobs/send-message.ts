import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { CodeEvidence } from '../domain/code-evidence.ts'
import type { Job } from '../domain/job.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { JobStore } from '../ports/job-store.ts'
import { changeJob, type JobRequest } from './job-access.ts'

/** Queues a follow-up: a running job reads it at its next step, a settled one becomes active again. */
@injectable()
export class SendMessage {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
  ) {}

  /** @throws DocentError `not_found`, `conflict` when a person archived the job, IdempotencyInUse. */
  send(
    request: JobRequest & {
      prompt: string
      /** Default: a new one. */
      messageId?: string
      evidence?: CodeEvidence
    },
    options: CallOptions = {},
  ): Promise<Job> {
    const at = this.clock.now()
    const id = request.messageId ?? this.ids.sortable()
    const message = {
      id,
      role: 'user' as const,
      content: request.prompt,
      createdAt: at,
      ...defined({ evidence: request.evidence }),
    }
    return changeJob(this.jobs, request, { type: 'follow-up', at, message }, options)
  }
}
