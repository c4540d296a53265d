import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { CheckedClaims } from '../../domain/checked-claims.ts'
import type { Grounding } from '../../domain/grounding.ts'
import type { AnswerOutcome } from '../../domain/thread.ts'
import { DocentError } from '../../errors/docent-error.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { Logger } from '../../ports/logger.ts'
import { NO_TELEMETRY, type Span, Telemetry } from '../../ports/telemetry.ts'
import type { AnswerProducer, AnswerSink } from '../../streams/answer-sink.ts'
import { AnswerDraft } from './answer-draft.ts'
import { closingParts } from './closing-parts.ts'
import { type Evidence, GatherEvidence } from './gather-evidence.ts'
import { GroundAnswer } from './ground-answer.ts'
import { type OpenedQuestion, OpenQuestion } from './open-question.ts'
import type { Question } from './question.ts'
import { type EndedAnswer, StoreAnswer } from './store-answer.ts'
import { StreamTurn } from './stream-turn.ts'

export interface Answer {
  threadId: string
  threadKey?: string
  /** Makes the answer, once, and pushes its parts; the last is `finish`, or an `error` that is safe to show. */
  stream: AnswerProducer
  /**
   * How well its passages support its sentences, once the stream has ended and the check after it as well. Undefined where
   * nobody checked them; it never rejects.
   */
  claims(): Promise<CheckedClaims | undefined>
}

/** What goes on after the stream of an answer. */
interface AfterAnswer {
  claims?: Promise<CheckedClaims | undefined>
}

/** Answers a question in five parts: open the question → gather evidence → stream the turn → check its names → store the
 * answer. */
@injectable()
export class AnswerQuestion {
  constructor(
    @inject(OpenQuestion) private readonly questions: OpenQuestion,
    @inject(GatherEvidence) private readonly evidence: GatherEvidence,
    @inject(StreamTurn) private readonly turns: StreamTurn,
    @inject(GroundAnswer) private readonly grounding: GroundAnswer,
    @inject(StoreAnswer) private readonly answers: StoreAnswer,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
    @inject(Logger) private readonly logger: Logger,
    @inject(Telemetry) private readonly telemetry: Telemetry = NO_TELEMETRY,
  ) {}

  /**
   * Resolves when the answer can begin, so that what is wrong before then is an ordinary error.
   * @throws DocentError `not_found` (thread), `model_not_configured`, and what the retriever throws.
   */
  async answer(question: Question, signal: AbortSignal): Promise<Answer> {
    const asked = await this.questions.open(question, signal)
    const evidence = await this.evidence.gather(question, asked.query, signal, asked.history)
    const { thread, threadKey } = asked.opened
    const after: AfterAnswer = {}
    return {
      threadId: thread.id,
      ...defined({ threadKey }),
      claims: async () => after.claims,
      stream: (sink) =>
        this.telemetry.trace(
          'invoke_agent assistant',
          {
            attributes: {
              'gen_ai.operation.name': 'invoke_agent',
              'gen_ai.agent.name': 'assistant',
              'gen_ai.conversation.id': thread.id,
              'docent.project.id': question.project.id,
            },
          },
          (span) => this.#stream(asked, evidence, signal, sink, after, span),
        ),
    }
  }

  /** However the answer ends, its turn is stored before the stream says so. */
  async #stream(
    asked: OpenedQuestion,
    evidence: Evidence,
    signal: AbortSignal,
    sink: AnswerSink,
    after: AfterAnswer,
    span: Span,
  ): Promise<void> {
    const turnId = this.ids.sortable()
    const threadId = asked.opened.thread.id
    const draft = new AnswerDraft(asked.question, evidence.found, this.clock)
    const { searches } = evidence
    let stored = false
    const store = (
      outcome: AnswerOutcome,
      rest: Partial<Pick<EndedAnswer, 'sources' | 'grounding' | 'failure'>> = {},
    ) => {
      this.telemetry.add('docent.answers', 1, { outcome, 'docent.project.id': asked.question.project.id })
      return this.answers.store({ turnId, asked, searches, draft, outcome, sources: [], ...rest })
    }
    const show: AnswerSink = (part) => {
      signal.throwIfAborted()
      return sink(part)
    }
    try {
      await show({ type: 'start', messageId: turnId, threadId })
      await show({ type: 'step-start' })
      await this.#showFirstSearch(asked.query, evidence, show)
      const names = this.grounding.names(asked, evidence, draft, signal)
      const end = await this.turns.stream(asked, evidence, draft, signal, show, names)
      const { outcome, sources } = draft.conclude()
      const grounding = await names.ground()
      if (grounding)
        span.event('gen_ai.evaluation.result', { ...evaluationOf(grounding), 'gen_ai.response.id': turnId })
      const checksClaims =
        outcome === 'answered' && this.answers.willCheckClaims(asked, evidence.found, draft)
      const checks = { grounding, checksClaims }
      for (const part of closingParts(asked.question, evidence, draft, end, checks)) await show(part)
      await store(outcome, { sources, grounding })
      stored = true
      const { usage } = draft
      await show({ type: 'finish', finishReason: end.finishReason, usage, threadId })
      if (outcome === 'answered') after.claims = this.answers.noteClaims(turnId, asked, evidence.found, draft)
    } catch (error) {
      if (signal.aborted || DocentError.is(error, 'aborted')) return
      this.logger.error({ err: error, threadId }, 'an answer failed')
      stored = true
      await store('failed', { failure: causeOf(error) })
      await sink({ type: 'error', message: 'The answer could not be finished. Try again.', cause: error })
    } finally {
      // The reader left, by its signal or by a sink that throws: the text so far stays in the thread.
      if (!stored) await store('aborted')
    }
  }

  async #showFirstSearch(query: string, { firstResult }: Evidence, show: AnswerSink): Promise<void> {
    const call = { toolCallId: `search-${this.ids.sortable()}`, toolName: 'search' }
    await show({ type: 'tool-call', ...call, input: { query } })
    await show({ type: 'tool-result', ...call, output: firstResult })
  }
}

/** What a member can mend; of a defect, where to look. */
function causeOf(error: unknown): string {
  const message = DocentError.is(error) ? error.message : 'Something went wrong on the server. See its log.'
  return message.slice(0, 1_000)
}

/** The check of names as an evaluation of the GenAI conventions: the share of names that are not invented. */
function evaluationOf({ counts }: Grounding) {
  const { cited, retrieved, asked, indexed, invented } = counts
  const checked = cited + retrieved + asked + indexed + invented
  return {
    'gen_ai.evaluation.name': 'grounding',
    'gen_ai.evaluation.score.value': checked === 0 ? 1 : 1 - invented / checked,
    'gen_ai.evaluation.score.label': invented === 0 ? 'pass' : 'fail',
  }
}
