import type { DatabaseSync } from 'node:sqlite'
import { mapSqliteError } from './map-error.ts'

/** Most writes in one commit: bounds how long the event loop stands still (about 4 ms). */
const MOST_WRITES = 500

interface Write {
  run(): unknown
  resolve(value: unknown): void
  reject(error: unknown): void
  signal: AbortSignal | undefined
  outcome: { value: unknown } | { error: unknown } | undefined
}

/**
 * Commits all writes of one event-loop turn together, so that they share one flush to the disk. Each runs in a
 * savepoint of its own: one that throws is undone alone. Promises settle after the commit; when it fails, all of them
 * reject. Writes run one after another and without a pause between begin and commit, so that reads of the same
 * connection never see what is not committed.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync
  readonly #onCommit: () => void
  readonly #begin
  readonly #savepoint
  readonly #release
  readonly #commit
  readonly #changes
  #queue: Write[] = []
  #scheduled: NodeJS.Immediate | undefined

  constructor(connection: DatabaseSync, onCommit: () => void) {
    this.#connection = connection
    this.#onCommit = onCommit
    this.#begin = connection.prepare('BEGIN IMMEDIATE')
    this.#savepoint = connection.prepare('SAVEPOINT one_write')
    this.#release = connection.prepare('RELEASE one_write')
    this.#commit = connection.prepare('COMMIT')
    this.#changes = connection.prepare('SELECT total_changes() AS count')
  }

  run<Result>(write: () => Result, signal: AbortSignal | undefined): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({ run: write, resolve, reject, signal, outcome: undefined })
      this.#scheduled ??= setImmediate(() => this.#flush())
    }) as Promise<Result>
  }

  /** Commits what is queued, now. */
  drain(): void {
    while (this.#queue.length > 0) this.#flush()
  }

  #flush(): void {
    clearImmediate(this.#scheduled)
    const batch = this.#queue.splice(0, MOST_WRITES)
    this.#scheduled = this.#queue.length > 0 ? setImmediate(() => this.#flush()) : undefined
    const before = this.#countChanges()
    try {
      this.#begin.run()
      for (const write of batch) this.#apply(write, batch.length === 1)
      this.#commit.run()
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK')
      for (const write of batch) write.reject(mapSqliteError(error))
      return
    }
    for (const write of batch) settle(write)
    if (this.#countChanges() !== before) this.#onCommit()
  }

  /** @param alone true for the only write of a commit: when it fails, the whole transaction is rolled back anyway */
  #apply(write: Write, alone: boolean): void {
    if (write.signal?.aborted) {
      write.outcome = { error: write.signal.reason }
      return
    }
    if (alone) {
      write.outcome = { value: write.run() }
      return
    }
    this.#savepoint.run()
    try {
      write.outcome = { value: write.run() }
    } catch (error) {
      // A full disk has undone the whole transaction already: then all writes of it reject with that error.
      if (!this.#connection.isTransaction) throw error
      write.outcome = { error: mapSqliteError(error) }
      this.#connection.exec('ROLLBACK TO one_write')
    }
    this.#release.run()
  }

  /** Grows with every changed row: a transaction that only looked need not wake anybody. */
  #countChanges(): unknown {
    return this.#changes.get()?.count
  }
}

function settle(write: Write): void {
  if (write.outcome && 'value' in write.outcome) write.resolve(write.outcome.value)
  else write.reject(write.outcome?.error)
}
