import type { EmbeddingModelV4, RerankingModelV4 } from '@ai-sdk/provider'
import { inject, injectable } from 'tsyringe'
import { SpendReached } from '../domain/spend-reached.ts'
import { Models } from '../models/models.ts'
import { Clock } from '../ports/clock.ts'
import { countedTokens, estimateTokens } from '../turn/estimate-tokens.ts'
import { isCapped, SpendCaps, type SpendSubject } from './spend-caps.ts'

/** What is set aside for a call comes back after this long when its process ended, ms. */
const LONGEST_CALL_MS = 5 * 60_000
/** The estimate of a text may be too low by this factor: scripts differ. */
const MARGIN = 3

interface MeteredCall<Result> {
  subject: SpendSubject
  id: string
  texts: readonly string[]
  signal: AbortSignal | undefined
  call(): PromiseLike<Result>
  /** Tokens that the provider counted. */
  tokensOf(result: Result): number | undefined
}

/** Embedding and re-ranking models whose calls count against the monthly spend caps of a project and a key. */
@injectable()
export class MeteredModels {
  constructor(
    @inject(Models) private readonly models: Models,
    @inject(SpendCaps) private readonly spendCaps: SpendCaps,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * A call rejects with SpendReached before it costs anything, when a cap has no room for it.
   * @throws DocentError `model_not_configured`
   */
  embedding(id: string, subject: SpendSubject): EmbeddingModelV4 {
    const model = this.models.embedding(id)
    const { specificationVersion, provider, modelId, maxEmbeddingsPerCall, supportsParallelCalls } = model
    return {
      specificationVersion,
      provider,
      modelId,
      maxEmbeddingsPerCall,
      supportsParallelCalls,
      doEmbed: (options) =>
        this.#meter({
          subject,
          id,
          texts: options.values,
          signal: options.abortSignal,
          call: () => model.doEmbed(options),
          tokensOf: ({ usage }) => usage?.tokens,
        }),
    }
  }

  /** As `embedding`. Providers report no tokens of a re-ranking: they are estimated. */
  reranking(id: string, subject: SpendSubject): RerankingModelV4 {
    const model = this.models.reranking(id)
    const { specificationVersion, provider, modelId } = model
    return {
      specificationVersion,
      provider,
      modelId,
      doRerank: (options) => {
        const { query, documents } = options
        // A model of pairs reads the query once for each document.
        const texts =
          documents.type === 'text'
            ? documents.values.map((text) => query + text)
            : documents.values.map((value) => query + JSON.stringify(value))
        const { abortSignal: signal } = options
        const call = () => model.doRerank(options)
        return this.#meter({ subject, id, texts, signal, call, tokensOf: () => undefined })
      },
    }
  }

  async #meter<Result>({
    subject,
    id,
    texts,
    signal = new AbortController().signal,
    call,
    tokensOf,
  }: MeteredCall<Result>): Promise<Result> {
    if (!isCapped(subject)) return call()
    const price = this.models.price(id)
    const spend = await this.spendCaps.open(subject, { id, ...(price ? { price } : {}) }, { signal })
    if (!spend || !price) return call()
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    const usdOf = (tokens: number) => (tokens * price.input) / 1_000_000
    const highest = usdOf(estimateTokens(bytes) * MARGIN)
    const hold = await spend.hold(highest, LONGEST_CALL_MS, signal)
    let spent = 0
    try {
      if (hold.usd < highest) {
        const states = await this.spendCaps.report(subject, { signal })
        const tightest = states.toSorted((one, other) => one.left - other.left)[0]
        if (tightest) throw new SpendReached(tightest, this.clock.now())
      }
      const result = await call()
      spent = usdOf(countedTokens(tokensOf(result), bytes))
      return result
    } finally {
      await hold.settle(spent)
    }
  }
}
