import type { Advice } from '@docent/core'
import type {
  GitHostManifest,
  ModelProviderManifest,
  NeededVariable,
  PluginManifest,
} from '@docent/core/plugin'
import { PORT_PLUGINS } from './default-plugins.ts'
import { orOf } from './or-of.ts'

/**
 * Says which variable to set, or which plugin to add where the configuration lists its plugins itself.
 * @param manifests of all plugins that are known
 */
export function adviceFor(
  manifests: readonly PluginManifest[],
  { listsPlugins }: { listsPlugins: boolean },
): Advice {
  const hosts = manifests.flatMap(({ gitHosts = [] }) => gitHosts)
  const providers = manifests.flatMap(({ modelProviders = [] }) => modelProviders)
  const others = (name: string) => manifests.flatMap(({ otherModels }) => otherModels?.(name) ?? [])
  if (!listsPlugins)
    return {
      gitHost: (repository) => gitVariable(repository, hosts),
      modelProvider(name) {
        const named = providers.filter((one) => (one.provider ?? one.name) === name)
        const variables = named.flatMap(({ variable }) => variable ?? [])
        if (variables.length > 0) return `Set ${orOf(variables)}.`
        return `Correct the name${addOf(others(name))}.`
      },
      model: `Set ${orOf(providers.flatMap((one) => (one.label === undefined ? [] : variablesOf(one))))}.`,
    }
  return {
    ports: portPlugins,
    gitHost: (repository) => gitPlugin(repository, hosts),
    modelProvider(name) {
      const known = providers.find((one) => (one.provider ?? one.name) === name && one.add !== undefined)
      return `Correct the name${addOf(known?.add === undefined ? others(name) : [known.add])}.`
    },
    model: 'Set the key or the default model of a model provider in "plugins" of docent.config.ts.',
  }
}

/** The key, or the address and the model of a server; none for a provider that needs nothing. */
function variablesOf({ variable, server }: ModelProviderManifest): string[] {
  if (variable === undefined) return []
  return [server === undefined ? variable : `${variable} and ${server.model}`]
}

function addOf(added: readonly string[]): string {
  return added.length === 0 ? '' : `, or add ${orOf(added)} to "plugins" in docent.config.ts`
}

function gitVariable(repository: string, hosts: readonly GitHostManifest[]): string {
  const url = webAddress(repository)
  if (url === undefined) return 'Use its https:// or file:// URL.'
  const known = hosts.find((host) => host.recognizes(url))
  if (known) return `Set ${setting(known.variables(url))}.`
  const possible = hosts.flatMap((host) =>
    host.elsewhere === undefined
      ? []
      : [`${setting(host.variables(url))} if ${url.host} is ${host.elsewhere}`],
  )
  return `Set ${orOf(possible)}.`
}

function setting(variables: readonly NeededVariable[]): string {
  return variables.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).join(' and ')
}

function gitPlugin(repository: string, hosts: readonly GitHostManifest[]): string {
  const url = webAddress(repository)
  const known = url && hosts.find((host) => host.recognizes(url))
  if (known) return `Add ${known.add} to "plugins" in docent.config.ts.`
  const possible = hosts.filter(({ elsewhere }) => elsewhere !== undefined).map(({ add }) => add)
  return `Add ${orOf(possible)}, with its baseUrl, to "plugins" in docent.config.ts.`
}

function portPlugins(ports: readonly string[]): string {
  const list = ports.map((port) => `${PORT_PLUGINS[port] ?? 'store-sqlite'} for ${port}`).join(', ')
  return `Add plugins to "plugins" in docent.config.ts (${list}), or leave "plugins" out to use the defaults.`
}

/** Undefined for what no host is recognized by, such as an address for SSH. */
function webAddress(repository: string): URL | undefined {
  const url = URL.parse(repository)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined
}
