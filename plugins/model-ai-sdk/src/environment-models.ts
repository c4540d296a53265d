import { type Clock, DocentError, defined, type ModelProvider } from '@docent/core/plugin'
import type { Environment } from './environment.ts'
import { OLLAMA_VARIABLES, OPENAI_VARIABLES, settingsOf } from './environment-settings.ts'
import {
  AnthropicOptions,
  GatewayOptions,
  type ModelSettings,
  OpenaiCompatibleOptions,
  OpenaiOptions,
} from './options.ts'
import { anthropicModels } from './vendors/anthropic-models.ts'
import { gatewayModels } from './vendors/gateway-models.ts'
import { openaiCompatibleModels } from './vendors/openai-compatible-models.ts'
import { openaiModels } from './vendors/openai-models.ts'

interface Timeouts {
  firstByteMs: number
  idleMs: number
}

/**
 * The providers that the environment has keys or addresses for, in the order in which they are a default: Anthropic,
 * OpenAI, a compatible server at OPENAI_BASE_URL, Ollama. The AI Gateway has no default: a project names its models.
 * @throws DocentError `configuration` for an address that is none and for a setting that cannot be used.
 */
export function environmentModels(env: Environment, timeouts: Timeouts, clock: Clock): ModelProvider[] {
  const providers: ModelProvider[] = []
  for (const variable of ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL'] as const)
    assertAddress(variable, env[variable])
  if (env.ANTHROPIC_API_KEY) providers.push(anthropicModels(AnthropicOptions.parse(timeouts), env, clock))
  const address = env.OPENAI_BASE_URL
  if (address && new URL(address).hostname !== 'api.openai.com') {
    // Another server: it knows other models, and rarely the Responses API.
    const options = { name: 'openai', baseURL: address, apiKey: env.OPENAI_API_KEY, model: env.OPENAI_MODEL }
    const variables = { apiKey: 'OPENAI_API_KEY', baseURL: 'OPENAI_BASE_URL' }
    const { settings, ...times } = settingsOf(env, OPENAI_VARIABLES)
    providers.push(
      openaiCompatibleModels(compatible(options, { ...timeouts, ...times }, settings), clock, {
        ...variables,
        settings: OPENAI_VARIABLES,
      }),
    )
  } else if (env.OPENAI_API_KEY) {
    const { settings, ...times } = settingsOf(env, OPENAI_VARIABLES)
    const options = OpenaiOptions.parse({ ...timeouts, ...times, models: { '*': settings } })
    providers.push(openaiModels(options, env, clock, OPENAI_VARIABLES))
  }
  if (env.OLLAMA_HOST) {
    const baseURL = ollamaAddress(env.OLLAMA_HOST)
    const { settings, ...times } = settingsOf(env, OLLAMA_VARIABLES)
    const own = { name: 'ollama', baseURL, model: env.OLLAMA_MODEL }
    const options = compatible(own, { ...timeouts, ...times }, settings)
    const variables = { baseURL: 'OLLAMA_HOST', settings: OLLAMA_VARIABLES }
    providers.push(openaiCompatibleModels(options, clock, variables))
  }
  if (env.AI_GATEWAY_API_KEY) providers.push(gatewayModels(GatewayOptions.parse(timeouts), env, clock))
  return providers
}

function compatible(
  { name, baseURL, apiKey, model }: CompatibleVariables,
  timeouts: Timeouts,
  settings: ModelSettings,
): OpenaiCompatibleOptions {
  return OpenaiCompatibleOptions.parse({
    ...timeouts,
    name,
    baseURL,
    models: { '*': settings },
    ...defined({ apiKey: apiKey || undefined }),
    ...(model ? { defaults: { agent: model, assistant: model, sonnet: model, opus: model } } : {}),
  })
}

interface CompatibleVariables {
  name: string
  baseURL: string
  apiKey?: string | undefined
  model?: string | undefined
}

/** Ollama's own variable: a host, with or without scheme and port; `0.0.0.0` is what it listens on. */
function ollamaAddress(host: string): string {
  const address = /^https?:\/\//.test(host) ? host : `http://${host}`
  if (!URL.canParse(address)) throw noAddress('OLLAMA_HOST', host, '127.0.0.1:11434')
  const url = new URL(address)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.port === '' && !/^https?:\/\//.test(host)) url.port = '11434'
  return `${url.origin}/v1`
}

function assertAddress(variable: string, value: string | undefined): void {
  if (value && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw noAddress(variable, value, 'http://127.0.0.1:8000/v1')
}

function noAddress(variable: string, value: string, example: string): DocentError {
  return new DocentError(
    'configuration',
    `${variable} is "${value}", which is not an address. Write it as ${example}.`,
  )
}
