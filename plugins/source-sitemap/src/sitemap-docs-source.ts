import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  type AddressLookup,
  type Backoff,
  type CallOptions,
  type Clock,
  type DocsSource,
  defaultBackoff,
  type Logger,
  type Project,
  type ProjectSource,
  type SourceSnapshot,
} from '@docent/core/plugin'
import { PageStore } from './crawl/page-store.ts'
import { HostPacer } from './http/host-pacer.ts'
import { HttpFetcher } from './http/http-fetcher.ts'
import { SiteClient } from './http/site-client.ts'
import { SitemapOptions, type SitemapSettings } from './options.ts'
import type { SiteScope } from './pages/site-scope.ts'
import { SiteSnapshot } from './site-snapshot.ts'

export interface SitemapDocsSourceDependencies {
  logger?: Logger
  clock?: Clock
  /** Pauses between requests and after failures. */
  backoff?: Backoff
  /** Default: the system's. */
  lookup?: AddressLookup
}

type ListOptions = Parameters<DocsSource['list']>[1]

/**
 * The documentation on a website: the pages that its llms.txt and sitemaps name, as Markdown. What was read is kept, so
 * that the next listing transfers only what changed.
 *
 * @example
 * const source = new SitemapDocsSource({ directory: '/var/lib/docent/cache/source-sitemap' })
 * const snapshot = await source.list(project, { remote })
 */
export class SitemapDocsSource implements DocsSource {
  readonly name = 'sitemap'
  readonly refreshMinutes: number
  readonly #settings: SitemapSettings
  readonly #directory: string
  readonly #logger: Logger | undefined
  readonly #clock: Clock
  readonly #backoff: Backoff
  readonly #lookup: AddressLookup | undefined
  readonly #stores = new Map<string, PageStore>()
  /** Crawls under way, by project: one after the other. */
  readonly #crawls = new Map<string, Promise<unknown>>()

  constructor(
    options: SitemapOptions & { directory: string },
    {
      logger,
      clock = { now: Date.now },
      backoff = defaultBackoff,
      lookup,
    }: SitemapDocsSourceDependencies = {},
  ) {
    this.#settings = SitemapOptions.parse(options)
    this.#directory = options.directory
    this.refreshMinutes = this.#settings.refreshMinutes
    this.#logger = logger
    this.#clock = clock
    this.#backoff = backoff
    this.#lookup = lookup
  }

  /** Every project that names this source. */
  matches({ source }: Project): boolean {
    return source?.plugin === this.name
  }

  /**
   * The revision is made of the addresses and contents of all pages.
   *
   * @throws DocentError `configuration` when the site has no pages or may not be read; `dependency_failed` (retryable) when
   *   it cannot be read now and nothing of it is known.
   */
  async list(project: Project, options: ListOptions): Promise<SourceSnapshot | undefined> {
    const { source } = project
    if (source === undefined) throw new TypeError(`Project ${project.id} has no "source".`)
    options.signal?.throwIfAborted()
    const { id } = project
    // Two crawls of one site would ask it twice, and write over each other's state.
    const before = this.#crawls.get(id)
    const crawl = (async () => {
      await before?.catch(() => undefined)
      return this.#crawl(project, source, options)
    })()
    this.#crawls.set(id, crawl)
    try {
      return await crawl
    } finally {
      if (this.#crawls.get(id) === crawl) this.#crawls.delete(id)
    }
  }

  async #crawl(
    project: Project,
    source: ProjectSource,
    { since, signal = new AbortController().signal, onProgress }: ListOptions & CallOptions,
  ): Promise<SourceSnapshot | undefined> {
    signal.throwIfAborted()
    const [{ crawlSite }, { snapshotPages }, { openReader }, { SiteScope }] = await Promise.all([
      import('./crawl/crawl-site.ts'),
      import('./crawl/snapshot-pages.ts'),
      import('./pages/open-reader.ts'),
      import('./pages/site-scope.ts'),
    ])
    const startedAt = this.#clock.now()
    const settings = this.#settings
    const store = this.#storeOf(project.id, source.url)
    const product = settings.userAgent.split(/[\s/]/)[0] ?? ''
    const fetcher = new HttpFetcher({ ...settings, ...(this.#lookup ? { lookup: this.#lookup } : {}) })
    const client = this.#client(fetcher, product, new SiteScope(source, settings.origins))
    const reader = openReader({ source, origins: settings.origins, product })
    const now = () => this.#clock.now()
    try {
      const { state, problems, counts } = await crawlSite({
        source,
        settings,
        client,
        store,
        reader,
        now,
        signal,
        onProgress,
      })
      await store.prune(state)
      const pages = snapshotPages(state)
      const ms = this.#clock.now() - startedAt
      this.#logger?.info(
        { project: project.id, pages: pages.files.length, ...counts, ...client.traffic, ms },
        'the site was crawled',
      )
      for (const { path, message } of problems) this.#logger?.warn({ project: project.id, path }, message)
      if (pages.revision === since && problems.length === 0) return undefined
      return new SiteSnapshot(store, pages, problems)
    } finally {
      fetcher.close()
      await reader.close()
    }
  }

  #client(fetcher: HttpFetcher, product: string, scope: SiteScope): SiteClient {
    const { requestsPerSecond, attempts, maxCrawlDelayMs, maxRetryAfterMs: maxPauseMs } = this.#settings
    const { sleep } = this.#backoff
    const pacer = new HostPacer({ clock: this.#clock, sleep, requestsPerSecond, maxPauseMs })
    return new SiteClient({
      fetcher,
      pacer,
      backoff: this.#backoff,
      now: () => this.#clock.now(),
      attempts,
      product,
      maxCrawlDelayMs,
      maxPauseMs,
      isSite: (url) => scope.isSite(url),
    })
  }

  #storeOf(project: string, url: string): PageStore {
    const name = `${project}-${createHash('sha256').update(url).digest('hex').slice(0, 12)}`
    let store = this.#stores.get(name)
    if (store === undefined) {
      store = new PageStore(join(this.#directory, name))
      this.#stores.set(name, store)
    }
    return store
  }
}
