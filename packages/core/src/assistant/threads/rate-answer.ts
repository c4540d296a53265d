import { inject, injectable } from 'tsyringe'
import type { FeedbackRating } from '../../domain/thread.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { ThreadStore } from '../../ports/thread-store.ts'
import { OpenThread, type ThreadRequest } from './open-thread.ts'

export interface RateAnswerRequest extends Omit<ThreadRequest, 'threadId' | 'echoedThreadId'> {
  threadId: string
  /** Id of the answer's message; absent: the newest answer of the thread. */
  messageId?: string
  rating: FeedbackRating
  /** '' without words. */
  text: string
}

/** Keeps what a reader says about an answer; only who could continue the thread can say something. */
@injectable()
export class RateAnswer {
  constructor(
    @inject(OpenThread) private readonly openThread: OpenThread,
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** Saying something again replaces it. @throws DocentError `not_found`, in one wording for thread and answer. */
  async rate(request: RateAnswerRequest, options: CallOptions = {}): Promise<void> {
    const { threadId, messageId, rating, text } = request
    const thread = await this.openThread.find(request, threadId, options)
    const feedback = { rating, text, createdAt: this.clock.now() }
    const rated = thread && (await this.threads.rate(thread.id, messageId, feedback, options))
    if (rated === undefined) throw new DocentError('not_found', 'None of your threads has this answer.')
  }
}
