import type { ModelProvider, Plugin, PluginHost } from '@docent/core/plugin'

/** The model providers of a plugin, without a server. */
export async function providersOf(plugin: Plugin): Promise<ModelProvider[]> {
  const providers: ModelProvider[] = []
  const ignore = () => undefined
  const host: Partial<PluginHost> = {
    env: {},
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    clock: { now: () => 0 },
    addModelProvider: (provider) => providers.push(provider),
    onStart: ignore,
    onStop: ignore,
    onHealth: ignore,
  }
  await plugin.install(host as PluginHost)
  return providers
}
