import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { ModelPrice } from '../ports/model-provider.ts'
import { BYTES_PER_TOKEN, countedTokens, estimateTokens, messageLength } from './estimate-tokens.ts'
import { type Allowance, ReplyMeter } from './reply-meter.ts'
import { type LimitName, type ReachedLimit, reachedLimit, type TurnLimits } from './turn-limits.ts'

/** What a turn has used. */
export interface TurnUse {
  steps: number
  inputTokens: number
  outputTokens: number
  toolCalls: number
  /** Bytes that the model sent, see `TurnLimits.maxOutputBytes`. */
  outputBytes: number
  ms: number
}

const NOTHING: TurnUse = { steps: 0, inputTokens: 0, outputTokens: 0, toolCalls: 0, outputBytes: 0, ms: 0 }

export interface TurnBudgetOptions {
  readonly price?: ModelPrice | undefined
  /** What earlier steps used, where a turn is carried on. */
  readonly used?: TurnUse
  /** A clock that only goes forward, ms. */
  readonly now?: () => number
}

/**
 * What is left of a turn's limits. `runStep` asks it before each step and while a reply arrives, so that no model,
 * whatever it sends, goes on for ever.
 */
export class TurnBudget {
  readonly #used: TurnUse
  readonly #price: ModelPrice | undefined
  readonly #now: () => number
  readonly #began: number
  /** Bytes of text until now. */
  #text = 0

  constructor(
    private readonly limits: TurnLimits,
    { price, used = NOTHING, now = () => performance.now() }: TurnBudgetOptions = {},
  ) {
    this.#used = { ...used }
    this.#price = price
    this.#now = now
    this.#began = now()
  }

  /** Time until the turn must end, ms. */
  get msLeft(): number {
    return this.limits.maxMs - this.#used.ms - (this.#now() - this.#began)
  }

  get timeLimit(): ReachedLimit {
    return this.#limit('maxMs')
  }

  /** Which limit is used up; undefined while another step may begin. */
  reached(): ReachedLimit | undefined {
    const { maxSteps, maxTokens, maxCostUsd, maxToolCalls, maxOutputBytes, endsWithAnswer } = this.limits
    const { steps, inputTokens, outputTokens, toolCalls, outputBytes } = this.#used
    if (steps >= maxSteps) return this.#limit('maxSteps')
    if (inputTokens + outputTokens >= maxTokens) return this.#limit('maxTokens')
    if (this.#cost() >= maxCostUsd) return this.#limit('maxCostUsd')
    if (outputBytes >= maxOutputBytes) return this.#limit('maxOutputBytes')
    if (this.msLeft <= 0) return this.timeLimit
    // Otherwise the next step has no tools.
    if (!endsWithAnswer && toolCalls >= maxToolCalls) return this.#limit('maxToolCalls')
    return undefined
  }

  /** Counts a step, and says whether the model may call tools in it. */
  beginStep(): { allowsTools: boolean } {
    this.#used.steps++
    const { endsWithAnswer, maxSteps } = this.limits
    return { allowsTools: this.#toolsLeft() && !(endsWithAnswer && this.#used.steps >= maxSteps) }
  }

  /** The limit on account of which a step has no tools. */
  get withoutTools(): ReachedLimit {
    return this.#limit(this.#toolsLeft() ? 'maxSteps' : 'maxToolCalls')
  }

  /** Counts a call of a tool; false when there is none left. */
  takeToolCall(): boolean {
    if (!this.#toolsLeft()) return false
    this.#used.toolCalls++
    return true
  }

  /** Begins to count a reply to a prompt. `maxOutputTokens` is what the provider is asked to keep to. */
  beginReply(prompt: LanguageModelV4Prompt): { meter: ReplyMeter; maxOutputTokens: number } {
    const { limits } = this
    const input = estimateTokens(sizeOf(prompt))
    const tokensLeft = limits.maxTokens - this.#used.inputTokens - this.#used.outputTokens - input
    const tokens: [LimitName, number][] = [
      ['maxOutputTokens', limits.maxOutputTokens],
      ['maxTokens', tokensLeft],
    ]
    if (this.#price) {
      const dollars = limits.maxCostUsd - this.#cost() - (input * this.#price.input) / 1e6
      tokens.push(['maxCostUsd', Math.floor((dollars * 1e6) / Math.max(this.#price.output, 1e-9))])
    }
    const [name, most] = tokens.reduce((least, each) => (each[1] < least[1] ? each : least))
    const allowance = (limit: LimitName, bytes: number): Allowance => ({ limit: this.#limit(limit), bytes })
    const meter = new ReplyMeter(
      allowance(name, most * BYTES_PER_TOKEN),
      allowance('maxOutputTokens', limits.maxTextTokens * BYTES_PER_TOKEN - this.#text),
      allowance('maxOutputBytes', limits.maxOutputBytes - this.#used.outputBytes),
    )
    return { meter, maxOutputTokens: Math.max(1, most) }
  }

  /**
   * Counts a reply that ended, in whatever way.
   * @param reported what the provider counted, not to be believed without a look
   */
  endReply(
    prompt: LanguageModelV4Prompt,
    meter: ReplyMeter,
    reported: { inputTokens: unknown; outputTokens: unknown },
  ): { inputTokens: number; outputTokens: number } {
    const inputTokens = countedTokens(reported.inputTokens, sizeOf(prompt))
    const outputTokens = countedTokens(reported.outputTokens, meter.written)
    this.#used.inputTokens += inputTokens
    this.#used.outputTokens += outputTokens
    this.#used.outputBytes += meter.sent
    this.#text += meter.text
    return { inputTokens, outputTokens }
  }

  #toolsLeft(): boolean {
    return this.#used.toolCalls < this.limits.maxToolCalls
  }

  #cost(): number {
    const { input = 0, output = 0 } = this.#price ?? {}
    return (this.#used.inputTokens * input + this.#used.outputTokens * output) / 1e6
  }

  #limit(name: LimitName): ReachedLimit {
    return reachedLimit(name, this.limits[name])
  }
}

function sizeOf(prompt: LanguageModelV4Prompt): number {
  return prompt.reduce((sum, message) => sum + messageLength(message), 0)
}
