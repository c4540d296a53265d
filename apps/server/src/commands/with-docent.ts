import { type Docent, SyncProjects } from '@docent/core'
import { compose } from '../compose.ts'
import type { DocentConfig } from '../config/docent-config.ts'
import { loadConfig } from '../config/load-config.ts'
import { configuredProjects } from '../configured-projects.ts'
import { createLogger } from '../logger.ts'

/**
 * Opens the stores for one command, and closes them whatever happens. Safe beside a running server: both use the
 * same stores. Interrupting the command aborts its signal.
 */
export async function withDocent<Result>(
  work: (docent: Docent, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const env = process.env
  const folder = process.cwd()
  const config = await loadConfig(folder)
  // A command's output is what it was asked for: the log speaks only of trouble.
  const logger = createLogger({ LOG_LEVEL: 'warn', ...env })
  const abort = new AbortController()
  const interrupt = () => abort.abort()
  process.once('SIGINT', interrupt)
  // What a command waits for may come from another process, and such a wait alone does not keep Node running.
  const alive = setInterval(() => {}, 60_000)
  try {
    return await withStarted(await compose({ config, env, folder, logger }), config, (docent) =>
      work(docent, abort.signal),
    )
  } finally {
    clearInterval(alive)
    process.off('SIGINT', interrupt)
    logger.flush()
  }
}

async function withStarted<Result>(
  docent: Docent,
  config: DocentConfig,
  work: (docent: Docent) => Promise<Result>,
): Promise<Result> {
  await docent.start()
  try {
    await docent.resolve(SyncProjects).execute(configuredProjects(config))
    return await work(docent)
  } finally {
    await docent.stop()
  }
}
