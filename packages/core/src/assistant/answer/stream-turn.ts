import { inject, injectable } from 'tsyringe'
import type { ModelMessage } from '../../ports/job-store.ts'
import { Logger } from '../../ports/logger.ts'
import { Settings } from '../../ports/settings.ts'
import { NO_TELEMETRY, Telemetry } from '../../ports/telemetry.ts'
import { ProviderHealth } from '../../projects/providers/provider-health.ts'
import type { AnswerPart } from '../../streams/answer-part.ts'
import type { AnswerSink } from '../../streams/answer-sink.ts'
import { defaultBackoff } from '../../turn/backoff.ts'
import { runStep, type StepOutcome } from '../../turn/run-step.ts'
import type { StepPart, StepSink } from '../../turn/step-part.ts'
import type { StepRequest } from '../../turn/step-request.ts'
import type { AnswerDraft } from './answer-draft.ts'
import { answerBudget } from './answer-limits.ts'
import { type AnswerText, gatedText, plainText } from './gated-text.ts'
import type { Evidence } from './gather-evidence.ts'
import type { AnswerNames } from './ground-answer.ts'
import type { OpenedQuestion } from './open-question.ts'
import { assistantPrompt } from './prompt.ts'
import { blockRepair } from './repair-block.ts'

/** The fewest characters that a token stands for in the texts counted here. */
const CHARACTERS_PER_TOKEN = 3

/** The third part of an answer: prompts the model and streams what it writes. */
@injectable()
export class StreamTurn {
  constructor(
    @inject(Settings) private readonly settings: Settings,
    @inject(Telemetry) private readonly telemetry: Telemetry = NO_TELEMETRY,
    @inject(ProviderHealth) private readonly providers?: ProviderHealth,
    @inject(Logger) private readonly logger?: Logger,
  ) {}

  /** Runs model steps until one calls no tool or reaches a limit. The last step that the limits allow has no tools. */
  async stream(
    asked: OpenedQuestion,
    evidence: Evidence,
    draft: AnswerDraft,
    signal: AbortSignal,
    show: AnswerSink,
    names?: AnswerNames,
  ): Promise<Pick<StepOutcome, 'finishReason' | 'limit'>> {
    const { assistant } = this.settings
    const prompt = this.#prompt(asked, evidence)
    const request = {
      model: asked.model.model,
      prompt,
      tools: evidence.tools,
      budget: answerBudget(assistant, asked.model),
      spend: asked.spend,
      signal,
      firstPartMs: assistant.firstPartMs,
      idlePartMs: assistant.idlePartMs,
      maxAttempts: assistant.maxAttempts,
      restartable: false,
      backoff: defaultBackoff,
      telemetry: this.telemetry,
    }
    const text = this.#text(asked, draft, request, show, names)
    for (;;) {
      const outcome = await this.#step(asked, request, (part) => {
        if (part.type === 'text') return text.write(part.text)
        const shown = shownPart(part)
        return shown && text.behind(() => show(shown))
      })
      await text.endStep()
      draft.addUsage(outcome)
      if (!outcome.calledTools) {
        await text.end()
        return outcome
      }
      prompt.push(...outcome.messages)
      const { inputTokens, outputTokens } = outcome
      await show({ type: 'step-finish', finishReason: 'tool-calls', usage: { inputTokens, outputTokens } })
      await show({ type: 'step-start' })
    }
  }

  #text(
    asked: OpenedQuestion,
    draft: AnswerDraft,
    request: StepRequest,
    show: AnswerSink,
    names: AnswerNames | undefined,
  ): AnswerText {
    const { grounding } = asked.question.project.assistant
    if (names === undefined || (grounding !== 'strict' && grounding !== 'repair'))
      return plainText(draft, show)
    const repair = grounding === 'repair' ? blockRepair(request, draft, this.logger) : undefined
    return gatedText(asked, draft, names, show, repair)
  }

  async #step(
    { model, question }: OpenedQuestion,
    request: StepRequest,
    sink: StepSink,
  ): Promise<StepOutcome> {
    try {
      const outcome = await runStep(request, sink)
      void this.providers?.succeeded('model', model.id, question.project.id)
      return outcome
    } catch (error) {
      if (!request.signal.aborted) void this.providers?.failed('model', model.id, error, question.project.id)
      throw error
    }
  }

  #prompt({ question, model, history }: OpenedQuestion, { found, instructions }: Evidence): ModelMessage[] {
    const outputTokens = Math.min(this.settings.assistant.maxOutputTokens, model.outputTokens)
    return assistantPrompt({
      project: question.project,
      instructions,
      question: question.question,
      history,
      passages: found.all,
      context: question.context,
      currentPath: question.currentPath,
      budget: (model.contextTokens - outputTokens) * CHARACTERS_PER_TOKEN,
    })
  }
}

/** What a reader sees of a part that is no text: the use of tools. */
function shownPart(part: StepPart): AnswerPart | undefined {
  switch (part.type) {
    case 'tool-call':
      return part
    case 'tool-result': {
      const { toolCallId, toolName, output, isError } = part
      return isError
        ? { type: 'tool-error', toolCallId, toolName, errorText: String(output) }
        : { type: 'tool-result', toolCallId, toolName, output }
    }
    default:
      return undefined
  }
}
