import type { CallOptions } from '../ports/call-options.ts'
import { PoolThread, type ThreadWork } from './pool-thread.ts'

/** Few enough that the threads end together, many enough that messages cost little. */
const ITEMS_PER_TASK = 8
/** A file of 1 MB parses in far less; what takes longer would take for ever. */
const TIMEOUT_MS = 30_000

export interface ThreadPoolOptions<Item, Result> {
  /** The bundled `parse.worker.js`. */
  entry: URL
  work: ThreadWork
  /** Most threads; they start when there is work. */
  threads: number
  /** Longest time for one list of items, in milliseconds; default 30,000. */
  timeoutMs?: number
  /** Threads that had nothing to do for so long end, in milliseconds; default: never before `close`. */
  idleMs?: number
  /** What stands for the result of an item that a thread died of. */
  failed(item: Item, reason: string): Result
}

interface Task<Item, Result> {
  items: readonly Item[]
  resolve(results: Result[]): void
}

/**
 * Works on files in worker threads, so that the streams of the process go on. A thread that dies or hangs is replaced;
 * the items it had are tried again one by one, and the one that did it is reported as failed.
 */
export class ThreadPool<Item, Result> {
  readonly #options: ThreadPoolOptions<Item, Result>
  readonly #queue: Task<Item, Result>[] = []
  readonly #idle: PoolThread<Item, Result>[] = []
  readonly #busy = new Set<PoolThread<Item, Result>>()
  #idleTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: ThreadPoolOptions<Item, Result>) {
    this.#options = options
  }

  /** One result for each item, in their order. */
  async run(items: readonly Item[], { signal }: CallOptions = {}): Promise<Result[]> {
    signal?.throwIfAborted()
    const tasks: Promise<Result[]>[] = []
    for (let start = 0; start < items.length; start += ITEMS_PER_TASK) {
      tasks.push(this.#enqueue(items.slice(start, start + ITEMS_PER_TASK)))
    }
    const results = await Promise.all(tasks)
    signal?.throwIfAborted()
    return results.flat()
  }

  /** Ends the threads, also those that are working. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idleTimer)
    this.#queue.length = 0
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.close()))
  }

  #enqueue(items: readonly Item[]): Promise<Result[]> {
    return new Promise((resolve) => {
      this.#queue.push({ items, resolve })
      this.#dispatch()
    })
  }

  #dispatch(): void {
    const { entry, work, threads, timeoutMs = TIMEOUT_MS } = this.#options
    while (!this.#closed && this.#queue.length > 0 && this.#busy.size < threads) {
      const task = this.#queue.shift()
      if (task === undefined) return
      clearTimeout(this.#idleTimer)
      const thread = this.#idle.pop() ?? new PoolThread<Item, Result>(entry, work, timeoutMs)
      this.#busy.add(thread)
      void this.#run(thread, task)
    }
  }

  async #run(thread: PoolThread<Item, Result>, task: Task<Item, Result>): Promise<void> {
    try {
      const results = await thread.run(task.items)
      this.#busy.delete(thread)
      this.#idle.push(thread)
      task.resolve(results)
    } catch (error) {
      this.#busy.delete(thread)
      task.resolve(await this.#oneByOne(task.items, error))
    }
    this.#dispatch()
    if (this.#busy.size === 0) this.#endWhenIdle()
  }

  async #oneByOne(items: readonly Item[], error: unknown): Promise<Result[]> {
    const [first, ...others] = items
    if (first === undefined) return []
    if (others.length === 0) {
      return [this.#options.failed(first, error instanceof Error ? error.message : String(error))]
    }
    // The slot of the dead thread is free again: what is queued here runs before this waits.
    return (await Promise.all(items.map((item) => this.#enqueue([item])))).flat()
  }

  #endWhenIdle(): void {
    const { idleMs } = this.#options
    if (idleMs === undefined || this.#closed) return
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      for (const thread of this.#idle.splice(0)) void thread.close()
    }, idleMs)
    this.#idleTimer.unref()
  }
}
