import { inject, injectable } from 'tsyringe'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { JobStore } from '../ports/job-store.ts'
import { WebhookStore } from '../ports/webhook-store.ts'
import { deliveryTask, wantsMessage } from './delivery-task.ts'
import { WebhookEndpoints } from './endpoints/webhook-endpoints.ts'
import { ReleaseAnswers } from './release-answers.ts'

const BATCH = 100

/** Turns what happened to jobs into deliveries and into answers to comments. */
@injectable()
export class DispatchOutbox {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(WebhookStore) private readonly store: WebhookStore,
    @inject(ReleaseAnswers) private readonly answers: ReleaseAnswers,
    @inject(WebhookEndpoints) private readonly endpoints: Pick<WebhookEndpoints, 'of'>,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Hands on everything that waits in the outbox. What is made has an id of its own message, and a message is
   * forgotten last: a crash in between makes nothing twice.
   */
  async dispatch(options: CallOptions = {}): Promise<void> {
    for (;;) {
      const messages = await this.jobs.outbox(BATCH, options)
      if (messages.length === 0) return
      const organizations = [...new Set(messages.map(({ job }) => job.organizationId))]
      const endpoints = (
        await Promise.all(organizations.map((each) => this.endpoints.of(each, options)))
      ).flat()
      const tasks = messages.flatMap((message) =>
        endpoints
          .filter((endpoint) => wantsMessage(endpoint, message))
          .map((endpoint) => deliveryTask(message, endpoint, this.clock.now())),
      )
      if (tasks.length > 0) await this.store.add(tasks, options)
      for (const message of messages) await this.answers.release(message, options)
      await this.jobs.dispatched(
        messages.map((message) => message.id),
        options,
      )
      if (messages.length < BATCH) return
    }
  }
}
