import type { DatabaseSync } from 'node:sqlite'
import { busy, isBusy, mapSqliteError } from './map-error.ts'

/** Most writes in one commit: bounds how long the event loop stands still (about 4 ms). */
const MOST_WRITES = 500

/** How long a begin may stand still for another process's commit, which mostly takes less than a flush to the disk. */
const BLOCK_MS = 10

/** Longest pause, in milliseconds, between two tries while another process holds the file. */
const LONGEST_PAUSE_MS = 50

interface Write {
  run(): unknown
  resolve(value: unknown): void
  reject(error: unknown): void
  signal: AbortSignal | undefined
  /** When it was asked for, by `performance.now()`. */
  since: number
  outcome: { value: unknown } | { error: unknown } | undefined
}

/**
 * Commits all writes of one event-loop turn together, so that they share one flush to the disk. Each runs in a
 * savepoint of its own: one that throws is undone alone. Promises settle after the commit; when it fails, all of them
 * reject. Writes run one after another and without a pause between begin and commit, so that reads of the same
 * connection never see what is not committed.
 *
 * While another process holds the file (it may be paused in the middle of a commit) the writes wait in their order and
 * the event loop goes on; those that waited `waitMs` reject as `unavailable`.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync
  readonly #onCommit: () => void
  readonly #begin
  readonly #savepoint
  readonly #release
  readonly #commit
  readonly #changes
  readonly #waitMs: number
  #queue: Write[] = []
  #scheduled: NodeJS.Immediate | undefined
  #retry: NodeJS.Timeout | undefined
  #tries = 0

  /** @param waitMs longest wait of a write for other processes, also of a read and of `drain` */
  constructor(connection: DatabaseSync, onCommit: () => void, waitMs: number) {
    this.#connection = connection
    this.#onCommit = onCommit
    this.#waitMs = waitMs
    this.#begin = connection.prepare('BEGIN IMMEDIATE')
    this.#savepoint = connection.prepare('SAVEPOINT one_write')
    this.#release = connection.prepare('RELEASE one_write')
    this.#commit = connection.prepare('COMMIT')
    this.#changes = connection.prepare('SELECT total_changes() AS count')
  }

  run<Result>(write: () => Result, signal: AbortSignal | undefined): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({
        run: write,
        resolve,
        reject,
        signal,
        since: performance.now(),
        outcome: undefined,
      })
      this.#schedule()
    }) as Promise<Result>
  }

  /** Commits what is queued, now: stands still while another process holds the file. */
  drain(): void {
    clearImmediate(this.#scheduled)
    clearTimeout(this.#retry)
    this.#scheduled = this.#retry = undefined
    while (this.#queue.length > 0) {
      this.#commitBatch(this.#queue.splice(0, MOST_WRITES), true)
    }
  }

  #schedule(): void {
    if (this.#retry) return
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined
      this.#flush()
    })
  }

  #flush(): void {
    this.#retry = undefined
    this.#rejectLate()
    const batch = this.#queue.splice(0, MOST_WRITES)
    if (batch.length === 0) return
    if (this.#commitBatch(batch, false)) {
      this.#tries = 0
      if (this.#queue.length > 0) this.#schedule()
      return
    }
    this.#queue.unshift(...batch)
    const pause = Math.min(2 ** this.#tries++, LONGEST_PAUSE_MS)
    this.#retry = setTimeout(() => this.#flush(), pause * (0.5 + Math.random()))
  }

  /** Writes that nobody waits for any more, and those that waited too long. */
  #rejectLate(): void {
    const deadline = performance.now() - this.#waitMs
    const late = (write: Write) => write.signal?.aborted || (this.#tries > 0 && write.since < deadline)
    if (!this.#queue.some(late)) return
    const queue = this.#queue
    this.#queue = queue.filter((write) => !late(write))
    for (const write of queue.filter(late)) write.reject(write.signal?.aborted ? write.signal.reason : busy())
  }

  /**
   * @param block whether to stand still while another process holds the file
   * @returns false when it was held, and nothing was run
   */
  #commitBatch(batch: readonly Write[], block: boolean): boolean {
    const before = this.#countChanges()
    try {
      if (!this.#beginWrite(block)) return false
      for (const write of batch) this.#apply(write, batch.length === 1)
      this.#commit.run()
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK')
      for (const write of batch) write.reject(mapSqliteError(error))
      return true
    }
    for (const write of batch) settle(write)
    if (this.#countChanges() !== before) this.#onCommit()
    return true
  }

  #beginWrite(block: boolean): boolean {
    // Run by text: SQLite acts on this pragma when it is prepared, not when it is run.
    if (!block) this.#connection.exec(`PRAGMA busy_timeout = ${Math.min(BLOCK_MS, this.#waitMs)}`)
    try {
      this.#begin.run()
      return true
    } catch (error) {
      if (block || !isBusy(error)) throw error
      return false
    } finally {
      if (!block) this.#connection.exec(`PRAGMA busy_timeout = ${this.#waitMs}`)
    }
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
