import type { Docent } from '../plugin/docent.ts'
import { BackgroundTasks, type TaskQueue } from '../ports/background-tasks.ts'
import { Logger } from '../ports/logger.ts'

/** After the start, when requests have had their turn. */
const FIRST_MS = 60_000

export interface PeriodicTaskOptions {
  /** Name of the queue. */
  readonly name: string
  readonly everyMs: number
  /** How often a process asks for the task of the period, ms. Default: `everyMs` */
  readonly askMs?: number
  /** Message of the log when asking fails. */
  readonly notPlanned: string
  run(signal: AbortSignal): Promise<void>
}

/** Work of every period, done in one of all processes, with three tries. */
export class PeriodicTask {
  #timer: NodeJS.Timeout | undefined
  #worker: AsyncDisposable | undefined

  constructor(
    private readonly docent: Docent,
    private readonly options: PeriodicTaskOptions,
  ) {}

  start(): void {
    const { name, everyMs, askMs = everyMs, run } = this.options
    const queue: TaskQueue = { name, attempts: 3, retryMs: 60_000, leaseMs: 60_000 }
    this.#worker = this.docent.resolve(BackgroundTasks).work(queue, (_task, signal) => run(signal))
    this.#ask(queue)
    this.#timer = setInterval(() => this.#ask(queue), askMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#worker?.[Symbol.asyncDispose]()
  }

  #ask(queue: TaskQueue): void {
    const { everyMs, notPlanned } = this.options
    this.docent
      .resolve(BackgroundTasks)
      .add(queue, null, { everyMs, delayMs: FIRST_MS })
      .catch((error: unknown) => {
        this.docent.resolve(Logger).error({ err: error }, notPlanned)
      })
  }
}
