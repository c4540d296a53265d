import type { LanguageModelV4 } from '@ai-sdk/provider'
import { DocentError, defined, type ModelProvider, type ResolvedModel } from '@docent/core/plugin'

/** A model, or what `model()` must say about it beside the defaults. */
export type ProvidedModel =
  | LanguageModelV4
  | (Partial<Omit<ResolvedModel, 'id'>> & { model: LanguageModelV4 })

/**
 * A ModelProvider over models made elsewhere, by id. Defaults: 200,000 tokens of context, 8,192 of output, no caching.
 *
 * @example
 * const provider = scriptedProvider('test', { fast: scriptedModel([{ text: 'Hello.' }]) })
 * provider.model('fast').id // 'test:fast'
 */
export function scriptedProvider(
  name: string,
  models: Readonly<Record<string, ProvidedModel>>,
  defaults?: NonNullable<ModelProvider['defaults']>,
): ModelProvider {
  return {
    name,
    ...defined({ defaults }),
    model(modelId) {
      const provided = Object.hasOwn(models, modelId) ? models[modelId] : undefined
      if (provided === undefined) {
        throw new DocentError(
          'model_not_configured',
          `The provider ${name} has no model '${modelId}'. It has: ${Object.keys(models).join(', ')}.`,
        )
      }
      const about = 'doStream' in provided ? { model: provided } : provided
      return {
        contextTokens: 200_000,
        outputTokens: 8192,
        caching: false,
        ...about,
        id: `${name}:${modelId}`,
      }
    },
  }
}
