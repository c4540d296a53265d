import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What the worker threads of documentation do: see parse.worker.ts. */
export type ThreadWork = 'parse' | 'inspect'

/** One worker thread that works on one list at a time. */
export class PoolThread<Item, Result> {
  readonly #worker: Worker
  readonly #timeoutMs: number

  constructor(entry: URL, work: ThreadWork, timeoutMs: number) {
    this.#worker = new Worker(entry, { workerData: work })
    // An idle thread keeps no process alive.
    this.#worker.unref()
    this.#timeoutMs = timeoutMs
  }

  /** @throws Error when the thread dies or takes too long; it is of no use afterwards. */
  async run(items: readonly Item[]): Promise<Result[]> {
    const settled = new AbortController()
    const { signal } = settled
    this.#worker.ref()
    try {
      this.#worker.postMessage(items)
      return await Promise.race([
        once(this.#worker, 'message', { signal }).then(([results]): Result[] => results),
        once(this.#worker, 'exit', { signal }).then(() => {
          throw new Error('The parsing thread ended.')
        }),
        tooLong(this.#timeoutMs, signal),
      ])
    } catch (error) {
      await this.#worker.terminate()
      throw error
    } finally {
      this.#worker.unref()
      settled.abort()
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}

function tooLong(ms: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`Parsing took longer than ${ms} ms.`)), ms)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}
