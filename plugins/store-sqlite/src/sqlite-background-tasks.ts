import type {
  AddOptions,
  BackgroundTasks,
  CallOptions,
  Clock,
  DeadTask,
  Ids,
  Json,
  Logger,
  TaskHandler,
  TaskQueue,
} from '@docent/core/plugin'
import type { Database } from './database.ts'
import { type TakenTask, type TaskLedger, TaskWorker } from './task-worker.ts'

/** How long a dead task can be looked at. */
const KEEP_MS = 30 * 24 * 3_600_000

/** Background tasks in SQLite, for any number of processes over one file. */
export class SqliteBackgroundTasks implements BackgroundTasks, TaskLedger {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly logger: Logger,
  ) {}

  add(
    queue: TaskQueue,
    data: Json,
    { key = '', delayMs = 0, everyMs, signal }: AddOptions = {},
  ): Promise<boolean> {
    return this.database.transaction(() => {
      const now = this.clock.now()
      this.database.run(
        "DELETE FROM background_tasks WHERE state IN ('done', 'dead') AND keep_until <= ?",
        now,
      )
      const period = everyMs === undefined ? null : Math.floor(now / everyMs) * everyMs
      const added = this.database.run(
        `INSERT INTO background_tasks (id, queue, key, state, attempt, due_at, period, keep_until, data)
            VALUES (?, ?, ?, 'waiting', 0, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        this.ids.sortable(),
        queue.name,
        key,
        now + delayMs,
        period,
        period === null ? 0 : period + (everyMs ?? 0),
        JSON.stringify(data),
      )
      return added === 1
    }, signal && { signal })
  }

  work(queue: TaskQueue, handle: TaskHandler): AsyncDisposable {
    return new TaskWorker(this, this.database, queue, handle, this.ids.sortable(), this.logger)
  }

  async dead(limit: number, options?: CallOptions): Promise<DeadTask[]> {
    options?.signal?.throwIfAborted()
    return this.database
      .all<Omit<DeadTask, 'data'> & { data: string }>(
        `SELECT id, queue, data, failed_at AS at, reason FROM background_tasks
          WHERE state = 'dead' ORDER BY failed_at DESC, seq DESC LIMIT ?`,
        limit,
      )
      .map((row) => ({ ...row, data: JSON.parse(row.data) as Json }))
  }

  async revive(id: string, options?: CallOptions): Promise<boolean> {
    return this.database.transaction(
      () =>
        this.database.run(
          "UPDATE background_tasks SET state = 'waiting', due_at = ? WHERE id = ? AND state = 'dead'",
          this.clock.now(),
          id,
        ) === 1,
      options,
    )
  }

  /** The longest due task that nobody holds, or whose holder was silent for too long. */
  take(queue: TaskQueue, holder: string): Promise<TakenTask | undefined> {
    return this.database.transaction(() => {
      const now = this.clock.now()
      // A task that ends each process that works on it would come for ever.
      this.database.run(
        `UPDATE background_tasks SET state = 'dead', failed_at = ?, reason = ?, keep_until = MAX(keep_until, ?)
          WHERE queue = ? AND state = 'running' AND due_at <= ? AND attempt >= ?`,
        now,
        'The process that worked on it ended or stopped responding.',
        now + KEEP_MS,
        queue.name,
        now,
        queue.attempts,
      )
      const row = this.database.get<{ id: string; data: string; attempt: number }>(
        `UPDATE background_tasks SET state = 'running', attempt = attempt + 1, holder = ?, due_at = ?
          WHERE seq = (SELECT seq FROM background_tasks
            WHERE queue = ? AND state IN ('waiting', 'running') AND due_at <= ? ORDER BY due_at, seq LIMIT 1)
          RETURNING id, data, attempt`,
        holder,
        now + queue.leaseMs,
        queue.name,
        now,
      )
      return row && { id: row.id, data: JSON.parse(row.data) as Json, attempt: row.attempt }
    })
  }

  /** True while a look would find a task. Costs no write. */
  isDue(queue: TaskQueue): boolean {
    return (
      this.database.get(
        `SELECT 1 FROM background_tasks
          WHERE queue = ? AND state IN ('waiting', 'running') AND due_at <= ? LIMIT 1`,
        queue.name,
        this.clock.now(),
      ) !== undefined
    )
  }

  /** False when another worker has the task now. */
  renew(queue: TaskQueue, { id, attempt }: TakenTask, holder: string): Promise<boolean> {
    return this.database.transaction(
      () =>
        this.database.run(
          `UPDATE background_tasks SET due_at = ?
            WHERE id = ? AND state = 'running' AND holder = ? AND attempt = ?`,
          this.clock.now() + queue.leaseMs,
          id,
          holder,
          attempt,
        ) === 1,
    )
  }

  /** Notes the end of a try; of one that another worker has taken over, nothing. */
  end(queue: TaskQueue, { id, attempt }: TakenTask, holder: string, failure?: unknown): Promise<void> {
    return this.database.transaction(() => {
      const now = this.clock.now()
      const held = 'WHERE id = ? AND state = ? AND holder = ? AND attempt = ?'
      const whose = [id, 'running', holder, attempt]
      if (failure === undefined) {
        this.database.run(`DELETE FROM background_tasks ${held} AND period IS NULL`, ...whose)
        this.database.run(`UPDATE background_tasks SET state = 'done' ${held}`, ...whose)
        return
      }
      const reason = failure instanceof Error ? failure.message : String(failure)
      const isDead = attempt >= queue.attempts
      this.database.run(
        `UPDATE background_tasks SET state = ?, due_at = ?, failed_at = ?, reason = ?,
            keep_until = MAX(keep_until, ?) ${held}`,
        isDead ? 'dead' : 'waiting',
        now + queue.retryMs * 2 ** (attempt - 1),
        now,
        reason,
        isDead ? now + KEEP_MS : 0,
        ...whose,
      )
    })
  }
}
