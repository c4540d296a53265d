import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { Grounding } from '../../domain/grounding.ts'
import type { AnswerOutcome, AnswerSource } from '../../domain/thread.ts'
import { Clock } from '../../ports/clock.ts'
import { ThreadStore } from '../../ports/thread-store.ts'
import type { AnswerDraft } from './answer-draft.ts'
import type { OpenedQuestion } from './open-question.ts'

/** An answer at its end, as the thread keeps it. */
export interface EndedAnswer {
  /** Also the id of the message that the client sees: feedback names the turn by it. */
  readonly turnId: string
  readonly asked: OpenedQuestion
  readonly searches: readonly string[]
  readonly draft: AnswerDraft
  readonly outcome: AnswerOutcome
  readonly sources: readonly AnswerSource[]
  /** Of a finished answer with names. */
  readonly grounding?: Grounding | undefined
}

/** The last part of an answer: adds the turn to its thread, with what it cost. */
@injectable()
export class StoreAnswer {
  constructor(
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** Takes no signal: a turn is stored also when its reader has left. */
  async store({ turnId, asked, searches, draft, outcome, sources, grounding }: EndedAnswer): Promise<void> {
    const { question, opened, model, askedAt } = asked
    const { context, currentPath, filter, caller = 'other' } = question
    const { firstTextAt, text: answer, usage } = draft
    const createdAt = this.clock.now()
    await this.threads.append(
      opened.thread.id,
      {
        id: turnId,
        question: question.question,
        caller,
        asked: JSON.parse(JSON.stringify({ context, currentPath, filter })),
        answer,
        outcome,
        sources,
        searches,
        ...defined({ grounding }),
        model: model.id,
        ...usage,
        firstTextMs: firstTextAt === null ? null : firstTextAt - askedAt,
        totalMs: createdAt - askedAt,
        createdAt,
      },
      { replaceLast: question.regenerate && opened.turns.length > 0 },
    )
  }
}
