import type {
  AddOptions,
  BackgroundTasks,
  CallOptions,
  DeadTask,
  Ids,
  Json,
  Logger,
  TaskHandler,
  TaskQueue,
} from '@docent/core/plugin'
import { SharedLook } from '../jobs/shared-look.ts'
import { SKIP_LOCKED } from '../statements/fragments.ts'
import { sql } from '../statements/sql.ts'
import { ask, run, type SqlDatabase, type Steps } from '../statements/sql-database.ts'
import { type TakenTask, type TaskLedger, TaskWorker } from './task-worker.ts'

/** How long a dead task can be looked at. */
const KEEP_MS = 30 * 24 * 3_600_000

/** Background tasks in the database of the store, for any number of processes. */
export class SqlBackgroundTasks implements BackgroundTasks, TaskLedger {
  readonly #database: SqlDatabase
  readonly #ids: Ids
  readonly #logger: Logger
  readonly #lookMs: number
  readonly #workers = new Set<TaskWorker>()
  readonly #look = new SharedLook(() => this.#dueQueues())
  #timer: NodeJS.Timeout | undefined

  /** @param lookMs how often workers look for tasks that came due, or that other processes added without a word */
  constructor(database: SqlDatabase, { ids, logger, lookMs }: { ids: Ids; logger: Logger; lookMs: number }) {
    this.#database = database
    this.#ids = ids
    this.#logger = logger
    this.#lookMs = lookMs
  }

  /** Lets all workers look: another process committed something. */
  wake(): void {
    for (const worker of this.#workers) worker.wake()
  }

  async add(queue: TaskQueue, data: Json, options: AddOptions = {}): Promise<boolean> {
    const { key = '', delayMs = 0, everyMs, signal } = options
    const database = this.#database
    const id = this.#ids.sortable()
    const write = function* (): Steps<boolean> {
      const now = yield* timeOf(database)
      yield* run(
        sql`DELETE FROM docent.background_tasks WHERE state IN ('done', 'dead') AND keep_until <= ${now}`,
      )
      const period = everyMs === undefined ? null : Math.floor(now / everyMs) * everyMs
      const keepUntil = period === null ? 0 : period + (everyMs ?? 0)
      const { count } = yield* ask(
        sql`INSERT INTO docent.background_tasks (id, queue, key, state, attempt, due_at, period, keep_until, data)
          VALUES (${id}, ${queue.name}, ${key}, 'waiting', 0, ${now + delayMs}, ${period}, ${keepUntil},
            ${JSON.stringify(data)}) ON CONFLICT DO NOTHING`,
      )
      return count === 1
    }
    const isAdded = await database.transaction(write, signal && { signal })
    if (isAdded) this.wake()
    return isAdded
  }

  work(queue: TaskQueue, handle: TaskHandler): AsyncDisposable {
    const worker = new TaskWorker(this, queue, handle, this.#ids.sortable(), this.#logger)
    this.#workers.add(worker)
    this.#timer ??= setInterval(() => this.wake(), this.#lookMs).unref()
    return {
      [Symbol.asyncDispose]: async () => {
        await worker.stop()
        this.#workers.delete(worker)
        if (this.#workers.size > 0) return
        clearInterval(this.#timer)
        this.#timer = undefined
      },
    }
  }

  async dead(limit: number, options?: CallOptions): Promise<DeadTask[]> {
    const rows = await this.#database.read(
      sql<Omit<DeadTask, 'data'> & { data: string }>`SELECT id, queue, data, failed_at AS at, reason
        FROM docent.background_tasks WHERE state = 'dead' ORDER BY failed_at DESC, seq DESC LIMIT ${limit}`,
      options,
    )
    return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as Json }))
  }

  async revive(id: string, options?: CallOptions): Promise<boolean> {
    const database = this.#database
    const isRevived = await database.transaction(function* (): Steps<boolean> {
      const now = yield* timeOf(database)
      const { count } = yield* ask(
        sql`UPDATE docent.background_tasks SET state = 'waiting', due_at = ${now}
          WHERE id = ${id} AND state = 'dead'`,
      )
      return count === 1
    }, options)
    if (isRevived) this.wake()
    return isRevived
  }

  /** The longest due task that nobody holds, or whose holder was silent for too long. */
  take(queue: TaskQueue, holder: string): Promise<TakenTask | undefined> {
    const database = this.#database
    return database.transaction(function* (): Steps<TakenTask | undefined> {
      const now = yield* timeOf(database)
      const keepUntil = now + KEEP_MS
      // A task that ends each process that works on it would come for ever.
      yield* run(
        sql`UPDATE docent.background_tasks SET state = 'dead', failed_at = ${now},
            reason = 'The process that worked on it ended or stopped responding.',
            keep_until = CASE WHEN keep_until > ${keepUntil} THEN keep_until ELSE ${keepUntil} END
          WHERE queue = ${queue.name} AND state = 'running' AND due_at <= ${now} AND attempt >= ${queue.attempts}`,
      )
      const { rows } = yield* ask(
        sql<{ id: string; data: string; attempt: number }>`UPDATE docent.background_tasks
          SET state = 'running', attempt = attempt + 1, holder = ${holder}, due_at = ${now + queue.leaseMs}
          WHERE seq = (SELECT seq FROM docent.background_tasks
            WHERE queue = ${queue.name} AND state IN ('waiting', 'running') AND due_at <= ${now}
            ORDER BY due_at, seq LIMIT 1 ${SKIP_LOCKED})
          RETURNING id, data, attempt`,
      )
      const [row] = rows
      return row && { ...row, data: JSON.parse(row.data) as Json }
    })
  }

  /** True while a look would find a task. Costs no write, and one statement for all that ask at once. */
  async isDue(queue: TaskQueue): Promise<boolean> {
    return (await this.#look.look()).has(queue.name)
  }

  /** False when another worker has the task now. */
  async renew(queue: TaskQueue, { id, attempt }: TakenTask, holder: string): Promise<boolean> {
    const { count } = await this.#database.write(
      () => sql`UPDATE docent.background_tasks SET due_at = ${this.#database.now()} + ${queue.leaseMs}
        WHERE id = ${id} AND state = 'running' AND holder = ${holder} AND attempt = ${attempt}`,
    )
    return count === 1
  }

  /** Notes the end of a try; of one that another worker has taken over, nothing. */
  end(queue: TaskQueue, { id, attempt }: TakenTask, holder: string, failure?: unknown): Promise<void> {
    const database = this.#database
    const held = sql`WHERE id = ${id} AND state = 'running' AND holder = ${holder} AND attempt = ${attempt}`
    return database.transaction(function* (): Steps<void> {
      if (failure === undefined) {
        yield* run(sql`DELETE FROM docent.background_tasks ${held} AND period IS NULL`)
        yield* run(sql`UPDATE docent.background_tasks SET state = 'done' ${held}`)
        return
      }
      const now = yield* timeOf(database)
      const reason = failure instanceof Error ? failure.message : String(failure)
      const isDead = attempt >= queue.attempts
      const keepUntil = isDead ? now + KEEP_MS : 0
      yield* run(
        sql`UPDATE docent.background_tasks SET state = ${isDead ? 'dead' : 'waiting'},
          due_at = ${now + queue.retryMs * 2 ** (attempt - 1)}, failed_at = ${now}, reason = ${reason},
          keep_until = CASE WHEN keep_until > ${keepUntil} THEN keep_until ELSE ${keepUntil} END ${held}`,
      )
    })
  }

  async #dueQueues(): Promise<ReadonlySet<string>> {
    const rows = await this.#database.read(
      sql<{ queue: string }>`SELECT DISTINCT queue FROM docent.background_tasks
        WHERE state IN ('waiting', 'running') AND due_at <= ${this.#database.now()}`,
    )
    return new Set(rows.map(({ queue }) => queue))
  }
}

/** The database's time as a number, within a transaction. */
function* timeOf(database: SqlDatabase): Steps<number> {
  const time = database.now()
  if (typeof time === 'number') return time
  const { rows } = yield* ask(sql<{ now: number }>`SELECT ${time} AS now`)
  return rows[0]?.now ?? 0
}
