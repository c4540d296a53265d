import { Worker } from 'node:worker_threads'

export interface ThreadLimits {
  /** Longest time for one item, ms. */
  timeoutMs: number
  /** Largest heap, MB. */
  memoryMb: number
}

/** Why a thread could not finish an item. */
export interface ThreadFailure {
  cause: 'time' | 'memory' | 'end' | 'error'
  message: string
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
    this.#worker.on('message', (results: readonly Result[]) => {
      this.#results.push(...results)
      this.#onChange?.()
    })
    // Without a listener at all times, a thread that fails late would end the process.
    this.#worker.on('error', (error) => this.#end(failureOf(error, limits)))
    this.#worker.on('exit', () => this.#end({ cause: 'end', message: 'The parsing thread ended.' }))
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
    const { timeoutMs } = this.#limits
    return new Promise((resolve) => {
      const message = `Parsing took longer than ${timeoutMs} ms.`
      const timer = setTimeout(() => this.#end({ cause: 'time', message }), timeoutMs)
      this.#onChange = () => {
        clearTimeout(timer)
        this.#onChange = undefined
        resolve()
      }
    })
  }

  #end(failure: ThreadFailure): void {
    this.#ended ??= failure
    this.#onChange?.()
  }
}

function failureOf(error: unknown, { memoryMb }: ThreadLimits): ThreadFailure {
  if (error instanceof Error && Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY')
    return { cause: 'memory', message: `Parsing took more than ${memoryMb} MB of memory.` }
  return { cause: 'error', message: error instanceof Error ? error.message : String(error) }
}
