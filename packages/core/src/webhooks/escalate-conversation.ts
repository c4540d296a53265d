import { createHash } from 'node:crypto'
import { inject, injectable } from 'tsyringe'
import { threadId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import type { ThreadTurn } from '../domain/thread.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { ThreadStore } from '../ports/thread-store.ts'
import { WebhookStore } from '../ports/webhook-store.ts'
import { conversationDelivery } from './delivery-task.ts'
import { WebhookEndpoints } from './endpoints/webhook-endpoints.ts'
import { WebhookWorker } from './webhook-worker.ts'

/** Turns of a transcript, the newest. */
const MOST_TURNS = 50

/** Where somebody asked for a person. */
export interface EscalationOrigin {
  /** `api`, or the name of a channel. */
  from: string
  /** Where people go on, if that has an address. */
  url?: string
  /** How to reach the person, in their own words. */
  contact?: string
}

/** Hands a conversation over to people: endpoints that want `conversation.escalated` get its transcript. */
@injectable()
export class EscalateConversation {
  constructor(
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(WebhookStore) private readonly store: WebhookStore,
    @inject(WebhookEndpoints) private readonly endpoints: Pick<WebhookEndpoints, 'of'>,
    @inject(Clock) private readonly clock: Clock,
    @inject(WebhookWorker) private readonly worker: Pick<WebhookWorker, 'wake'>,
  ) {}

  /**
   * Stores what is sent, once for each turn that a conversation had. Without such an endpoint, it does nothing.
   * @returns the turns, oldest first
   */
  async escalate(
    project: Project,
    thread: string,
    origin: EscalationOrigin,
    options: CallOptions = {},
  ): Promise<readonly ThreadTurn[]> {
    const turns = await this.threads.turns(threadId(thread), MOST_TURNS, options)
    const now = this.clock.now()
    const body = JSON.stringify({
      type: 'conversation.escalated',
      timestamp: new Date(now).toISOString(),
      data: {
        projectId: project.id,
        threadId: thread,
        from: origin.from,
        url: origin.url ?? null,
        contact: origin.contact ?? null,
        transcript: turns.map(({ question, answer, sources, createdAt }) => ({
          at: new Date(createdAt).toISOString(),
          question,
          answer,
          sources: sources.map(({ title, url }) => ({ title, url })),
        })),
      },
    })
    const about = createHash('sha256')
      .update(`${thread}\0${turns.at(-1)?.id ?? ''}`)
      .digest('hex')
    const tasks = (await this.endpoints.of(project.organizationId, options))
      .filter(
        ({ events, projectIds }) =>
          // Transcripts go to nobody who did not ask for them.
          events?.includes('conversation.escalated') === true &&
          (projectIds === undefined || projectIds.includes(project.id)),
      )
      .map((endpoint) => conversationDelivery(project, endpoint, { about, body, now }))
    if (tasks.length > 0) {
      await this.store.add(tasks, options)
      this.worker.wake()
    }
    return turns
  }
}
