import { inject, injectable } from 'tsyringe'
import { SpendCaps } from '../../limits/spend-caps.ts'
import { Models } from '../../models/models.ts'
import { Clock } from '../../ports/clock.ts'
import type { ResolvedModel } from '../../ports/model-provider.ts'
import type { TurnSpend } from '../../turn/turn-spend.ts'
import { type OpenedThread, OpenThread } from '../threads/open-thread.ts'
import { asHistory, searchQuery } from './history.ts'
import type { HistoryMessage } from './prompt.ts'
import type { Question } from './question.ts'

/** A question in its thread, and the model that answers it. */
export interface OpenedQuestion {
  readonly question: Question
  readonly opened: OpenedThread
  readonly model: ResolvedModel
  /** Monthly spend caps that the answer counts against. */
  readonly spend: TurnSpend | undefined
  /** Earlier messages that the model sees: stored turns, or the client's own messages in a new thread. */
  readonly history: readonly HistoryMessage[]
  /** Words of the first search. */
  readonly query: string
  /** When the question arrived, ms since 1970. */
  readonly askedAt: number
}

/** The first part of an answer: resolves the model and opens the thread. */
@injectable()
export class OpenQuestion {
  constructor(
    @inject(OpenThread) private readonly threads: OpenThread,
    @inject(Models) private readonly models: Models,
    @inject(Clock) private readonly clock: Clock,
    @inject(SpendCaps) private readonly spendCaps: SpendCaps,
  ) {}

  /** @throws DocentError `model_not_configured`, SpendReached when a monthly spend cap is used up, and `not_found` for a thread that is not the caller's. */
  async open(question: Question, signal: AbortSignal): Promise<OpenedQuestion> {
    const askedAt = this.clock.now()
    const model = this.models.resolve(this.models.idFor(question.project, 'assistant'))
    const spend = await this.spendCaps.open(question, model, { signal })
    const opened = await this.threads.open(question, { signal })
    const turns = question.regenerate ? opened.turns.slice(0, -1) : opened.turns
    const history = opened.isNew ? question.clientHistory : turns.flatMap(asHistory)
    return {
      question,
      opened,
      model,
      spend,
      history,
      query: searchQuery(question.question, history),
      askedAt,
    }
  }
}
