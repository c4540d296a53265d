import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { Telemetry } from '../ports/telemetry.ts'
import type { Backoff } from './backoff.ts'
import type { TurnBudget } from './turn-budget.ts'
import type { TurnSpend } from './turn-spend.ts'
import type { TurnTool } from './turn-tool.ts'

export interface StepRequest {
  model: LanguageModelV4
  prompt: LanguageModelV4Prompt
  tools: readonly TurnTool[]
  /** Of the whole turn; each step counts against it. */
  budget: TurnBudget
  /** Monthly spend caps, when there are any. */
  spend?: TurnSpend | undefined
  signal: AbortSignal
  /** Time until the first part, and between two parts, ms. Time in which a slow reader holds up the stream doesn't count. */
  firstPartMs: number
  idlePartMs: number
  /** Attempts of the model call, the first included. */
  maxAttempts: number
  /** Ask again also after text has been shown (the agent), or only before (the assistant). */
  restartable: boolean
  backoff: Backoff
  /** Default none. */
  telemetry?: Telemetry
  providerOptions?: LanguageModelV4CallOptions['providerOptions']
}
