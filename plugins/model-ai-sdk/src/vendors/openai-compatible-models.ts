import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type Clock, defined, type ModelProvider } from '@docent/core/plugin'
import { AiSdkModelProvider } from '../ai-sdk-model-provider.ts'
import { definedDefaults, versioned } from '../environment.ts'
import type { SettingVariables } from '../environment-settings.ts'
import { refuseWebPages } from '../guarded/refuse-web-pages.ts'
import { HttpReranking } from '../http-reranking.ts'
import { UNKNOWN_COMPATIBLE } from '../known-models.ts'
import type { OpenaiCompatibleOptions } from '../options.ts'
import { RERANK_FORMATS } from '../rerank-format.ts'

/**
 * A provider for any server that speaks OpenAI's chat completions, under a name of its own.
 * @param variables environment variables that the options come from: errors name them.
 */
export function openaiCompatibleModels(
  options: OpenaiCompatibleOptions,
  clock: Clock,
  variables: { apiKey?: string; baseURL?: string; settings?: SettingVariables } = {},
): ModelProvider {
  const address = versioned(options.baseURL)
  const factory = `openaiCompatible({ name: '${options.name}' })`
  const client = createOpenAICompatible({
    name: options.name,
    baseURL: address,
    fetch: refuseWebPages,
    headers: options.headers,
    // Without it these servers do not count a streamed reply.
    includeUsage: true,
    ...defined({ apiKey: options.apiKey }),
  })
  return new AiSdkModelProvider({
    name: options.name,
    apiKey: options.apiKey ?? '',
    keySource: variables.apiKey ?? `the option apiKey of ${factory}`,
    address,
    addressSource: variables.baseURL ?? `the option baseURL of ${factory}`,
    language: (modelId) => client.chatModel(modelId),
    embedding: (modelId) => client.embeddingModel(modelId),
    reranking: (modelId) => rerankingModel(options, modelId),
    known: {},
    unknown: UNKNOWN_COMPATIBLE,
    settings: options.models,
    settingSource: variables.settings ?? factory,
    ...(options.defaults === undefined ? {} : { defaults: definedDefaults(options.defaults) }),
    firstByteMs: options.firstByteMs,
    idleMs: options.idleMs,
    clock,
  })
}

function rerankingModel(options: OpenaiCompatibleOptions, modelId: string): HttpReranking {
  const { name, apiKey, headers, rerank } = options
  const format = RERANK_FORMATS[rerank.api]
  const address = versioned(options.baseURL).replace(/(?<!\/)\/+$/, '')
  const server = format.versioned ? address : address.replace(/\/v1$/, '')
  return new HttpReranking({
    provider: name,
    modelId,
    url: rerank.url ?? server + format.path,
    apiKey,
    headers,
    format,
    maxDocuments: rerank.maxDocuments ?? format.maxDocuments,
  })
}
