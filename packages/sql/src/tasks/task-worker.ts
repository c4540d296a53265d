import { type Json, type Logger, type TaskHandler, type TaskQueue, WakeUp } from '@docent/core/plugin'

/** A task that a worker took. */
export interface TakenTask {
  readonly id: string
  readonly data: Json
  readonly attempt: number
}

/** Where a worker takes tasks from, and notes what became of them. */
export interface TaskLedger {
  /** True while `take` would find a task. Costs no write. */
  isDue(queue: TaskQueue): Promise<boolean>
  take(queue: TaskQueue, holder: string): Promise<TakenTask | undefined>
  /** False when another worker has the task now. */
  renew(queue: TaskQueue, task: TakenTask, holder: string): Promise<boolean>
  end(queue: TaskQueue, task: TakenTask, holder: string, failure?: unknown): Promise<void>
}

/** Handles the tasks of one queue, one at a time. */
export class TaskWorker {
  readonly #abort = new AbortController()
  readonly #wakeUp = new WakeUp()
  #isFailing = false
  readonly #running: Promise<void>

  constructor(
    private readonly tasks: TaskLedger,
    private readonly queue: TaskQueue,
    private readonly handle: TaskHandler,
    private readonly holder: string,
    private readonly logger: Logger,
  ) {
    this.#running = this.#run()
  }

  /** Waits for the task that runs. */
  async stop(): Promise<void> {
    this.#abort.abort()
    await this.#running
  }

  /** Lets it look for a task. */
  wake(): void {
    this.#wakeUp.ring()
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort
    while (!signal.aborted) {
      this.#wakeUp.reset()
      try {
        const isDue = await this.tasks.isDue(this.queue)
        this.#isFailing = false
        if (isDue) {
          const task = await this.tasks.take(this.queue, this.holder)
          if (task) await this.#perform(task)
          continue
        }
      } catch (error) {
        // Once, not at every look.
        if (!this.#isFailing)
          this.logger.error({ err: error, queue: this.queue.name }, 'background tasks could not be read')
        this.#isFailing = true
      }
      await this.#wakeUp.wait({ signal })
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
