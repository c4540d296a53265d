import { type Docent, DocentError, SyncProjects } from '@docent/core'
import { compose } from '../compose.ts'
import type { DocentConfig } from '../config/docent-config.ts'
import { loadConfig, loadConfigFile } from '../config/load-config.ts'
import { configuredProjects } from '../configured-projects.ts'
import { createLogger, type ServerLogger } from '../logger.ts'
import { Interrupted } from './interrupted.ts'

export interface CommandOptions {
  /** Absolute path. Default: docent.config.ts where the command runs. */
  configFile?: string
  /** Bring the store in line with the config's projects. Default: true. */
  syncProjects?: boolean
}

/**
 * Opens the stores for one command, and closes them whatever happens. Safe beside a running server: both use the
 * same stores. Interrupting the command aborts its signal.
 * @throws Interrupted when it then fails.
 */
export async function withDocent<Result>(
  work: (docent: Docent, signal: AbortSignal, config: DocentConfig) => Promise<Result>,
  { configFile, syncProjects = true }: CommandOptions = {},
): Promise<Result> {
  const env = process.env
  const folder = process.cwd()
  const config = configFile === undefined ? await loadConfig(folder) : await loadConfigFile(configFile)
  const logger = commandLogger(env)
  const abort = new AbortController()
  const interrupt = () => abort.abort()
  process.once('SIGINT', interrupt)
  // What a command waits for may come from another process, and such a wait alone does not keep Node running.
  const alive = setInterval(() => {}, 60_000)
  try {
    const docent = await compose({ config, env, folder, logger })
    return await withStarted(docent, async () => {
      if (syncProjects) await docent.resolve(SyncProjects).sync(configuredProjects(config))
      return work(docent, abort.signal, config)
    })
  } catch (error) {
    if (abort.signal.aborted) throw new Interrupted('The command was interrupted.', { cause: error })
    throw error
  } finally {
    clearInterval(alive)
    process.off('SIGINT', interrupt)
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
    return await work()
  } finally {
    await docent.stop()
  }
}
