import { Worker } from 'node:worker_threads'

export interface ThreadLimits {
  /** Longest time for one item, ms. */
  timeoutMs: number
  /** Largest heap, MB. */
  memoryMb: number
}

/** Results of the beginning of a list, as far as they came; `failure` is absent when all did. */
export interface ThreadOutcome<Result> {
  results: Result[]
  failure?: string
}

/** One worker thread that works on one list at a time, under limits for each item. */
export class PoolThread<Item, Result> {
  readonly #worker: Worker
  readonly #limits: ThreadLimits
  #ended: string | undefined
  #onChange: (() => void) | undefined
  #results: Result[] = []

  constructor(entry: URL, work: unknown, limits: ThreadLimits) {
    this.#limits = limits
    this.#worker = new Worker(entry, {
      workerData: work,
      execArgv: entry.pathname.endsWith('.ts') ? ['--conditions=source', '--no-warnings'] : [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    })
    this.#worker.on('message', (results: readonly Result[]) => {
      this.#results.push(...results)
      this.#onChange?.()
    })
    // Without a listener at all times, a thread that fails late would end the process.
    this.#worker.on('error', (error) => this.#end(reasonOf(error, limits)))
    this.#worker.on('exit', () => this.#end('The parsing thread ended.'))
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
      const timer = setTimeout(() => this.#end(`Parsing took longer than ${timeoutMs} ms.`), timeoutMs)
      this.#onChange = () => {
        clearTimeout(timer)
        this.#onChange = undefined
        resolve()
      }
    })
  }

  #end(reason: string): void {
    this.#ended ??= reason
    this.#onChange?.()
  }
}

function reasonOf(error: unknown, { memoryMb }: ThreadLimits): string {
  if (error instanceof Error && Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY')
    return `Parsing took more than ${memoryMb} MB of memory.`
  return error instanceof Error ? error.message : String(error)
}
