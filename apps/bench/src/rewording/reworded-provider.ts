import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelProvider } from '@docent/core/plugin'
import { rewordCall } from './reword-call.ts'

/** A provider whose models read every sentence of Docent in other words. */
export function rewordedProvider(provider: ModelProvider): ModelProvider {
  return {
    name: provider.name,
    model: (id) => {
      const resolved = provider.model(id)
      return { ...resolved, model: rewordedModel(resolved.model) }
    },
  }
}

function rewordedModel(model: LanguageModelV4): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(rewordCall(options)),
    doStream: (options) => model.doStream(rewordCall(options)),
  }
}
