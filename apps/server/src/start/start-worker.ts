import { IndexTasks, SyncProjects } from '@docent/core'
import type { Docent } from '@docent/core/plugin'
import { resolveServices } from '@docent/http'
import { httpSettings } from '../config/environment.ts'
import { applyEnteredSecrets } from '../plugins/live-credentials.ts'
import type { ServerLogger } from '../process/logger.ts'
import { Background, type Duties } from './background.ts'
import { type Composition, compose } from './compose.ts'
import { configuredBackups } from './configured-backups.ts'
import { configuredProjects } from './configured-projects.ts'
import { HealthServer } from './health-server.ts'
import { observeServer } from './observe-server.ts'

export interface RunningWorker {
  readonly docent: Docent
  /** Where probes ask, when they may. */
  readonly healthUrl: string | undefined
  /** Drains, at most as long as `http.drainMs`, and stops everything. Later calls answer the first one's promise. */
  stop(): Promise<void>
}

export interface WorkerOptions extends Omit<Composition, 'publicUrl' | 'logger' | 'serves'> {
  logger: ServerLogger
  duties: Duties
  /** Port for probes, on the host of `http.host`; none when it is left out. */
  healthPort?: number | undefined
}

/**
 * Starts stores and background work without serving requests: what other processes of the same store serve leads here.
 * @throws DocentError `configuration` with a message for the operator; whatever was started is stopped then.
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { config, env, logger, duties, healthPort } = options
  const http = httpSettings(config, env)
  const url = http.publicUrl ?? `http://${http.host}:${http.port}`
  const docent = await compose({ ...options, publicUrl: () => url, serves: false })
  await docent.start()
  try {
    await applyEnteredSecrets(docent)
    await docent.resolve(SyncProjects).sync(configuredProjects(config))
    const backups = configuredBackups(config.backups, { docent, env, folder: options.folder })
    const services = resolveServices(docent, { routes: [], http, publicUrl: () => url })
    const kept = config.features.backups ? backups : undefined
    observeServer(services, kept)
    if (services.telemetry.isOn) logger.traceBy(() => services.telemetry.current())
    const health =
      healthPort === undefined ? undefined : await HealthServer.listen(services, http.host, healthPort)
    const background = new Background(docent, config, duties, kept)
    await background.start()
    const notes = new IndexTasks(docent)
    if (duties.index) notes.follow(background.indexing)
    logger.info({ ...duties, healthUrl: health?.url }, 'working')
    let stopping: Promise<void> | undefined
    const stop = async () => {
      const deadline = AbortSignal.timeout(Math.max(1, http.drainMs))
      try {
        await Promise.all([background.stop(deadline), notes.stop()])
        await health?.close()
      } finally {
        await docent.stop()
      }
    }
    return {
      docent,
      healthUrl: health?.url,
      stop: () => {
        stopping ??= stop()
        return stopping
      },
    }
  } catch (error) {
    await docent.stop()
    throw error
  }
}
