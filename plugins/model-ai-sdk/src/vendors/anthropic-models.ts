import { createAnthropic } from '@ai-sdk/anthropic'
import type { Clock, ModelProvider } from '@docent/core/plugin'
import { AiSdkModelProvider } from '../ai-sdk-model-provider.ts'
import { definedDefaults, type Environment, versioned } from '../environment.ts'
import { refuseWebPages } from '../guarded/refuse-web-pages.ts'
import { ANTHROPIC_MODELS, UNKNOWN_CLAUDE } from '../known-models.ts'
import type { AnthropicOptions } from '../options.ts'

const DEFAULTS = {
  agent: 'claude-sonnet-5-5',
  assistant: 'claude-sonnet-5-5',
  sonnet: 'claude-sonnet-5-5',
  opus: 'claude-opus-5-5',
} as const

/** The provider `anthropic`. */
export function anthropicModels(options: AnthropicOptions, env: Environment, clock: Clock): ModelProvider {
  const apiKey = options.apiKey ?? (env.ANTHROPIC_API_KEY || undefined)
  const address = versioned(options.baseURL ?? (env.ANTHROPIC_BASE_URL || 'https://api.anthropic.com/v1'))
  const client = createAnthropic({
    // The client must not look for a key or an address by itself.
    apiKey: apiKey ?? '',
    baseURL: address,
    fetch: refuseWebPages,
    headers: options.headers,
  })
  return new AiSdkModelProvider({
    name: 'anthropic',
    apiKey,
    keySource: 'ANTHROPIC_API_KEY (option apiKey of anthropic())',
    address,
    addressSource: 'ANTHROPIC_BASE_URL (option baseURL of anthropic())',
    language: (modelId) => client.languageModel(modelId),
    known: ANTHROPIC_MODELS,
    unknown: UNKNOWN_CLAUDE,
    settings: options.models,
    settingSource: 'anthropic()',
    // https://docs.claude.com/en/docs/build-with-claude/prompt-caching
    cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    defaults: { ...DEFAULTS, ...definedDefaults(options.defaults) },
    firstByteMs: options.firstByteMs,
    idleMs: options.idleMs,
    clock,
  })
}
