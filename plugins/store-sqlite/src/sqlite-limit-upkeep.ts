import { type FileHandle, open } from 'node:fs/promises'

export interface LimitUpkeepOptions {
  /** The write-ahead log, which is there from the first take on. */
  walFile: string
  /** How long after a take the log is flushed, ms. */
  afterMs: number
  /** Deletes at most so many old counters. @returns how many it deleted. */
  sweep(limit: number): number
  onError(error: unknown): void
}

/** Rows that one sweep deletes: about a millisecond of the event loop. */
export const BATCH = 200
/** Pause after a full batch: at most a twentieth of the time goes into sweeping. */
const BATCH_PAUSE_MS = 20

/**
 * What has to be done now and then, off the way of a take: flushing the log to the disk, which SQLite itself leaves
 * to the next checkpoint (`synchronous = NORMAL`), and deleting counters of windows that ended. The flush runs in
 * the thread pool. A timer runs only after a take, and never keeps the process alive.
 */
export class SqliteLimitUpkeep {
  readonly #options: LimitUpkeepOptions
  #timer: NodeJS.Timeout | undefined

  constructor(options: LimitUpkeepOptions) {
    this.#options = options
  }

  /** There are counts to flush. */
  dirty(): void {
    this.#timer ??= this.#after(this.#options.afterMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#run(), ms).unref()
  }

  async #run(): Promise<void> {
    this.#timer = undefined
    try {
      if (this.#options.sweep(BATCH) === BATCH) this.#timer = this.#after(BATCH_PAUSE_MS)
      await flush(this.#options.walFile)
    } catch (error) {
      this.#options.onError(error)
    }
  }
}

/** Any descriptor flushes what was written through the others. SQLite holds no locks on this file that closing could drop. */
async function flush(file: string): Promise<void> {
  let handle: FileHandle
  try {
    handle = await open(file, 'r+')
  } catch (error) {
    // The last connection takes the log with it when it closes, flushed into the database.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
