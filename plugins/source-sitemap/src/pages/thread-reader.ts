import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PageReader, ReaderSite } from './page-reader.ts'
import type { PageInput, ReadReply } from './read-reply.ts'

/** No page is worth more, ms: it is left out then. */
const LONGEST_MS = 60_000
const MEMORY_MB = 1_024

/** Reads pages in one worker thread, one after the other. A page that breaks the thread is told; the next gets a new one. */
export class ThreadReader implements PageReader {
  readonly #entry: URL
  readonly #site: ReaderSite
  readonly #longestMs: number
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param entry the built `page.worker.js` */
  constructor(entry: URL, site: ReaderSite, longestMs: number = LONGEST_MS) {
    this.#entry = entry
    this.#site = site
    this.#longestMs = longestMs
  }

  read(page: PageInput, signal: AbortSignal): Promise<ReadReply> {
    const reading = this.#last.then(() => this.#read(page, signal))
    // Its caller gets the failure; who comes next only waits for the end.
    this.#last = reading.catch(() => undefined)
    return reading
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  async #read(page: PageInput, signal: AbortSignal): Promise<ReadReply> {
    signal.throwIfAborted()
    const worker = this.#started()
    const settled = new AbortController()
    const waiting = {
      signal: AbortSignal.any([settled.signal, signal, AbortSignal.timeout(this.#longestMs)]),
    }
    worker.ref()
    try {
      worker.postMessage(page)
      return await Promise.race([
        once(worker, 'message', waiting).then(([reply]): ReadReply => reply),
        once(worker, 'exit', waiting).then((): ReadReply => broken('the thread ended')),
      ])
    } catch (error) {
      await this.close()
      signal.throwIfAborted()
      return broken(waiting.signal.aborted ? `it took longer than ${this.#longestMs} ms` : String(error))
    } finally {
      settled.abort()
      worker.unref()
    }
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker
    const worker = new Worker(this.#entry, {
      workerData: this.#site,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    this.#worker = worker
    return worker
  }
}

function broken(reason: string): ReadReply {
  return { kind: 'broken', reason }
}
