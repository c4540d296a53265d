import type {
  AddOptions,
  BackgroundTasks,
  CallOptions,
  Clock,
  DeadTask,
  Json,
  TaskHandler,
  TaskQueue,
} from '@docent/core/plugin'

interface MemoryTask {
  readonly id: string
  readonly queue: TaskQueue
  readonly data: Json
  readonly key: string | undefined
  state: 'waiting' | 'running' | 'dead'
  attempt: number
  dueAt: number
  failedAt: number
  reason: string
}

/** How often a worker looks, ms. */
const LOOK_MS = 5

/** Background tasks in memory, for tests: one process. */
export class MemoryBackgroundTasks implements BackgroundTasks {
  protected readonly clock: Clock
  protected readonly tasks = new Map<string, MemoryTask>()
  readonly #periods = new Set<string>()
  #ids = 0

  constructor(clock: Clock) {
    this.clock = clock
  }

  async add(queue: TaskQueue, data: Json, options: AddOptions = {}): Promise<boolean> {
    options.signal?.throwIfAborted()
    const { key, delayMs = 0, everyMs } = options
    const now = this.clock.now()
    const period = everyMs && JSON.stringify([queue.name, key, Math.floor(now / everyMs)])
    if (period && this.#periods.has(period)) return false
    if (key !== undefined && this.waits(queue, key)) return false
    if (period) this.#periods.add(period)
    const id = `task-${++this.#ids}`
    const begun = { state: 'waiting' as const, attempt: 0, failedAt: 0, reason: '' }
    this.tasks.set(id, { id, queue, data, key, dueAt: now + delayMs, ...begun })
    return true
  }

  work(queue: TaskQueue, handle: TaskHandler): AsyncDisposable {
    const abort = new AbortController()
    let running: Promise<void> | undefined
    const timer = setInterval(() => {
      const due = [...this.tasks.values()].find(
        (task) =>
          task.queue.name === queue.name && task.state === 'waiting' && task.dueAt <= this.clock.now(),
      )
      if (due) running ??= this.#run(due, handle, abort.signal).finally(() => (running = undefined))
    }, LOOK_MS)
    return {
      async [Symbol.asyncDispose]() {
        clearInterval(timer)
        abort.abort()
        await running
      },
    }
  }

  async dead(limit: number): Promise<DeadTask[]> {
    const dead = [...this.tasks.values()].filter(({ state }) => state === 'dead')
    return dead
      .reverse()
      .slice(0, limit)
      .map(({ id, queue, data, failedAt: at, reason }) => ({ id, queue: queue.name, data, at, reason }))
  }

  async revive(id: string, options?: CallOptions): Promise<boolean> {
    options?.signal?.throwIfAborted()
    const task = this.tasks.get(id)
    if (task?.state !== 'dead') return false
    Object.assign(task, { state: 'waiting', dueAt: this.clock.now() })
    return true
  }

  protected waits(queue: TaskQueue, key: string): boolean {
    return [...this.tasks.values()].some(
      (task) =>
        task.queue.name === queue.name && task.key === key && task.state === 'waiting' && task.attempt === 0,
    )
  }

  async #run(task: MemoryTask, handle: TaskHandler, signal: AbortSignal): Promise<void> {
    task.state = 'running'
    task.attempt += 1
    try {
      await handle({ id: task.id, data: task.data, attempt: task.attempt }, signal)
      this.tasks.delete(task.id)
    } catch (error) {
      const now = this.clock.now()
      const { attempts, retryMs } = task.queue
      const reason = error instanceof Error ? error.message : String(error)
      const state = task.attempt >= attempts ? 'dead' : 'waiting'
      Object.assign(task, { state, reason, failedAt: now, dueAt: now + retryMs * 2 ** (task.attempt - 1) })
    }
  }
}
