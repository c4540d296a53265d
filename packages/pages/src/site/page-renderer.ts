import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defined } from '@docent/content'
import { LruCache } from '@docent/core'
import { type Logger, ThreadPool } from '@docent/core/plugin'
import { type PageSource, type RenderedPage, type RenderRequest, renderWorkerEntry } from '@docent/site'
import { html } from '../html/html.ts'

/** A page of 2 MB renders in less, also on a busy machine. */
const TIMEOUT_MS = 20_000
const MEMORY_MB = 256
/** A thread that knows the parsers is kept for the next readers. */
const IDLE_MS = 60_000
const MOST_THREADS = 2
const CACHE_BYTES = 32 * 1024 * 1024

type Outcome = RenderedPage | { failure: string }

/**
 * Renders pages in threads, under limits of time and memory, because strangers wrote them. What was rendered once is
 * kept by its content: readers of an unchanged page wait for nothing, whatever is indexed meanwhile.
 */
export class PageRenderer {
  readonly #logger: Logger
  readonly #cache = new LruCache<RenderedPage>(CACHE_BYTES)
  readonly #pending = new Map<string, Promise<RenderedPage>>()
  readonly #pool: ThreadPool<RenderRequest, Outcome>

  constructor(logger: Logger, imageHosts: readonly string[]) {
    this.#logger = logger
    this.#pool = new ThreadPool<RenderRequest, Outcome>({
      entry: renderWorkerEntry(),
      work: { imageHosts },
      threads: Math.min(availableParallelism(), MOST_THREADS),
      timeoutMs: TIMEOUT_MS,
      memoryMb: MEMORY_MB,
      idleMs: IDLE_MS,
      failed: (_page, { message }) => ({ failure: message }),
    })
  }

  /**
   * A page beyond the limits is shown as it is written.
   * @throws DocentError `unavailable`, retryable, when the machine has nothing left for a thread
   */
  async render(page: RenderRequest): Promise<RenderedPage> {
    const key = keyOf(page)
    const known = this.#cache.get(key) ?? this.#pending.get(key)
    if (known !== undefined) return known
    const rendering = this.#render(page).finally(() => this.#pending.delete(key))
    this.#pending.set(key, rendering)
    const rendered = await rendering
    const size = sizeOf(rendered)
    // One huge page must not push out all others.
    if (size <= CACHE_BYTES / 4) this.#cache.set(key, rendered, size)
    return rendered
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  async #render(page: RenderRequest): Promise<RenderedPage> {
    const [outcome = { failure: 'The thread gave no answer.' }] = await this.#pool.run([plain(page)])
    if ('parts' in outcome) return outcome
    const { file } = page
    this.#logger.warn({ file, reason: outcome.failure }, 'a page could not be rendered: its source is shown')
    return {
      parts: [html`<pre tabindex="0">${'content' in page ? page.content : page.source}</pre>`.markup],
      references: [],
      hasTitle: false,
    }
  }
}

/** What a thread needs of a page, and no more: the rest would be copied for nothing. */
function plain(page: RenderRequest): RenderRequest {
  const { file } = page
  if ('source' in page) return { file, source: page.source, ...defined({ other: page.other }) }
  const { other } = page
  return { ...plainPage(page), ...(other !== undefined && { other: plainPage(other) }) }
}

function plainPage({ file, content, title, ...page }: PageSource): PageSource {
  const headings = page.headings.map(({ depth, text, anchor }) => ({ depth, text, anchor }))
  return { file, content, headings, ...defined({ title }) }
}

function keyOf(page: RenderRequest): string {
  const ending = page.file.slice(page.file.lastIndexOf('.'))
  const what =
    'source' in page ? [page.source, page.other] : [partsOf(page), page.other && partsOf(page.other)]
  return createHash('sha256')
    .update(JSON.stringify([ending, ...what]))
    .digest('base64url')
}

function partsOf({ headings, content, title }: PageSource): unknown[] {
  return [headings.map(({ anchor }) => anchor), content, title]
}

function sizeOf({ parts, references }: RenderedPage): number {
  const characters = [...parts, ...references.map(({ target }) => target)].reduce(
    (sum, text) => sum + text.length,
    0,
  )
  return characters * 2 + 200
}
