import { type IndexingSchedule, IndexTasks, SyncProjects } from '@docent/core'
import { Clock, type Docent, Logger } from '@docent/core/plugin'
import type { DashboardFeatures } from '@docent/dashboard-api'
import { NewsHub, ProviderClient } from '@docent/dashboard-api'
import { openIdSettings } from '@docent/dashboard-api/for-commands'
import { Handler, type Services } from '@docent/http'
import { failedPage, LazySite, type SiteFeature } from '@docent/pages'
import { dataDirectoryOf, httpSettings } from '../config/environment.ts'
import type { HttpSettings } from '../config/http-settings.ts'
import { DEFAULT_MANIFESTS } from '../plugins/default-plugins.ts'
import { applyEnteredSecrets } from '../plugins/live-credentials.ts'
import type { ServerLogger } from '../process/logger.ts'
import { version } from '../version.ts'
import { Background } from './background.ts'
import { type Composition, compose } from './compose.ts'
import { configuredBackups } from './configured-backups.ts'
import { configuredProjects } from './configured-projects.ts'
import type { HttpServer } from './http-server.ts'
import { importListener } from './import-listener.ts'
import { observeServer } from './observe-server.ts'
import { serveHttp } from './serve-http.ts'
import { warnOfModels } from './warn-of-models.ts'

export interface RunningServer {
  /** Without a trailing slash. */
  readonly url: string
  readonly services: Services & SiteFeature & DashboardFeatures
  readonly docent: Docent
  readonly indexing: IndexingSchedule
  readonly http: HttpServer
  /** Drains, at most as long as `http.drainMs`, and stops everything. Later calls answer the first one's promise. */
  stop(): Promise<void>
}

export interface ServerOptions extends Omit<Composition, 'publicUrl' | 'logger' | 'serves'> {
  /** One that can show traces is given them. */
  logger: Logger & Partial<Pick<ServerLogger, 'traceBy'>>
  /** Runs before the server listens: the first start makes its demo project here. */
  prepare?: (docent: Docent) => Promise<void>
  /** Whether it also runs jobs, indexes and does the work of webhooks. Default: true. */
  hasBackground?: boolean
  /** What the command line chose. */
  http?: Partial<Pick<HttpSettings, 'https' | 'development'>>
}

/**
 * Starts stores, the HTTP server and, in the background, workers and indexing.
 * @throws DocentError `configuration` with a message for the operator; whatever was started is stopped then.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, env, logger, hasBackground = true } = options
  // Imported while the stores open.
  const library = importListener()
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
    const backups = configuredBackups(config.backups, { docent, env, folder: options.folder })
    const features: SiteFeature & DashboardFeatures = {
      version: version(),
      credentials: DEFAULT_MANIFESTS.flatMap(({ credentials = [] }) => credentials),
      dataDirectory: dataDirectoryOf(env, options.folder),
      site: new LazySite(docent, http.imageHosts),
      news: new NewsHub(docent, docent.resolve(Logger)),
      backups,
      openId: openId && new ProviderClient(openId, () => docent.resolve<Clock>(Clock).now()),
    }
    const handler = new Handler(docent, {
      settings: http,
      publicUrl: () => url,
      features,
      ...(config.features.pages ? { failedPage } : {}),
    })
    const { services } = handler
    const kept = config.features.backups ? backups : undefined
    observeServer(services, kept)
    if (services.telemetry.isOn) logger.traceBy?.(() => services.telemetry.current())
    const server = await serveHttp(handler, http, library)
    url = http.publicUrl ?? server.url
    const background = new Background(docent, config, { jobs: hasBackground, index: hasBackground }, kept)
    const { indexing } = background
    await warnOfModels(docent, logger)
    const notes = new IndexTasks(docent)
    services.indexRequests.listen((project, force) =>
      hasBackground ? indexing.soon(project, { force }) : notes.ask(project, force),
    )
    // Without this duty it stays queued, and a process with it takes it up.
    services.updateRequests.listen((project, update) => {
      if (hasBackground) void background.updates.run(project, update)
      else background.updates.announce(project)
    })
    await background.start()
    if (hasBackground) notes.follow(indexing)
    const parts = { docent, server, site: features.site, background, notes, drainMs: http.drainMs }
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
  background: Background
  notes: IndexTasks
  drainMs: number
}

/** First what takes on work, then the stores that all of it writes to. */
async function stopAll({ docent, server, site, background, notes, drainMs }: Parts): Promise<void> {
  const deadline = AbortSignal.timeout(Math.max(1, drainMs))
  try {
    await Promise.all([
      server.close(deadline).then(() => site.close()),
      background.stop(deadline),
      notes.stop(),
    ])
  } finally {
    await docent.stop()
  }
}
