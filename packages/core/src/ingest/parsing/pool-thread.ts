import { Worker } from 'node:worker_threads'
import { isMachineFailure } from '../../errors/machine-failure.ts'
import type { ThreadFailure } from './thread-failure.ts'
import { THREAD_READY } from './thread-ready.ts'
import { ThreadTime } from './thread-time.ts'

export interface ThreadLimits {
  /** Longest time for one item, ms of CPU time. */
  timeoutMs: number
  /** Largest heap, MB. */
  memoryMb: number
}

/** Results of the beginning of a list, as far as they came; `failure` is absent when all did. */
export interface ThreadOutcome<Result> {
  results: Result[]
  failure?: ThreadFailure
}

/** One worker thread that works on one list at a time, under limits for each item. */
export class PoolThread<Item, Result> {
  readonly #worker: Worker
  readonly #limits: ThreadLimits
  #isReady = false
  #ended: ThreadFailure | undefined
  #onChange: (() => void) | undefined
  #results: Result[] = []

  constructor(entry: URL, work: unknown, limits: ThreadLimits, execArgv?: readonly string[]) {
    this.#limits = limits
    this.#worker = new Worker(entry, {
      workerData: work,
      ...(execArgv && { execArgv: [...execArgv] }),
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    })
    this.#worker.on('message', (results: readonly Result[] | typeof THREAD_READY) => {
      if (results === THREAD_READY) this.#isReady = true
      else this.#results.push(...results)
      this.#onChange?.()
    })
    // Without a listener at all times, a thread that fails late would end the process.
    this.#worker.on('error', (error) => this.#end(this.#failureOf(error)))
    this.#worker.on('exit', () =>
      this.#end({ cause: this.#isReady ? 'end' : 'machine', message: 'The parsing thread ended.' }),
    )
    // An idle thread keeps no process alive.
    this.#worker.unref()
  }

  /** After a failure the thread has ended and is of no use. */
  async run(items: readonly Item[]): Promise<ThreadOutcome<Result>> {
    this.#results = []
    this.#worker.ref()
    this.#worker.postMessage(items)
    while (this.#results.length < items.length && this.#ended === undefined) await this.#change()
    this.#worker.unref()
    const results = this.#results
    this.#results = []
    if (this.#ended === undefined) return { results }
    const failure = this.#ended
    await this.#worker.terminate()
    return { results, failure }
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  /** The next result, the end of the thread, or the end of the time that one item has. */
  #change(): Promise<void> {
    return new Promise((resolve) => {
      const time = new ThreadTime(this.#worker, this.#limits.timeoutMs, (failure) => this.#end(failure))
      this.#onChange = () => {
        time.stop()
        this.#onChange = undefined
        resolve()
      }
    })
  }

  #end(failure: ThreadFailure): void {
    this.#ended ??= failure
    this.#onChange?.()
  }

  #failureOf(error: unknown): ThreadFailure {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      return { cause: 'memory', message: `Parsing took more than ${this.#limits.memoryMb} MB of memory.` }
    return { cause: this.#isReady && !isMachineFailure(error) ? 'error' : 'machine', message }
  }
}
