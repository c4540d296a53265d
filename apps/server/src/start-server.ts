import { type Docent, type Logger, SyncProjects, WebhookWorker, Worker } from '@docent/core'
import { Housekeeping } from './background/housekeeping.ts'
import { IndexingSchedule } from './background/indexing-schedule.ts'
import { type Composition, compose } from './compose.ts'
import { dataDirectoryOf, httpSettings } from './config/environment.ts'
import type { HttpSettings } from './config/http-settings.ts'
import { applyEnteredSecrets } from './config/live-credentials.ts'
import { configuredProjects } from './configured-projects.ts'
import type { HttpServer } from './http-server.ts'
import type { ServerLogger } from './logger.ts'
import { observeServer } from './observe-server.ts'
import { openIdSettings } from './openid/openid-settings.ts'
import { serveHttp } from './serve-http.ts'
import { resolveServices, type Services } from './services.ts'
import type { LazySite } from './site/lazy-site.ts'
import { HttpTransport } from './webhooks/http-transport.ts'

export interface RunningServer {
  /** Without a trailing slash. */
  readonly url: string
  readonly services: Services
  readonly docent: Docent
  readonly indexing: IndexingSchedule
  readonly http: HttpServer
  /** Drains, at most as long as `http.drainMs`, and stops everything. Later calls answer the first one's promise. */
  stop(): Promise<void>
}

export interface ServerOptions extends Omit<Composition, 'publicUrl' | 'logger'> {
  /** One that can show traces is given them. */
  logger: Logger & Partial<Pick<ServerLogger, 'traceBy'>>
  /** Runs before the server listens: the first start makes its demo project here. */
  prepare?: (docent: Docent) => Promise<void>
  /** What the command line chose. */
  http?: Partial<Pick<HttpSettings, 'https' | 'development'>>
}

/**
 * Starts stores, the HTTP server and, in the background, workers and indexing.
 * @throws DocentError `configuration` with a message for the operator; whatever was started is stopped then.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, env, logger } = options
  // Imported while the stores open.
  const library = import('listhen')
  library.catch(() => undefined)
  const http = httpSettings(config, env, options.http)
  const openId = openIdSettings(config, env)
  let url = ''
  const docent = await compose({ ...options, publicUrl: () => url })
  await docent.start()
  try {
    await applyEnteredSecrets(docent)
    await docent.resolve(SyncProjects).sync(configuredProjects(config))
    await options.prepare?.(docent)
    const services = resolveServices(docent, http, () => url, dataDirectoryOf(env, options.folder), openId)
    observeServer(services)
    if (services.telemetry.isOn) logger.traceBy?.(() => services.telemetry.current())
    const server = await serveHttp(services, library)
    url = http.publicUrl ?? server.url
    const worker = docent.resolve(Worker)
    const indexing = new IndexingSchedule(docent, config.indexing.pollMinutes)
    const housekeeping = new Housekeeping(docent)
    services.indexRequests.listen((project, force) => indexing.soon(project, { force }))
    worker.start()
    indexing.start()
    housekeeping.start()
    const webhooks = docent.resolve(WebhookWorker)
    webhooks.start({ transport: new HttpTransport(), onPush: (project) => indexing.soon(project) })
    const parts = {
      docent,
      server,
      site: services.site,
      worker,
      indexing,
      housekeeping,
      webhooks,
      drainMs: http.drainMs,
    }
    let stopping: Promise<void> | undefined
    logger.info({ url: server.url }, 'listening')
    return {
      url: server.url,
      services,
      docent,
      indexing,
      http: server,
      stop: () => {
        stopping ??= stopAll(parts)
        return stopping
      },
    }
  } catch (error) {
    await docent.stop()
    throw error
  }
}

interface Parts {
  docent: Docent
  server: HttpServer
  site: LazySite
  worker: Worker
  indexing: IndexingSchedule
  housekeeping: Housekeeping
  webhooks: WebhookWorker
  drainMs: number
}

/** First what takes on work, then the stores that all of it writes to. */
async function stopAll(parts: Parts): Promise<void> {
  const { docent, server, site, worker, indexing, housekeeping, webhooks, drainMs } = parts
  const deadline = AbortSignal.timeout(Math.max(1, drainMs))
  try {
    await Promise.all([
      server.close(deadline).then(() => site.close()),
      worker.stop(deadline),
      indexing.stop(),
      housekeeping.stop(),
      webhooks.stop(deadline),
    ])
  } finally {
    await docent.stop()
  }
}
