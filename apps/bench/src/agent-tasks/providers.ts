import type { ModelProvider, Plugin, PluginHost } from '@docent/core/plugin'
import { modelsFromEnvironment } from '@docent/model-ai-sdk'
import { offline } from '@docent/model-offline'

/** The models that the environment has keys for, and the offline one, as a server has them. */
export function providersFromEnvironment(env: PluginHost['env']): ModelProvider[] {
  const providers: ModelProvider[] = []
  const ignore = () => undefined
  const host: Partial<PluginHost> = {
    env,
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    clock: { now: () => Date.now() },
    addModelProvider: (provider) => providers.push(provider),
    onStart: ignore,
    onStop: ignore,
    onHealth: ignore,
  }
  const plugins: Plugin[] = [modelsFromEnvironment(), offline()]
  for (const plugin of plugins) plugin.install(host as PluginHost)
  return providers
}
