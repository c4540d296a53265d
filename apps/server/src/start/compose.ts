import { createDocent, type NameWork, type Settings } from '@docent/core'
import { type Clock, type Docent, defined, type Logger } from '@docent/core/plugin'
import { prepareDataDirectory } from '../config/data-directory.ts'
import type { DocentConfig } from '../config/docent-config.ts'
import { dataDirectoryOf } from '../config/environment.ts'
import { loadSecrets } from '../config/secrets.ts'
import { webhookEndpoints } from '../config/webhook-config.ts'
import type { Environment } from '../environment.ts'
import { featurePlugins } from '../features/features.ts'
import { adviceFor } from '../plugins/advice.ts'
import { DEFAULT_MANIFESTS, SERVER_PORTS } from '../plugins/default-plugins.ts'
import { withLiveCredentials } from '../plugins/live-credentials.ts'
import { pluginsOf } from '../plugins/plugins-option.ts'

export interface Composition {
  config: DocentConfig
  env: Environment
  /** Where the command runs: relative paths start here. */
  folder: string
  logger: Logger
  /** Where the server is reached, once that is known. */
  publicUrl?: () => string
  /** Default: true. */
  serves?: boolean
  /** Default: the system's. */
  clock?: Clock
  /** Runs work under its name, for the watchdog. */
  nameWork?: NameWork
}

/** Puts a Docent together from a checked config. Opens nothing: `start` does. Prepares the data directory and the secret. */
export async function compose(composition: Composition): Promise<Docent> {
  const { config, env, folder, logger, publicUrl, serves, clock, nameWork } = composition
  const dataDirectory = dataDirectoryOf(env, folder)
  await prepareDataDirectory(dataDirectory, logger)
  const [secrets, plugins] = await Promise.all([
    loadSecrets(env, dataDirectory),
    pluginsOf(config, env).then((all) => withLiveCredentials(all, env)),
  ])
  const manifests = new Set([...DEFAULT_MANIFESTS, ...plugins.flatMap(({ manifest = [] }) => manifest)])
  const { limits, leases, agent, assistant } = config
  const webhooks = webhookEndpoints(config.webhooks, env)
  const auditDays = config.audit.keepDays
  const advice = adviceFor([...manifests], { listsPlugins: Array.isArray(config.plugins) })
  const repositories = Object.fromEntries(
    config.organizations.map(({ id, repositories }) => [id, repositories]),
  )
  const settings: Settings = {
    ...{ secrets, limits, leases, agent, assistant, webhooks, auditDays, advice, repositories },
  }
  return createDocent({
    plugins: [...featurePlugins(config.features), ...plugins],
    requires: SERVER_PORTS,
    settings,
    dataDirectory,
    logger,
    env,
    configuredRepositories: [
      ...config.projects.flatMap(({ repository, watch = [] }) => [
        ...(repository === undefined ? [] : [repository]),
        ...watch.map((code) => code.repository),
      ]),
      ...Object.values(repositories).flatMap((all) => all.map((each) => each.replace(/\/\*$/, ''))),
    ],
    ...defined({ publicUrl, serves, clock, nameWork }),
  })
}
