import type { EmbeddingModelV4, EmbeddingModelV4CallOptions, EmbeddingModelV4Result } from '@ai-sdk/provider'
import { guardedCall } from './guarded-call.ts'
import type { GuardOptions } from './guarded-model.ts'

/** A vendor's embedding model whose failures are DocentErrors. It never retries. */
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

  doEmbed(options: EmbeddingModelV4CallOptions): Promise<EmbeddingModelV4Result> {
    return guardedCall(options.abortSignal, this.#options, (abortSignal) =>
      this.#model.doEmbed({ ...options, abortSignal }),
    )
  }
}
