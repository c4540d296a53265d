import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Clock, ModelProvider } from '@docent/core'
import { AiSdkModelProvider } from './ai-sdk-model-provider.ts'
import { definedDefaults, versioned } from './environment.ts'
import { UNKNOWN_COMPATIBLE } from './known-models.ts'
import type { OpenaiCompatibleOptions } from './options.ts'

/** A provider for any server that speaks OpenAI's chat completions, under a name of its own. */
export function openaiCompatibleModels(options: OpenaiCompatibleOptions, clock: Clock): ModelProvider {
  const client = createOpenAICompatible({
    name: options.name,
    baseURL: versioned(options.baseURL),
    headers: options.headers,
    // Without it these servers do not count a streamed reply.
    includeUsage: true,
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
  })
  return new AiSdkModelProvider({
    name: options.name,
    apiKey: options.apiKey ?? '',
    keySource: `the option apiKey of openaiCompatible({ name: '${options.name}' })`,
    language: (modelId) => client.chatModel(modelId),
    embedding: (modelId) => client.embeddingModel(modelId),
    known: {},
    unknown: UNKNOWN_COMPATIBLE,
    settings: options.models,
    ...(options.defaults === undefined ? {} : { defaults: definedDefaults(options.defaults) }),
    firstByteMs: options.firstByteMs,
    idleMs: options.idleMs,
    clock,
  })
}
