import { type Json, type Logger, type TaskHandler, type TaskQueue, WakeUp } from '@docent/core/plugin'
import type { Database } from './database.ts'

/** How often to look for a task that came due by the clock, ms. Commits of any process wake at once. */
const LOOK_MS = 1_000

/** A task that a worker took. */
export interface TakenTask {
  readonly id: string
  readonly data: Json
  readonly attempt: number
}

/** Where a worker takes tasks from, and notes what became of them. */
export interface TaskLedger {
  /** True while `take` would find a task. Costs no write. */
  isDue(queue: TaskQueue): boolean
  take(queue: TaskQueue, holder: string): Promise<TakenTask | undefined>
  /** False when another worker has the task now. */
  renew(queue: TaskQueue, task: TakenTask, holder: string): Promise<boolean>
  end(queue: TaskQueue, task: TakenTask, holder: string, failure?: unknown): Promise<void>
}

/** Handles the tasks of one queue, one at a time. */
export class TaskWorker implements AsyncDisposable {
  readonly #abort = new AbortController()
  readonly #wakeUp = new WakeUp()
  readonly #subscription: Disposable
  readonly #running: Promise<void>

  constructor(
    private readonly tasks: TaskLedger,
    private readonly database: Database,
    private readonly queue: TaskQueue,
    private readonly handle: TaskHandler,
    private readonly holder: string,
    private readonly logger: Logger,
  ) {
    this.#subscription = database.onCommit(() => this.#wakeUp.ring())
    this.#running = this.#run()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort()
    await this.#running
    this.#subscription[Symbol.dispose]()
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort
    while (!signal.aborted) {
      this.#wakeUp.reset()
      try {
        if (this.database.isOpen && this.tasks.isDue(this.queue)) {
          const task = await this.tasks.take(this.queue, this.holder)
          if (task) await this.#perform(task)
          continue
        }
      } catch (error) {
        this.logger.error({ err: error, queue: this.queue.name }, 'background tasks could not be read')
      }
      await this.#wakeUp.wait({ signal, timeoutMs: LOOK_MS })
    }
  }

  async #perform(task: TakenTask): Promise<void> {
    const lost = new AbortController()
    const signal = AbortSignal.any([this.#abort.signal, lost.signal])
    const renewal = setInterval(() => {
      this.tasks.renew(this.queue, task, this.holder).then(
        (isHeld) => isHeld || lost.abort(new Error('Another process took over the task.')),
        (error: unknown) => this.logger.warn({ err: error, taskId: task.id }, 'a task could not be renewed'),
      )
    }, this.queue.leaseMs / 3)
    renewal.unref()
    try {
      await this.handle(task, signal)
      await this.tasks.end(this.queue, task, this.holder)
    } catch (error) {
      const fields = { queue: this.queue.name, taskId: task.id, attempt: task.attempt }
      if (!signal.aborted) this.logger.warn({ ...fields, err: error }, 'a background task failed')
      await this.tasks.end(this.queue, task, this.holder, error)
    } finally {
      clearInterval(renewal)
    }
  }
}
