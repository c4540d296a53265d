import type { RerankingModelV4, RerankingModelV4CallOptions, RerankingModelV4Result } from '@ai-sdk/provider'
import type { GuardOptions } from './guarded-model.ts'
import { mapError } from './map-error.ts'
import { Silence } from './silence.ts'

/** A vendor's re-ranking model whose failures are DocentErrors. It never retries. */
export class GuardedReranking implements RerankingModelV4 {
  readonly specificationVersion = 'v4'
  readonly #model: RerankingModelV4
  readonly #options: Pick<GuardOptions, 'firstByteMs' | 'errors'>

  constructor(model: RerankingModelV4, options: Pick<GuardOptions, 'firstByteMs' | 'errors'>) {
    this.#model = model
    this.#options = options
  }

  get provider(): string {
    return this.#model.provider
  }

  get modelId(): string {
    return this.#model.modelId
  }

  async doRerank(options: RerankingModelV4CallOptions): Promise<RerankingModelV4Result> {
    options.abortSignal?.throwIfAborted()
    const silence = new Silence(options.abortSignal, this.#options.firstByteMs)
    try {
      return await silence.race(this.#model.doRerank({ ...options, abortSignal: silence.signal }))
    } catch (error) {
      const reason = silence.signal.aborted ? silence.signal.reason : error
      throw mapError(reason, { ...this.#options.errors, signal: options.abortSignal })
    } finally {
      silence.end()
    }
  }
}
