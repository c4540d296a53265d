import { definePlugin, type PluginFactory } from '@docent/core/plugin'
import { environmentModels } from './environment-models.ts'
import { manifest } from './manifest.ts'
import {
  AnthropicOptions,
  FromEnvironmentOptions,
  GatewayOptions,
  OpenaiCompatibleOptions,
  OpenaiOptions,
} from './options.ts'
import { anthropicModels } from './vendors/anthropic-models.ts'
import { gatewayModels } from './vendors/gateway-models.ts'
import { openaiCompatibleModels } from './vendors/openai-compatible-models.ts'
import { openaiModels } from './vendors/openai-models.ts'

/**
 * Claude models under `anthropic:`.
 *
 * @example
 * export default defineConfig({ plugins: [anthropic()] }) // with ANTHROPIC_API_KEY set
 */
export const anthropic: PluginFactory<typeof AnthropicOptions> = definePlugin({
  name: 'model-ai-sdk',
  manifest,
  options: AnthropicOptions,
  setup: (options, docent) => docent.addModelProvider(anthropicModels(options, docent.env, docent.clock)),
})

/** OpenAI's models under `openai:`, with embeddings. */
export const openai: PluginFactory<typeof OpenaiOptions> = definePlugin({
  name: 'model-ai-sdk',
  manifest,
  options: OpenaiOptions,
  setup: (options, docent) => docent.addModelProvider(openaiModels(options, docent.env, docent.clock)),
})

/**
 * Models of any server that speaks OpenAI's chat completions, under the name given.
 *
 * @example
 * openaiCompatible({
 *   name: 'ollama',
 *   baseURL: 'http://127.0.0.1:11434/v1',
 *   models: { 'qwen3:32b': { contextTokens: 40_960 } },
 * })
 */
export const openaiCompatible: PluginFactory<typeof OpenaiCompatibleOptions> = definePlugin({
  name: 'model-ai-sdk',
  manifest,
  options: OpenaiCompatibleOptions,
  setup: (options, docent) => docent.addModelProvider(openaiCompatibleModels(options, docent.clock)),
})

/**
 * Models of many vendors under `gateway:`, behind one key.
 *
 * @example
 * gateway({ defaults: { agent: 'anthropic/claude-sonnet-5.5', assistant: 'openai/gpt-5-mini' } })
 */
export const gateway: PluginFactory<typeof GatewayOptions> = definePlugin({
  name: 'model-ai-sdk',
  manifest,
  options: GatewayOptions,
  setup: (options, docent) => docent.addModelProvider(gatewayModels(options, docent.env, docent.clock)),
})

/** The providers that the environment has keys or addresses for; none when it has none. */
export const modelsFromEnvironment: PluginFactory<typeof FromEnvironmentOptions> = definePlugin({
  name: 'model-ai-sdk',
  manifest,
  options: FromEnvironmentOptions,
  setup(timeouts, docent) {
    for (const provider of environmentModels(docent.env, timeouts, docent.clock))
      docent.addModelProvider(provider)
  },
})
