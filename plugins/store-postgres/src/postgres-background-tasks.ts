import { randomUUID } from 'node:crypto'
import type {
  AddOptions,
  BackgroundTasks,
  CallOptions,
  DeadTask,
  Json,
  Logger,
  TaskHandler,
  TaskQueue,
} from '@docent/core/plugin'
import { DocentError, WakeUp } from '@docent/core/plugin'
import type { PostgresSettings } from '@docent/postgres'
import { PgBoss } from 'pg-boss'

/** Longest that a task may take, s. */
const LONGEST_S = 6 * 3_600
/** How long ended tasks are kept, s. */
const KEEP_S = 30 * 24 * 3_600
/** How often dead workers are looked for, s. */
const LOOK_S = 5

/** Connections of pg-boss, beside the one that listens. */
const CONNECTIONS = 2

/** Background tasks by pg-boss, in a schema beside the store's. It connects past a pooler, because it listens. */
export class PostgresBackgroundTasks implements BackgroundTasks {
  readonly #boss: PgBoss
  readonly #schema: string
  readonly #queues = new Map<string, Promise<void>>()
  readonly #logger: Logger | undefined
  #isStarted = false

  constructor({ directUrl, schema }: PostgresSettings, logger?: Logger) {
    this.#logger = logger
    this.#schema = `${schema}_tasks`
    this.#boss = new PgBoss({
      connectionString: directUrl,
      schema: this.#schema,
      application_name: 'docent tasks',
      max: CONNECTIONS,
      schedule: false,
      useListenNotify: true,
      monitorIntervalSeconds: LOOK_S,
      superviseIntervalSeconds: LOOK_S,
    })
    this.#boss.on('error', (error) =>
      logger?.warn({ err: error }, 'background tasks met a failure of PostgreSQL'),
    )
    this.#boss.on('warning', (warning) => logger?.debug({ warning }, 'pg-boss warns'))
  }

  async start(): Promise<void> {
    await this.#boss.start()
    this.#isStarted = true
  }

  async stop(timeoutMs = 20_000): Promise<void> {
    if (!this.#isStarted) return
    this.#isStarted = false
    await this.#boss.stop({ graceful: true, close: true, timeout: timeoutMs })
  }

  async add(queue: TaskQueue, data: Json, options: AddOptions = {}): Promise<boolean> {
    const { key, delayMs = 0, everyMs, signal } = options
    signal?.throwIfAborted()
    await this.#open(queue)
    const id = await this.#boss.send(
      queue.name,
      { data },
      {
        // Of one key, or of none, one task waits at most: the others need a key of their own.
        singletonKey: key ?? (everyMs === undefined ? randomUUID() : ''),
        ...(delayMs > 0 && { startAfter: Math.ceil(delayMs / 1_000) }),
        ...(everyMs !== undefined && { singletonSeconds: Math.ceil(everyMs / 1_000) }),
      },
    )
    return id !== null
  }

  work(queue: TaskQueue, handle: TaskHandler): AsyncDisposable {
    const abort = new AbortController()
    const working = this.#work(queue, handle, abort.signal)
    return {
      [Symbol.asyncDispose]: async () => {
        abort.abort()
        const id = await working
        if (id !== undefined) await this.#boss.offWork(queue.name, { id, wait: true })
      },
    }
  }

  async dead(limit: number, options?: CallOptions): Promise<DeadTask[]> {
    options?.signal?.throwIfAborted()
    const { rows } = await this.#boss.getDb().executeSql(
      `SELECT id, name, data, output, extract(epoch FROM completed_on) * 1000 AS at FROM ${this.#schema}.job
        WHERE state = 'failed' ORDER BY completed_on DESC, id LIMIT $1`,
      [limit],
    )
    return (rows as DeadRow[]).map(({ id, name, data, output, at }) => ({
      id,
      queue: name,
      data: data.data,
      at: Math.round(Number(at)),
      reason: output?.message ?? output?.value?.message ?? 'It failed.',
    }))
  }

  async revive(id: string, options?: CallOptions): Promise<boolean> {
    options?.signal?.throwIfAborted()
    const { rows } = await this.#boss
      .getDb()
      .executeSql(`SELECT name FROM ${this.#schema}.job WHERE id = $1 AND state = 'failed'`, [id])
    const [found] = rows as { name: string }[]
    if (!found) return false
    await this.#boss.retry(found.name, id)
    return true
  }

  /** Looks for dead workers now, as it does every few seconds. */
  async lookForDeadWorkers(): Promise<void> {
    await this.#boss.supervise()
  }

  async #work(queue: TaskQueue, handle: TaskHandler, signal: AbortSignal): Promise<string | undefined> {
    while (!signal.aborted) {
      try {
        await this.#open(queue)
        break
      } catch (error) {
        this.#logger?.warn(
          { err: error, queue: queue.name },
          'a queue could not be opened; it is tried again',
        )
        await new WakeUp().wait({ timeoutMs: 1_000, signal })
      }
    }
    if (signal.aborted) return undefined
    return this.#boss.work(
      queue.name,
      { includeMetadata: true, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
      async (jobs) => {
        for (const { id, data, retryCount, signal: lost } of jobs) {
          const { data: own } = data as { data: Json }
          await handle({ id, data: own, attempt: retryCount + 1 }, AbortSignal.any([signal, lost]))
        }
      },
    )
  }

  async #open(queue: TaskQueue): Promise<void> {
    if (!this.#isStarted)
      throw new DocentError('unavailable', 'The server is starting or stopping.', { isRetryable: true })
    const known = this.#queues.get(queue.name)
    if (known) return known
    const opening = this.#boss
      .createQueue(queue.name, {
        policy: 'short',
        notify: true,
        retryLimit: queue.attempts - 1,
        retryDelay: Math.ceil(queue.retryMs / 1_000),
        retryBackoff: true,
        heartbeatSeconds: Math.max(10, Math.ceil(queue.leaseMs / 1_000)),
        expireInSeconds: LONGEST_S,
        deleteAfterSeconds: KEEP_S,
        retentionSeconds: KEEP_S,
      })
      .catch((error: unknown) => {
        this.#queues.delete(queue.name)
        throw error
      })
    this.#queues.set(queue.name, opening)
    return opening
  }
}

interface DeadRow {
  id: string
  name: string
  data: { data: Json }
  output: { message?: string; value?: { message?: string } } | null
  at: string
}
