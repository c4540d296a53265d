import { sleep } from '../../domain/sleep.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { PoolThread } from './pool-thread.ts'
import type { ThreadFailure } from './thread-failure.ts'

/** Few enough that the threads end together, many enough that messages cost little. */
const ITEMS_PER_TASK = 8
/** A file of 2 MB parses in far less, also on a busy machine; what takes longer would take for ever. */
const TIMEOUT_MS = 30_000
/** A page of 2 MB that is nothing but marks takes half of it. */
const MEMORY_MB = 512
/** Times that a list is tried where the machine has nothing left for a thread, and the wait before the second, ms. */
const ATTEMPTS = 3
const RETRY_MS = 250

export interface ThreadPoolOptions<Item, Result> {
  /**
   * The module that threads run: it posts `THREAD_READY` once it can work, gets lists of items, and posts lists of
   * results, one for each item in their order. It throws machine failures (`isMachineFailure`).
   */
  entry: URL
  /** What each thread finds as `workerData`. */
  work: unknown
  /** Most threads; they start when there is work. */
  threads: number
  /** Longest CPU time for one item, in milliseconds; default 30,000. */
  timeoutMs?: number
  /** Largest heap of a thread, in MB; default 512. */
  memoryMb?: number
  /** Threads that had nothing to do for so long end, in milliseconds; default: never before `close`. */
  idleMs?: number
  /** The result of an item that is beyond the limits, or that ends each thread: never one of the machine's own failures. */
  failed(item: Item, failure: ThreadFailure): Result
  /** Options of Node for the threads; default: those of this process. */
  execArgv?: readonly string[]
}

interface Task<Item, Result> {
  items: readonly Item[]
  /** How often the machine failed it. */
  failures: number
  /** Whether the item is here a second time, alone. */
  isAgain: boolean
  resolve(results: Result[]): void
  reject(reason: unknown): void
}

/**
 * Works on files in worker threads, so that the streams of the process go on. A thread that dies or hangs is replaced;
 * the rest of what it had is tried again one by one, and the item that did it is reported as failed.
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

  /**
   * One result for each item, in their order.
   * @throws DocentError `unavailable`, retryable, when the machine has nothing left for a thread: no item is to blame;
   *   `aborted` when the pool closes.
   */
  async run(items: readonly Item[], { signal }: CallOptions = {}): Promise<Result[]> {
    signal?.throwIfAborted()
    const tasks: Promise<Result[]>[] = []
    for (let start = 0; start < items.length; start += ITEMS_PER_TASK) {
      tasks.push(this.#enqueue(items.slice(start, start + ITEMS_PER_TASK)))
    }
    const results = await untilAborted(Promise.all(tasks), signal)
    return results.flat()
  }

  /** Ends the threads, also those that are working. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idleTimer)
    for (const task of this.#queue.splice(0)) task.reject(closed())
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.close()))
  }

  #enqueue(items: readonly Item[], again: Partial<Task<Item, Result>> = {}): Promise<Result[]> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(closed())
      this.#queue.push({ failures: 0, isAgain: false, ...again, items, resolve, reject })
      this.#dispatch()
    })
  }

  #dispatch(): void {
    const { entry, work, threads, timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB, execArgv } = this.#options
    while (!this.#closed && this.#queue.length > 0 && this.#busy.size < threads) {
      const task = this.#queue.shift()
      if (task === undefined) return
      clearTimeout(this.#idleTimer)
      const thread =
        this.#idle.pop() ?? new PoolThread<Item, Result>(entry, work, { timeoutMs, memoryMb }, execArgv)
      this.#busy.add(thread)
      void this.#run(thread, task)
    }
  }

  async #run(thread: PoolThread<Item, Result>, task: Task<Item, Result>): Promise<void> {
    const { results, failure } = await thread.run(task.items)
    this.#busy.delete(thread)
    if (failure === undefined) {
      this.#idle.push(thread)
      task.resolve(results)
    } else void this.#afterFailure(task, results, failure).then(task.resolve, task.reject)
    this.#dispatch()
    if (this.#busy.size === 0) this.#endWhenIdle()
  }

  /** Keeps the results so far, and tries the remaining items one by one, to find the one that ends the thread. */
  async #afterFailure(
    { items, failures, isAgain }: Task<Item, Result>,
    results: readonly Result[],
    failure: ThreadFailure,
  ): Promise<Result[]> {
    if (this.#closed) throw closed()
    const rest = items.slice(results.length)
    if (failure.cause === 'machine') {
      if (failures + 1 >= ATTEMPTS) throw noThread(failure)
      await sleep(RETRY_MS * 2 ** failures * (0.5 + Math.random() / 2))
      return [...results, ...(await this.#enqueue(rest, { failures: failures + 1, isAgain }))]
    }
    const isBeyondLimits = failure.cause === 'time' || failure.cause === 'memory'
    if (items.length === 1 && (isAgain || isBeyondLimits))
      return rest.map((item) => this.#options.failed(item, failure))
    const retried = await Promise.all(rest.map((item) => this.#enqueue([item], { isAgain: true })))
    return [...results, ...retried.flat()]
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

/** A caller who aborts does not wait for the current item of a thread. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function closed(): DocentError {
  return new DocentError('aborted', 'The threads that parse documentation were ended.')
}

function noThread({ message }: ThreadFailure): DocentError {
  return new DocentError(
    'unavailable',
    'The server has no resources left to parse documentation, and tries again later. Check its log, its limit of open files ("ulimit -n"), its memory, and its disk.',
    { isRetryable: true, cause: new Error(message) },
  )
}
