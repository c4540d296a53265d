import { DocentError, type ModelProvider, type ResolvedModel } from '@docent/core/plugin'
import { OfflineModel, type OfflineModelOptions } from './offline-model.ts'

const MODEL = 'docent'

/** The provider of `offline:docent`. It is never a default: only a project that names it gets it. */
export class OfflineModelProvider implements ModelProvider {
  readonly name = 'offline'
  readonly #model: OfflineModel

  constructor(options: OfflineModelOptions) {
    this.#model = new OfflineModel(MODEL, options)
  }

  model(modelId: string): ResolvedModel {
    if (modelId !== MODEL) {
      throw new DocentError(
        'model_not_configured',
        `The offline provider has one model, offline:${MODEL}; there is no offline:${modelId}.`,
      )
    }
    return {
      id: `${this.name}:${MODEL}`,
      model: this.#model,
      contextTokens: 1_000_000,
      outputTokens: 100_000,
      caching: false,
      price: { input: 0, output: 0 },
    }
  }
}
