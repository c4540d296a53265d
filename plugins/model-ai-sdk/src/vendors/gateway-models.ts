import type { Clock, ModelProvider } from '@docent/core/plugin'
import { AiSdkModelProvider } from '../ai-sdk-model-provider.ts'
import { definedDefaults, type Environment } from '../environment.ts'
import { refuseWebPages } from '../guarded/refuse-web-pages.ts'
import { UNKNOWN_COMPATIBLE } from '../known-models.ts'
import type { GatewayOptions } from '../options.ts'
import { RegisteredModels } from './registered-models.ts'

/** The provider `gateway`: models of many vendors behind one address and one key. */
export function gatewayModels(options: GatewayOptions, env: Environment, clock: Clock): ModelProvider {
  const apiKey = options.apiKey ?? (env.AI_GATEWAY_API_KEY || undefined)
  const address = options.baseURL
  const models = new RegisteredModels('gateway', ({ createGateway }) =>
    // Without a key the client would look for one by itself; the provider refuses before.
    createGateway({
      apiKey: apiKey ?? '',
      baseURL: address,
      fetch: refuseWebPages,
      headers: options.headers,
    }),
  )
  return new AiSdkModelProvider({
    name: 'gateway',
    apiKey,
    keySource: 'AI_GATEWAY_API_KEY (option apiKey of gateway())',
    address,
    addressSource: 'the option baseURL of gateway()',
    language: (modelId) => models.language(modelId),
    embedding: (modelId) => models.embedding(modelId),
    known: {},
    unknown: UNKNOWN_COMPATIBLE,
    settings: options.models,
    settingSource: 'gateway()',
    ...(options.defaults === undefined ? {} : { defaults: definedDefaults(options.defaults) }),
    firstByteMs: options.firstByteMs,
    idleMs: options.idleMs,
    clock,
  })
}
