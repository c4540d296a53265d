import { DocentError, defined, type ProjectSource, type SourceProblem } from '@docent/core/plugin'
import type { FoundPage } from '../discovery/discover-pages.ts'
import type { SiteClient } from '../http/site-client.ts'
import type { SitemapSettings } from '../options.ts'
import { fileOf } from '../pages/page-address.ts'
import type { PageReader } from '../pages/page-reader.ts'
import { SiteScope } from '../pages/site-scope.ts'
import { type CrawlState, PAGE_FORMAT, type PageEntry } from './crawl-state.ts'
import { isTrusted } from './is-trusted.ts'
import type { PageStore } from './page-store.ts'
import { ProblemList } from './problem-list.ts'
import { type PageResult, readPage } from './read-page.ts'
import { listedPages, robotsOf } from './site-lists.ts'

/** What was read is kept this often, ms: a crawl that is broken off goes on from there. */
const SAVE_EVERY_MS = 15_000
/** A site that fails so often in a row is down: the other pages are not asked for. */
const MOST_FAILURES = 20

export interface CrawlParts {
  source: ProjectSource
  settings: SitemapSettings
  client: SiteClient
  store: PageStore
  reader: PageReader
  now(): number
  signal: AbortSignal
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined
}

export interface CrawlResult {
  state: CrawlState
  problems: SourceProblem[]
  /** What became of the pages that the site names. */
  counts: Record<'read' | 'same' | 'trusted' | 'gone' | 'failed', number>
}

/**
 * Reads what changed on a site since the last crawl. Pages that cannot be read now stay as they were; pages that the
 * site no longer names are gone.
 *
 * @throws DocentError when the site cannot be read at all: `configuration` when a person must mend it, else retryable.
 */
export async function crawlSite(parts: CrawlParts): Promise<CrawlResult> {
  const { source, settings, store } = parts
  const known = await store.load(source.url)
  const scope = new SiteScope(source, settings.origins)
  const problems = new ProblemList()
  const robots = await robotsOf(scope, known, problems, parts)
  const counts = { read: 0, same: 0, trusted: 0, gone: 0, failed: 0 }
  if (robots === undefined) return { state: known, problems: problems.list(), counts }
  const pages = await listedPages(scope, robots, known, problems, parts)
  const crawl = new Crawl(parts, scope, known, pages, problems, counts)
  try {
    await crawl.run()
  } catch (error) {
    await store.save(crawl.unfinished())
    throw error
  }
  const state = crawl.finished()
  if (!Object.values(state.pages).some(({ hash }) => hash !== undefined)) throw nothing(source, problems)
  await store.save(state)
  return { state, problems: problems.list(), counts }
}

class Crawl {
  readonly #parts: CrawlParts
  readonly #scope: SiteScope
  readonly #known: CrawlState
  readonly #found: ReadonlyMap<string, FoundPage>
  readonly #problems: ProblemList
  readonly #counts: CrawlResult['counts']
  readonly #pages: Record<string, PageEntry> = {}
  #savedAt: number
  #failuresInRow = 0
  #done = 0

  constructor(
    parts: CrawlParts,
    scope: SiteScope,
    known: CrawlState,
    found: ReadonlyMap<string, FoundPage>,
    problems: ProblemList,
    counts: CrawlResult['counts'],
  ) {
    this.#parts = parts
    this.#scope = scope
    this.#known = known
    this.#found = found
    this.#problems = problems
    this.#counts = counts
    this.#savedAt = parts.now()
  }

  /** Reads every page, several at once. */
  async run(): Promise<void> {
    const queue = [...this.#found]
    const abort = new AbortController()
    const signal = AbortSignal.any([this.#parts.signal, abort.signal])
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift())
        await this.#page(...next, signal)
    }
    try {
      await Promise.all(Array.from({ length: this.#parts.settings.concurrency }, work))
    } catch (error) {
      // The others must not go on behind an error that is told.
      abort.abort(error)
      throw error
    }
  }

  finished(): CrawlState {
    return { format: PAGE_FORMAT, site: this.#parts.source.url, isComplete: true, pages: this.#pages }
  }

  /** For a crawl that was broken off: what it read, beside what was known. */
  unfinished(): CrawlState {
    const { isComplete, format, pages } = this.#known
    // Pages made by older rules are asked for again, so they must not hide behind the present ones.
    const older =
      format === PAGE_FORMAT ? pages : Object.fromEntries(Object.entries(pages).map(withoutConditions))
    return { ...this.finished(), isComplete, pages: { ...older, ...this.#pages } }
  }

  async #page(key: string, found: FoundPage, signal: AbortSignal): Promise<void> {
    const { onProgress, now, store } = this.#parts
    const known = this.#known.pages[key]
    this.#take(key, found, known, await this.#result(found, known, signal))
    this.#done++
    onProgress?.({ done: this.#done, total: this.#found.size })
    if (now() - this.#savedAt < SAVE_EVERY_MS) return
    this.#savedAt = now()
    await store.save(this.unfinished())
  }

  async #result(
    found: FoundPage,
    known: PageEntry | undefined,
    signal: AbortSignal,
  ): Promise<PageResult | { is: 'trusted' }> {
    const { settings, client, reader, store, now } = this.#parts
    const { maxPageBytes, maxTotalBytes, recheckHours } = settings
    const usable = this.#known.format === PAGE_FORMAT ? known : undefined
    if (usable !== undefined && isTrusted(usable, found.lastmod, now(), recheckHours))
      return { is: 'trusted' }
    if (this.#failuresInRow >= MOST_FAILURES)
      return {
        is: 'failed',
        reason: `Docent did not request it, because ${MOST_FAILURES} pages before it failed.`,
      }
    if (client.traffic.bytes >= maxTotalBytes)
      return { is: 'failed', reason: `The crawl has reached "maxTotalBytes" of source-sitemap.` }
    const add = (content: Uint8Array) => store.add(content)
    return readPage(found, usable, { client, scope: this.#scope, reader, maxPageBytes, add, now, signal })
  }

  #take(
    key: string,
    found: FoundPage,
    known: PageEntry | undefined,
    result: PageResult | { is: 'trusted' },
  ): void {
    this.#counts[result.is]++
    this.#failuresInRow = result.is === 'failed' ? this.#failuresInRow + 1 : 0
    const file = known?.file ?? fileOf(found.url)
    const { lastmod } = found
    switch (result.is) {
      case 'read':
        this.#pages[key] = result.entry
        return
      case 'trusted':
        if (known) this.#pages[key] = known
        return
      case 'same':
        if (known) {
          const { lastmod: _, ...rest } = known
          const checkedAt = this.#parts.now()
          this.#pages[key] = { ...rest, checkedAt, ...defined({ lastmod }) }
        }
        return
      case 'gone':
        if (result.reason !== undefined)
          this.#problems.add(
            file,
            result.reason,
            `${found.url.href}: ${result.reason} It is left out.`,
            'error',
          )
        return
      case 'failed':
        // The date must not keep it from being asked for next time.
        if (known) this.#pages[key] = withoutDate(known)
        this.#problems.add(
          file,
          result.reason,
          `${found.url.href}: ${result.reason} It ${known ? 'stays as it was' : 'is left out until the next time'}.`,
          known ? 'warning' : 'error',
        )
        return
    }
  }
}

function withoutDate({ lastmod: _, ...entry }: PageEntry): PageEntry {
  return entry
}

function withoutConditions([key, entry]: [string, PageEntry]): [string, PageEntry] {
  const { etag: _, lastModified: __, lastmod: ___, ...rest } = entry
  return [key, rest]
}

/** The site names pages, and none of them can be had: what was served before is served on. */
function nothing({ url }: ProjectSource, problems: ProblemList): DocentError {
  const [first] = problems.list()
  return new DocentError(
    'dependency_failed',
    `No page of ${url} could be read. ${first?.message ?? ''}`.trim(),
    {
      isRetryable: true,
    },
  )
}
