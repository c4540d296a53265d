import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { CheckedClaims } from '../../domain/checked-claims.ts'
import type { Grounding } from '../../domain/grounding.ts'
import type { AnswerOutcome, AnswerSource } from '../../domain/thread.ts'
import { Clock } from '../../ports/clock.ts'
import { Logger } from '../../ports/logger.ts'
import { ThreadStore } from '../../ports/thread-store.ts'
import { type AnsweredText, CheckClaims } from '../claims/check-claims.ts'
import type { FoundPassages } from '../search/found-passages.ts'
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
  readonly failure?: string | undefined
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
    @inject(CheckClaims) private readonly claims?: CheckClaims,
    @inject(Logger) private readonly logger?: Logger,
  ) {}

  /** Whether the claims of an answer that is complete will be checked after it. */
  willCheckClaims(asked: OpenedQuestion, found: FoundPassages, draft: AnswerDraft): boolean {
    if (asked.question.project.assistant.claims === undefined) return false
    return this.claims?.canCheck(answeredText(asked, found, draft)) ?? false
  }

  /**
   * Checks the claims of an answer that is stored, where its project asks for it, and keeps the verdicts with the turn.
   * The reader has the answer and waits for nothing; a server that stops leaves it unchecked.
   *
   * @returns undefined without verdicts; it never rejects.
   */
  async noteClaims(
    turnId: string,
    asked: OpenedQuestion,
    found: FoundPassages,
    draft: AnswerDraft,
  ): Promise<CheckedClaims | undefined> {
    const settings = asked.question.project.assistant.claims
    if (settings === undefined || this.claims === undefined) return undefined
    try {
      const claims = await this.claims.check(answeredText(asked, found, draft), settings)
      if (claims !== undefined) await this.threads.noteClaims(asked.opened.thread.id, turnId, claims)
      return claims
    } catch (error) {
      this.logger?.warn({ err: error, turnId }, 'the checked claims of an answer could not be stored')
      return undefined
    }
  }

  /** Takes no signal: a turn is stored also when its reader has left. */
  async store(ended: EndedAnswer): Promise<void> {
    const { turnId, asked, searches, draft, outcome, failure, sources, grounding } = ended
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
        ...defined({ failure, grounding }),
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

function answeredText(
  { model, question }: OpenedQuestion,
  found: FoundPassages,
  draft: AnswerDraft,
): AnsweredText {
  const cited = new Set(draft.citedPaths)
  const passages = found.all.filter(({ path }) => cited.size === 0 || cited.has(path))
  return { text: draft.text, passages, model, subject: question }
}
