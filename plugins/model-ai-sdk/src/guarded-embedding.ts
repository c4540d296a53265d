import type { EmbeddingModelV4, EmbeddingModelV4CallOptions, EmbeddingModelV4Result } from '@ai-sdk/provider'
import type { GuardOptions } from './guarded-model.ts'
import { mapError } from './map-error.ts'
import { Silence } from './silence.ts'

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

  async doEmbed(options: EmbeddingModelV4CallOptions): Promise<EmbeddingModelV4Result> {
    options.abortSignal?.throwIfAborted()
    const silence = new Silence(options.abortSignal, this.#options.firstByteMs)
    try {
      return await silence.race(this.#model.doEmbed({ ...options, abortSignal: silence.signal }))
    } catch (error) {
      const reason = silence.signal.aborted ? silence.signal.reason : error
      throw mapError(reason, { ...this.#options.errors, signal: options.abortSignal })
    } finally {
      silence.end()
    }
  }
}
