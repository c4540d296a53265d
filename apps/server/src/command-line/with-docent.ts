import { SyncProjects } from '@docent/core'
import { type Docent, DocentError } from '@docent/core/plugin'
import type { DocentConfig } from '../config/docent-config.ts'
import { loadConfig } from '../config/load-config.ts'
import { applyEnteredSecrets } from '../plugins/live-credentials.ts'
import { createLogger, type ServerLogger } from '../process/logger.ts'
import { compose } from '../start/compose.ts'
import { configuredProjects } from '../start/configured-projects.ts'

export interface StoreOptions {
  /** Default: that of the folder where the command runs. */
  config?: DocentConfig
  /** Bring the store in line with the config's projects. Default: true. */
  syncProjects?: boolean
}

/**
 * Opens the stores for one command, and closes them whatever happens. Safe beside a running server: both use the
 * same stores.
 */
export async function withDocent<Result>(
  work: (docent: Docent) => Promise<Result>,
  { config: given, syncProjects = true }: StoreOptions = {},
): Promise<Result> {
  const env = process.env
  const folder = process.cwd()
  const config = given ?? (await loadConfig(folder))
  const logger = commandLogger(env)
  try {
    const docent = await compose({ config, env, folder, logger, serves: false })
    return await withStarted(docent, async () => {
      if (syncProjects) await docent.resolve(SyncProjects).sync(configuredProjects(config))
      return work(docent)
    })
  } finally {
    logger.flush()
  }
}

/**
 * Only warnings: the output of a command is what was asked for. The failure that ends a command is printed at its
 * end, so the log leaves errors of Docent's own out unless LOG_LEVEL asks for them.
 */
function commandLogger(env: NodeJS.ProcessEnv): ServerLogger {
  const logger = createLogger({ LOG_LEVEL: 'warn', ...env })
  if (env.LOG_LEVEL !== undefined) return logger
  return {
    ...logger,
    error: (fields, message) => {
      if (!('err' in fields && DocentError.is(fields.err))) logger.error(fields, message)
    },
  }
}

async function withStarted<Result>(docent: Docent, work: () => Promise<Result>): Promise<Result> {
  await docent.start()
  try {
    await applyEnteredSecrets(docent)
    return await work()
  } finally {
    await docent.stop()
  }
}
