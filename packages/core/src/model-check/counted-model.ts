import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { DocentError } from '../errors/docent-error.ts'
import type { ModelPrice, ResolvedModel } from '../ports/model-provider.ts'
import { countedTokens, estimateTokens } from '../turn/estimate-tokens.ts'
import type { SpendHold, TurnSpend } from '../turn/turn-spend.ts'

/** No call of a check is longer, ms: what it set aside is free again then. */
const LONGEST_CALL_MS = 600_000

/** What a check counts of the calls of a model, whoever makes them. */
export interface CallMeter {
  calls: number
  /** Times that the server answered with status 429. */
  refusals: number
  /** The spend caps that the calls count against. */
  spend?: TurnSpend | undefined
  /** Why no further call is made: a spend cap is used up. */
  stopped?: string
}

/** A model whose calls are counted, and paid for by spend caps. */
export class CountedModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: LanguageModelV4['supportedUrls']
  readonly #resolved: Pick<ResolvedModel, 'model' | 'price' | 'outputTokens'>
  readonly #meter: CallMeter

  constructor(resolved: Pick<ResolvedModel, 'model' | 'price' | 'outputTokens'>, meter: CallMeter) {
    const { provider, modelId, supportedUrls } = resolved.model
    this.provider = provider
    this.modelId = modelId
    this.supportedUrls = supportedUrls
    this.#resolved = resolved
    this.#meter = meter
  }

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const settle = await this.#begin(options)
    try {
      const result = await this.#resolved.model.doGenerate(options)
      await settle(result.usage)
      return result
    } catch (error) {
      throw await this.#failed(error, settle)
    }
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const settle = await this.#begin(options)
    try {
      const result = await this.#resolved.model.doStream(options)
      return { ...result, stream: result.stream.pipeThrough(settledAtEnd(settle)) }
    } catch (error) {
      throw await this.#failed(error, settle)
    }
  }

  async #begin(options: LanguageModelV4CallOptions): Promise<Settle> {
    this.#meter.calls++
    const { price, outputTokens } = this.#resolved
    const { spend } = this.#meter
    if (!spend || !price) return async () => undefined
    const bytes = Buffer.byteLength(JSON.stringify([options.prompt, options.tools]))
    const most = priceOf(price, estimateTokens(bytes), options.maxOutputTokens ?? outputTokens)
    const signal = options.abortSignal ?? new AbortController().signal
    const hold = await spend.hold(most, LONGEST_CALL_MS, signal)
    if (hold.usd < most) {
      await hold.settle(0)
      this.#meter.stopped = `The check stopped: ${hold.limit.message}`
      throw new DocentError('model_failed', this.#meter.stopped)
    }
    return settleOf(hold, price, bytes)
  }

  async #failed(error: unknown, settle: Settle): Promise<unknown> {
    if (isRefusal(error)) this.#meter.refusals++
    await settle(undefined)
    return error
  }
}

/** Counts what a call cost, once. Without a count the call counts as one that was not answered. */
type Settle = (usage: LanguageModelV4Usage | undefined) => Promise<void>

function settleOf(hold: SpendHold, price: ModelPrice, bytes: number): Settle {
  return (usage) =>
    hold.settle(
      usage === undefined
        ? 0
        : priceOf(price, countedTokens(usage.inputTokens.total, bytes), usage.outputTokens.total ?? 0),
    )
}

/** A reply that is cut short costs its prompt at least: its hold stays until it ends by itself. */
function settledAtEnd(settle: Settle): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  return new TransformStream({
    async transform(part, controller) {
      if (part.type === 'finish') await settle(part.usage)
      controller.enqueue(part)
    },
  })
}

function priceOf({ input, output }: ModelPrice, inputTokens: number, outputTokens: number): number {
  return (inputTokens * input + outputTokens * output) / 1_000_000
}

/** The server limits how often it may be asked. */
function isRefusal(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('statusCode' in each && each.statusCode === 429) return true
  }
  return false
}
