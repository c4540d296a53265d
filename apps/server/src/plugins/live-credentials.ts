import { DEFAULT_ORGANIZATION, EnteredSecrets } from '@docent/core'
import { type Docent, DocentError, Logger, type Plugin } from '@docent/core/plugin'
import { LiveCredentials } from '@docent/dashboard-api/for-commands'
import type { Environment } from '../environment.ts'
import { layered } from './credential-pairs.ts'
import { LazyPlugin } from './lazy-plugin.ts'
import { LiveProviders } from './live-providers.ts'

/** Uses what people entered and the store keeps. What cannot be used is logged: the server starts without it. */
export async function applyEnteredSecrets(docent: Docent): Promise<void> {
  const live = docent.find(LiveCredentials)
  if (!live) return
  const entered = await docent.resolve(EnteredSecrets).open(DEFAULT_ORGANIZATION)
  if (Object.keys(entered).length === 0) return
  try {
    await live.use(entered)
  } catch (error) {
    if (!DocentError.is(error, 'configuration')) throw error
    const logger = docent.resolve<Logger>(Logger)
    logger.error(
      { err: error },
      'the credentials that were entered cannot be used: correct them in the dashboard',
    )
  }
}

/** The same plugins. Those with credentials use what people enter. Imports the plugins that the environment asks for. */
export async function withLiveCredentials(plugins: readonly Plugin[], env: Environment): Promise<Plugin[]> {
  const prepare = (variables: Environment) =>
    Promise.all(
      plugins.map((plugin) => (plugin instanceof LazyPlugin ? plugin.prepare(variables) : undefined)),
    )
  await prepare(env)
  const known = plugins.flatMap(({ manifest }) => manifest?.credentials ?? [])
  if (known.length === 0) return [...plugins]
  const live = new Map<string, LiveProviders>()
  const result = plugins.flatMap((plugin) => {
    const { name, manifest } = plugin
    if (manifest?.credentials === undefined) return plugin
    const same = live.get(name)
    const providers = same ?? new LiveProviders(name, manifest)
    live.set(name, providers)
    providers.plugins.push(plugin)
    return same ? [] : providers
  })
  const credentials: Plugin = {
    name: 'credentials',
    install: (host) =>
      host.provide(LiveCredentials, {
        known: [...new Map(known.map((one) => [one.name, one])).values()],
        isInEnvironment: (name) => Boolean(env[name]),
        async use(entered) {
          const merged = layered(present(entered), present(env), known)
          await prepare(merged)
          // All are made before one is replaced: what cannot be used changes nothing.
          const changes = [...live.values()].map((providers) => providers.make(merged))
          for (const change of changes) change()
        },
      }),
  }
  return [...result, credentials]
}

/** An empty variable counts as none, as everywhere. */
function present(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
}
