import { type FSWatcher, watch } from 'node:fs'

/**
 * How often to look although nothing was heard, in milliseconds: with a watcher that has reported something, as it does
 * of our own writes; with one that may hear nothing; and without one.
 */
const SAFETY_POLL_MS = 5_000
const FIRST_POLL_MS = 1_000
const POLL_WITHOUT_WATCHER_MS = 50
/** Looks after a write to the WAL, in milliseconds one after the other. */
const LOOKS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024]
const SHORT_MS = 64

/**
 * Says when the write-ahead log of a SQLite file was written by any process, after 0.3 ms on Linux.
 *
 * The file system reports the write before its commit can be seen by readers (the disk flush lies between), so one
 * look at the moment of the report would miss it. `look` is called again at growing distances, for 2 s.
 * A slow poll covers what the file system does not report.
 */
export class WalWatch implements Disposable {
  readonly #look: () => void
  #watcher: FSWatcher | undefined
  #poll: NodeJS.Timeout
  #next: NodeJS.Timeout | undefined
  #done = 0
  #pause = 0
  #hasHeard = false

  constructor(wal: string, look: () => void) {
    this.#look = look
    this.#poll = this.#every(FIRST_POLL_MS)
    try {
      this.#watcher = watch(wal, { persistent: false }, () => this.#heard())
      this.#watcher.on('error', () => this.#pollOften())
    } catch (error) {
      if (!isSystemError(error)) throw error
      this.#pollOften()
    }
  }

  [Symbol.dispose](): void {
    this.#watcher?.close()
    clearInterval(this.#poll)
    clearTimeout(this.#next)
    this.#done = LOOKS.length
  }

  #heard(): void {
    this.#done = 0
    if (!this.#hasHeard) {
      this.#hasHeard = true
      clearInterval(this.#poll)
      this.#poll = this.#every(SAFETY_POLL_MS)
    }
    // A short pause goes on, however much is heard meanwhile.
    if (this.#next !== undefined && this.#pause <= SHORT_MS) return
    clearTimeout(this.#next)
    this.#look()
    this.#arm()
  }

  #arm(): void {
    const delay = LOOKS[this.#done]
    this.#done += 1
    this.#pause = delay ?? 0
    this.#next = delay === undefined ? undefined : setTimeout(() => this.#again(), delay).unref()
  }

  #again(): void {
    this.#look()
    this.#arm()
  }

  /** The system has no watcher left for us, or cannot watch this file. */
  #pollOften(): void {
    this.#watcher?.close()
    clearInterval(this.#poll)
    this.#poll = this.#every(POLL_WITHOUT_WATCHER_MS)
  }

  #every(ms: number): NodeJS.Timeout {
    return setInterval(() => this.#look(), ms).unref()
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
