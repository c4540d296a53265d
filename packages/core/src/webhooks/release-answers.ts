import { inject, injectable } from 'tsyringe'
import { neutralize } from '../agent/publishing/neutralize.ts'
import type { Job } from '../domain/job.ts'
import type { OutboxMessage } from '../domain/outbox.ts'
import { withoutAgentWords, withoutPullRequestLine } from '../domain/run-outcome.ts'
import type { WebhookTask } from '../domain/webhook-task.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { JobStore } from '../ports/job-store.ts'
import { WebhookStore } from '../ports/webhook-store.ts'
import { answerData, answerMarker } from './answer-task.ts'

/** Longest answer: GitHub refuses comments past 65,536 characters; the other hosts allow more. */
const MAX_TEXT = 60_000

/** When a run has ended, the comments that it read get their answers. */
@injectable()
export class ReleaseAnswers {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(WebhookStore) private readonly store: WebhookStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  async release({ type, job }: OutboxMessage, options: CallOptions = {}): Promise<void> {
    if (type !== 'job.completed' && type !== 'job.failed') return
    const waiting = await this.store.waiting(job.id, options)
    if (waiting.length === 0) return
    const messages = await this.jobs.messages(job.id, options)
    const states = new Map(messages.map(({ id, state }) => [id, state]))
    // Words of the agent may name code that fewer people can read than the answer.
    const isHidden = messages.some(({ evidence }) => evidence?.isHidden === true)
    const steps = await this.jobs.steps(job.id, options)
    for (const task of waiting) {
      const { messageId } = answerData(task)
      const readBy = steps.find((step) => step.read.includes(messageId))?.run
      const isAnswered = readBy === undefined ? wasDiscarded(job, states.get(messageId)) : readBy <= job.run
      if (isAnswered) await this.#release(task, isHidden ? withWordsLeftOut(job) : job, options)
    }
  }

  async #release(task: WebhookTask, job: Job, options: CallOptions): Promise<void> {
    const now = this.clock.now()
    const body = answerBody(task, job)
    await this.store.change(
      task.id,
      (current) =>
        current.status === 'waiting'
          ? {
              ...current,
              status: 'pending',
              dueAt: now,
              updatedAt: now,
              data: { ...answerData(current), body },
            }
          : current,
      options,
    )
  }
}

function withWordsLeftOut(job: Job): Job {
  return { ...job, messageToUser: withoutAgentWords(job.messageToUser) }
}

/** A cancel discards what was not read yet: that is its answer. */
function wasDiscarded(job: Job, state: 'unread' | 'read' | 'discarded' | undefined): boolean {
  return state === 'discarded' && job.cancelled
}

function answerBody(task: WebhookTask, job: Job): string {
  const message = withoutPullRequestLine(job.messageToUser, job.pullRequest?.url)
  const text = neutralize(message.trim()).slice(0, MAX_TEXT)
  const moved = job.pullRequest !== null && job.pullRequest.number !== answerData(task).number
  return [
    answerMarker(task.id),
    job.status === 'failed' ? `This did not work: ${text}` : text,
    ...(moved && job.status === 'completed' ? [`\nThe changes are in ${job.pullRequest?.url}.`] : []),
  ].join('\n')
}
