import type { EmbeddingModelV4, EmbeddingModelV4CallOptions, EmbeddingModelV4Result } from '@ai-sdk/provider'
import { defined } from '@docent/core/plugin'
import type { GuardOptions } from './guard-options.ts'
import { guardedCall } from './guarded-call.ts'

/**
 * A vendor's embedding model whose failures are DocentErrors. `embedMany` sends more texts than one request takes in
 * several. It never retries.
 */
export class GuardedEmbedding implements EmbeddingModelV4 {
  readonly specificationVersion = 'v4'
  readonly #model: EmbeddingModelV4
  readonly #options: Pick<GuardOptions, 'firstByteMs' | 'errors'>

  constructor(model: EmbeddingModelV4, options: Pick<GuardOptions, 'firstByteMs' | 'errors'>) {
    this.#model = model
    this.#options = options
  }

  get provider(): string {
    return this.#model.provider
  }

  get modelId(): string {
    return this.#model.modelId
  }

  get maxEmbeddingsPerCall(): EmbeddingModelV4['maxEmbeddingsPerCall'] {
    return this.#model.maxEmbeddingsPerCall
  }

  get supportsParallelCalls(): EmbeddingModelV4['supportsParallelCalls'] {
    return this.#model.supportsParallelCalls
  }

  async doEmbed(options: EmbeddingModelV4CallOptions): Promise<EmbeddingModelV4Result> {
    const { values, headers, providerOptions } = options
    // Imported when it is first needed: it takes longer to load than a server to start.
    const { embedMany } = await import('ai')
    return guardedCall(options.abortSignal, this.#options, async (abortSignal) => {
      const { embeddings, usage, warnings, providerMetadata } = await embedMany({
        model: this.#model,
        values: [...values],
        maxRetries: 0,
        abortSignal,
        ...defined({ headers: headers && defined(headers), providerOptions }),
      })
      return { embeddings, usage, warnings, ...defined({ providerMetadata }) }
    })
  }
}
