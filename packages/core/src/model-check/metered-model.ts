import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'

/** What a check counts of the calls of a model, whoever makes them. */
export interface CallMeter {
  calls: number
  /** Times that the server answered with status 429. */
  refusals: number
}

/** A model whose calls are counted. */
export class MeteredModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: LanguageModelV4['supportedUrls']
  readonly #model: LanguageModelV4
  readonly #meter: CallMeter

  constructor(model: LanguageModelV4, meter: CallMeter) {
    this.provider = model.provider
    this.modelId = model.modelId
    this.supportedUrls = model.supportedUrls
    this.#model = model
    this.#meter = meter
  }

  doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    return this.#counted(() => this.#model.doGenerate(options))
  }

  doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    return this.#counted(() => this.#model.doStream(options))
  }

  async #counted<Result>(call: () => PromiseLike<Result>): Promise<Result> {
    this.#meter.calls++
    try {
      return await call()
    } catch (error) {
      if (isRefusal(error)) this.#meter.refusals++
      throw error
    }
  }
}

/** The server limits how often it may be asked. */
function isRefusal(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('statusCode' in each && each.statusCode === 429) return true
  }
  return false
}
