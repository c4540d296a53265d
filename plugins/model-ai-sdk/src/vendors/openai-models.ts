import { createOpenAI } from '@ai-sdk/openai'
import { type Clock, defined, type ModelProvider } from '@docent/core/plugin'
import { AiSdkModelProvider } from '../ai-sdk-model-provider.ts'
import { definedDefaults, type Environment, versioned } from '../environment.ts'
import type { SettingVariables } from '../environment-settings.ts'
import { refuseWebPages } from '../guarded/refuse-web-pages.ts'
import { OPENAI_MODELS, UNKNOWN_OPENAI } from '../known-models.ts'
import type { OpenaiOptions } from '../options.ts'

const DEFAULTS = {
  agent: 'gpt-6.1-sol',
  assistant: 'gpt-6.1-terra',
  sonnet: 'gpt-6.1-terra',
  opus: 'gpt-6.1-sol',
} as const

/**
 * The provider `openai`.
 * @param variables environment variables that the settings of models come from.
 */
export function openaiModels(
  options: OpenaiOptions,
  env: Environment,
  clock: Clock,
  variables?: SettingVariables,
): ModelProvider {
  const apiKey = options.apiKey ?? (env.OPENAI_API_KEY || undefined)
  const address = versioned(options.baseURL ?? (env.OPENAI_BASE_URL || 'https://api.openai.com/v1'))
  const client = createOpenAI({
    // The client must not look for a key or an address by itself.
    apiKey: apiKey ?? '',
    baseURL: address,
    fetch: refuseWebPages,
    headers: options.headers,
    ...defined({ organization: options.organization, project: options.project }),
  })
  return new AiSdkModelProvider({
    name: 'openai',
    apiKey,
    keySource: 'OPENAI_API_KEY (option apiKey of openai())',
    address,
    addressSource: 'OPENAI_BASE_URL (option baseURL of openai())',
    language: (modelId) => (options.api === 'chat' ? client.chat(modelId) : client.responses(modelId)),
    embedding: (modelId) => client.embeddingModel(modelId),
    known: OPENAI_MODELS,
    unknown: UNKNOWN_OPENAI,
    settings: options.models,
    settingSource: variables ?? 'openai()',
    defaults: { ...DEFAULTS, ...definedDefaults(options.defaults) },
    // Docent stores the conversation itself: nothing is kept at OpenAI, and a run goes on when it would be gone there.
    providerOptions: { openai: { store: false } },
    firstByteMs: options.firstByteMs,
    idleMs: options.idleMs,
    clock,
  })
}
