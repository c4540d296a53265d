import type { ModelProvider, Plugin, PluginHost } from '@docent/core'
import { modelsFromEnvironment } from '@docent/model-ai-sdk'
import { offline } from '@docent/model-offline'

/** The models that the environment has keys for, and the offline one, as a server has them. */
export function providersFromEnvironment(env: PluginHost['env']): ModelProvider[] {
  const providers: ModelProvider[] = []
  const ignore = () => undefined
  const host: PluginHost = {
    configuredRepositories: [],
    secrets: [],
    dataDirectory: '',
    env,
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    clock: { now: () => Date.now() },
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
  const plugins: Plugin[] = [modelsFromEnvironment(), offline()]
  for (const plugin of plugins) plugin.install(host)
  return providers
}
