import type { RerankingModelV4, RerankingModelV4CallOptions, RerankingModelV4Result } from '@ai-sdk/provider'
import type { GuardOptions } from './guard-options.ts'
import { guardedCall } from './guarded-call.ts'

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

  doRerank(options: RerankingModelV4CallOptions): Promise<RerankingModelV4Result> {
    return guardedCall(options.abortSignal, this.#options, (abortSignal) =>
      this.#model.doRerank({ ...options, abortSignal }),
    )
  }
}
