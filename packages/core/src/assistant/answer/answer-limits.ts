import type { AssistantSettings } from '../../domain/settings-schemas.ts'
import type { ResolvedModel } from '../../ports/model-provider.ts'
import type { AnswerPart } from '../../streams/answer-part.ts'
import { TurnBudget } from '../../turn/turn-budget.ts'
import type { ReachedLimit } from '../../turn/turn-limits.ts'

/** The budget of one answer, by the settings of the assistant. Its time begins now. */
export function answerBudget(settings: AssistantSettings, model: ResolvedModel): TurnBudget {
  return new TurnBudget(
    {
      maxSteps: settings.maxSteps,
      endsWithAnswer: true,
      maxOutputTokens: Math.min(settings.maxOutputTokens, model.outputTokens),
      maxTextTokens: settings.maxOutputTokens,
      maxTokens: settings.maxTokens,
      maxCostUsd: settings.maxCostUsd,
      maxToolCalls: settings.maxToolCalls,
      maxOutputBytes: settings.maxOutputBytes,
      maxMs: settings.maxAnswerMs,
    },
    { price: model.price },
  )
}

/**
 * What a reader sees of a limit that ended the answer: a sentence behind the text, and the data part `limit` for
 * clients that show it in their own words, because the newer protocol has no reason on `finish`.
 */
export function limitNote({ name, max, message }: ReachedLimit, hasText: boolean): AnswerPart[] {
  const sentence = hasText
    ? `\n\nThe answer was cut off here: ${message}`
    : `The question could not be answered: ${message}`
  return [
    { type: 'text', text: sentence },
    { type: 'data', name: 'limit', data: { setting: settingOf(name), max } },
  ]
}

function settingOf(name: ReachedLimit['name']): string {
  if (name === 'spendUsdPerMonth') return name
  return name === 'maxMs' ? 'assistant.maxAnswerMs' : `assistant.${name}`
}
