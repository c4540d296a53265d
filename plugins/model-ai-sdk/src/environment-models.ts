import type { Clock, ModelProvider } from '@docent/core'
import { anthropicModels } from './anthropic-models.ts'
import type { Environment } from './environment.ts'
import { openaiCompatibleModels } from './openai-compatible-models.ts'
import { openaiModels } from './openai-models.ts'
import { AnthropicOptions, OpenaiCompatibleOptions, OpenaiOptions } from './options.ts'

interface Timeouts {
  firstByteMs: number
  idleMs: number
}

/**
 * The providers that the environment has keys or addresses for, in the order in which they are a default: Anthropic,
 * OpenAI, a compatible server at OPENAI_BASE_URL, Ollama.
 */
export function environmentModels(env: Environment, timeouts: Timeouts, clock: Clock): ModelProvider[] {
  const providers: ModelProvider[] = []
  if (env.ANTHROPIC_API_KEY) providers.push(anthropicModels(AnthropicOptions.parse(timeouts), env, clock))
  const address = env.OPENAI_BASE_URL
  if (address && new URL(address).hostname !== 'api.openai.com') {
    // Another server: it knows other models, and rarely the Responses API.
    providers.push(compatible('openai', address, env.OPENAI_API_KEY, env.OPENAI_MODEL, timeouts, clock))
  } else if (env.OPENAI_API_KEY) providers.push(openaiModels(OpenaiOptions.parse(timeouts), env, clock))
  if (env.OLLAMA_HOST) {
    providers.push(
      compatible('ollama', ollamaAddress(env.OLLAMA_HOST), undefined, env.OLLAMA_MODEL, timeouts, clock),
    )
  }
  return providers
}

function compatible(
  name: string,
  baseURL: string,
  apiKey: string | undefined,
  model: string | undefined,
  timeouts: Timeouts,
  clock: Clock,
): ModelProvider {
  const options = OpenaiCompatibleOptions.parse({
    ...timeouts,
    name,
    baseURL,
    ...(apiKey ? { apiKey } : {}),
    ...(model ? { defaults: { agent: model, assistant: model, sonnet: model, opus: model } } : {}),
  })
  return openaiCompatibleModels(options, clock)
}

/** Ollama's own variable: a host, with or without scheme and port; `0.0.0.0` is what it listens on. */
function ollamaAddress(host: string): string {
  const url = new URL(/^https?:\/\//.test(host) ? host : `http://${host}`)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.port === '' && !/^https?:\/\//.test(host)) url.port = '11434'
  return `${url.origin}/v1`
}
