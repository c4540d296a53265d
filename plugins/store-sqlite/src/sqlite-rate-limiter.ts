import { existsSync, rmSync } from 'node:fs'
import {
  type CallOptions,
  type Clock,
  DocentError,
  type LimitRequest,
  type LimitResult,
  type RateLimiter,
  sleep,
} from '@docent/core/plugin'
import { isDamaged } from './map-error.ts'
import { SqliteLimitCounters } from './sqlite-limit-counters.ts'
import { BATCH, SqliteLimitUpkeep } from './sqlite-limit-upkeep.ts'

export interface SqliteRateLimiterOptions {
  /** How long a take waits while another process holds the lock, ms. The event loop goes on. Default 100. */
  lockWaitMs?: number
  /** How long after a take the counts are on the disk at the latest, ms. Default 500. */
  flushAfterMs?: number
  /** Called when the file was damaged and has been made anew: all counts are lost. */
  onRenewed?: () => void
  /** Told when flushing or deleting old counters failed: it is tried again after the next take, and takes go on. */
  onUpkeepError: (error: unknown) => void
}

/** Primary result code of a lock that another connection holds: https://www.sqlite.org/rescode.html#busy */
const BUSY = 5
const PAUSE_MS = 4

/**
 * Limits counted in `limits.sqlite`, a file of its own beside the main one, so that counting never waits for the
 * flushes of durable writes. Each take is one transaction, exact also when several processes share the file. Counts
 * survive the end of a process at any moment; a power cut loses those of the last second at most.
 *
 * Every failure of the database is a retryable DocentError `unavailable`: the caller may count elsewhere meanwhile.
 * A file that could not be opened is tried again with the next take. One that is damaged is made anew, without counts.
 *
 * @example
 * const limiter = new SqliteRateLimiter('/srv/docent/limits.sqlite', { now: Date.now }, { onUpkeepError: console.error })
 * limiter.open()
 * const { allowed } = await limiter.take([{ scope: 'ip', key: 'search:ip:1.2.3.4', max: 100, window: { kind: 'month' } }])
 * limiter.close()
 */
export class SqliteRateLimiter implements RateLimiter {
  readonly file: string
  readonly #clock: Clock
  readonly #lockWaitMs: number
  readonly #upkeep: SqliteLimitUpkeep
  readonly #onRenewed: () => void
  #counters: SqliteLimitCounters | undefined
  #closed = false

  constructor(file: string, clock: Clock, options: SqliteRateLimiterOptions) {
    this.file = file
    this.#clock = clock
    this.#lockWaitMs = options.lockWaitMs ?? 100
    this.#onRenewed = options.onRenewed ?? (() => undefined)
    this.#upkeep = new SqliteLimitUpkeep({
      walFile: `${file}-wal`,
      afterMs: options.flushAfterMs ?? 500,
      sweep: (limit) => this.#sweep(limit),
      onError: options.onUpkeepError,
    })
  }

  /**
   * Opens the file, made with mode 0600 when it is not there. Without it the first take does.
   * @throws DocentError `unavailable`, or `configuration` when a newer Docent wrote the file.
   */
  open(): void {
    this.#closed = false
    this.#open()
  }

  /** Safe to call twice. Takes afterwards are `unavailable`. */
  close(): void {
    this.#closed = true
    this.#upkeep.stop()
    this.#counters?.close()
    this.#counters = undefined
  }

  /** Deletes the counters of windows that ended more than a minute ago, as a timer does in small batches after takes. */
  sweep(): void {
    while (this.#sweep(BATCH) === BATCH);
  }

  async take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    const signal = options?.signal
    signal?.throwIfAborted()
    let deadline = 0
    let renewed = false
    for (;;) {
      try {
        return this.#take(requests)
      } catch (error) {
        if (!isSqliteError(error)) throw error
        if (!renewed && this.#renew(error)) {
          renewed = true
          continue
        }
        deadline ||= performance.now() + this.#lockWaitMs
        if (!isBusy(error) || performance.now() >= deadline) throw unavailable(error)
      }
      await sleep(1 + Math.random() * PAUSE_MS, signal)
    }
  }

  #take(requests: readonly LimitRequest[]): LimitResult {
    const result = this.#open().take(requests, this.#clock.now())
    if (result.allowed) this.#upkeep.dirty()
    return result
  }

  #open(): SqliteLimitCounters {
    if (this.#counters) return this.#counters
    if (this.#closed) throw unavailable(new Error('The limiter is closed.'))
    try {
      this.#counters = this.#openFile()
    } catch (error) {
      throw DocentError.is(error) ? error : unavailable(error)
    }
    return this.#counters
  }

  #openFile(): SqliteLimitCounters {
    try {
      return new SqliteLimitCounters(this.file)
    } catch (error) {
      if (!this.#renew(error)) throw error
      return new SqliteLimitCounters(this.file)
    }
  }

  #forget(): 0 {
    this.#counters?.close()
    this.#counters = undefined
    this.#onRenewed()
    return 0
  }

  /** Deletes a file that is no database (any more). @returns false when the error says something else */
  #renew(error: unknown): boolean {
    if (!isDamaged(error)) return false
    this.#forget()
    for (const end of ['', '-wal', '-shm']) rmSync(`${this.file}${end}`, { force: true })
    return true
  }

  /** Keeps what ended less than a minute ago: a clock that is set back finds its counts again. */
  #sweep(limit: number): number {
    // Deleted by somebody: counts would go on in a file that nobody finds any more.
    if (!existsSync(this.file)) return this.#forget()
    try {
      return this.#counters?.sweep(this.#clock.now() - 60_000, limit) ?? 0
    } catch (error) {
      // The holder of the lock may be sweeping as well, and the next round comes soon.
      if (isBusy(error)) return 0
      throw error
    }
  }
}

function isSqliteError(error: unknown): error is Error & { errcode?: number } {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}

function isBusy(error: unknown): boolean {
  return isSqliteError(error) && ((error.errcode ?? 0) & 0xff) === BUSY
}

function unavailable(cause: unknown): DocentError {
  return new DocentError('unavailable', 'The counters of the rate limits cannot be reached. Try again.', {
    cause,
    isRetryable: true,
    retryAfterMs: 1_000,
  })
}
