import type { ModelProvider, Plugin, PluginHost } from '@docent/core'

/** The model providers of a plugin, without a server. */
export async function providersOf(plugin: Plugin): Promise<ModelProvider[]> {
  const providers: ModelProvider[] = []
  const ignore = () => undefined
  const host: PluginHost = {
    configuredRepositories: [],
    secrets: [],
    dataDirectory: '',
    env: {},
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    clock: { now: () => 0 },
    ids: { sortable: () => '', secret: () => '' },
    publicUrl: () => '',
    provide: ignore,
    addModelProvider: (provider) => providers.push(provider),
    addGitHost: ignore,
    addDocsSource: ignore,
    addFormat: ignore,
    addGenerator: ignore,
    replaceProviders: ignore,
    onStart: ignore,
    onStop: ignore,
    onHealth: ignore,
  }
  await plugin.install(host)
  return providers
}
