import type { EmbeddingModelV4, LanguageModelV4, ProviderV4 } from '@ai-sdk/provider'

type Sdk = typeof import('ai')
type Registry = Pick<ProviderV4, 'languageModel' | 'embeddingModel'>

/**
 * The models of one provider in a registry of `ai`. Both are made at the first call: `ai` takes longer to load than a
 * server takes to start.
 */
export class RegisteredModels {
  readonly #name: string
  readonly #make: (sdk: Sdk) => ProviderV4
  #registry: Registry | undefined

  constructor(name: string, make: (sdk: Sdk) => ProviderV4) {
    this.#name = name
    this.#make = make
  }

  language(modelId: string): LanguageModelV4 {
    const model = async () => (await this.#models()).languageModel(`${this.#name}:${modelId}`)
    return {
      specificationVersion: 'v4',
      provider: this.#name,
      modelId,
      get supportedUrls() {
        return model().then(({ supportedUrls }) => supportedUrls)
      },
      doGenerate: async (options) => (await model()).doGenerate(options),
      doStream: async (options) => (await model()).doStream(options),
    }
  }

  embedding(modelId: string): EmbeddingModelV4 {
    const model = async () => (await this.#models()).embeddingModel(`${this.#name}:${modelId}`)
    return {
      specificationVersion: 'v4',
      provider: this.#name,
      modelId,
      get maxEmbeddingsPerCall() {
        return model().then(({ maxEmbeddingsPerCall }) => maxEmbeddingsPerCall)
      },
      get supportsParallelCalls() {
        return model().then(({ supportsParallelCalls }) => supportsParallelCalls)
      },
      doEmbed: async (options) => (await model()).doEmbed(options),
    }
  }

  async #models(): Promise<Registry> {
    const sdk = await import('ai')
    this.#registry ??= sdk.createProviderRegistry({ [this.#name]: this.#make(sdk) })
    return this.#registry
  }
}
