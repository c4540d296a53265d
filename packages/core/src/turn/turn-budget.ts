import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { ModelPrice } from '../ports/model-provider.ts'
import { BYTES_PER_TOKEN, countedTokens, estimateTokens, messageLength } from './estimate-tokens.ts'
import { type Allowance, ReplyMeter } from './reply-meter.ts'
import { type LimitName, type ReachedLimit, reachedLimit, type TurnLimits } from './turn-limits.ts'
import type { SpendHold } from './turn-spend.ts'

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

  /** The limit because of which a step has no tools. */
  get withoutTools(): ReachedLimit {
    return this.#limit(this.#toolsLeft() ? 'maxSteps' : 'maxToolCalls')
  }

  /** Counts a call of a tool; false when there is none left. */
  takeToolCall(): boolean {
    if (!this.#toolsLeft()) return false
    this.#used.toolCalls++
    return true
  }

  /** The highest price of a reply to a prompt, US dollars; 0 where the price of the model is unknown. */
  highestPrice(prompt: LanguageModelV4Prompt): number {
    const output = Math.min(this.limits.maxOutputTokens, this.limits.maxTokens)
    return this.priceOf({ inputTokens: estimateTokens(sizeOf(prompt)), outputTokens: output })
  }

  /** US dollars; 0 where the price of the model is unknown. */
  priceOf({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }): number {
    const { input = 0, output = 0 } = this.#price ?? {}
    return (inputTokens * input + outputTokens * output) / 1e6
  }

  /**
   * Begins to count a reply to a prompt. `maxOutputTokens` is the limit that the request names.
   * @param held money that was set aside for the reply
   */
  beginReply(
    prompt: LanguageModelV4Prompt,
    held?: Pick<SpendHold, 'usd' | 'limit'>,
  ): { meter: ReplyMeter; maxOutputTokens: number } {
    const { limits } = this
    const input = estimateTokens(sizeOf(prompt))
    const tokensLeft = limits.maxTokens - this.#used.inputTokens - this.#used.outputTokens - input
    const tokens: [ReachedLimit, number][] = [
      [this.#limit('maxOutputTokens'), limits.maxOutputTokens],
      [this.#limit('maxTokens'), tokensLeft],
    ]
    if (this.#price) {
      const dollars = limits.maxCostUsd - this.#cost()
      tokens.push([this.#limit('maxCostUsd'), outputFor(dollars, input, this.#price)])
      if (held) tokens.push([held.limit, worthIt(outputFor(held.usd, input, this.#price))])
    }
    const [limit, most] = tokens.reduce((least, each) => (each[1] < least[1] ? each : least))
    const allowance = (limit: LimitName, bytes: number): Allowance => ({ limit: this.#limit(limit), bytes })
    const meter = new ReplyMeter(
      { limit, bytes: most * BYTES_PER_TOKEN },
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

  /** The budget of one call of the model beside the steps, within what is left. `charge` what it took. */
  aside(maxOutputTokens: number, maxMs: number): TurnBudget {
    const { maxTokens, maxCostUsd, maxOutputBytes } = this.limits
    const { inputTokens, outputTokens, outputBytes } = this.#used
    return new TurnBudget(
      {
        maxSteps: 1,
        endsWithAnswer: true,
        maxOutputTokens: Math.min(maxOutputTokens, this.limits.maxOutputTokens),
        maxTextTokens: maxOutputTokens,
        maxTokens: maxTokens - inputTokens - outputTokens,
        maxCostUsd: maxCostUsd - this.#cost(),
        maxToolCalls: 0,
        maxOutputBytes: maxOutputBytes - outputBytes,
        maxMs: Math.min(maxMs, this.msLeft),
      },
      { price: this.#price, now: this.#now },
    )
  }

  /** Counts what a call beside the steps took. */
  charge({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }): void {
    this.#used.inputTokens += inputTokens
    this.#used.outputTokens += outputTokens
  }

  #toolsLeft(): boolean {
    return this.#used.toolCalls < this.limits.maxToolCalls
  }

  #cost(): number {
    return this.priceOf(this.#used)
  }

  #limit(name: LimitName): ReachedLimit {
    return reachedLimit(name, this.limits[name])
  }
}

/** Fewer tokens say nothing, and cost the whole input. */
const LEAST_OUTPUT_TOKENS = 50

const worthIt = (tokens: number) => (tokens < LEAST_OUTPUT_TOKENS ? 0 : tokens)

/** Tokens of output that so many dollars pay for, beside the input. */
function outputFor(dollars: number, inputTokens: number, { input, output }: ModelPrice): number {
  return Math.floor((dollars * 1e6 - inputTokens * input) / Math.max(output, 1e-9))
}

function sizeOf(prompt: LanguageModelV4Prompt): number {
  return prompt.reduce((sum, message) => sum + messageLength(message), 0)
}
