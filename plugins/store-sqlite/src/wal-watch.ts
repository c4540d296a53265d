import { type FSWatcher, watch } from 'node:fs'

/** How often to look although nothing was heard, in milliseconds: with a working watcher, and without one. */
const SAFETY_POLL_MS = 1_000
const POLL_WITHOUT_WATCHER_MS = 50
/** Looks after a write to the WAL, in milliseconds one after the other. */
const LOOKS = [1, 2, 4, 8, 16, 32, 64]

/**
 * Says when the write-ahead log of a SQLite file was written by any process, after 0.3 ms on Linux.
 *
 * The file system reports the write before its commit can be seen by readers (the disk flush lies between), so one
 * look at the moment of the report would miss it. `look` is called again at growing distances, for 127 ms.
 * A slow poll covers what the file system does not report.
 */
export class WalWatch implements Disposable {
  readonly #look: () => void
  #watcher: FSWatcher | undefined
  #poll: NodeJS.Timeout
  #next: NodeJS.Timeout | undefined
  #done = 0

  constructor(wal: string, look: () => void) {
    this.#look = look
    this.#poll = setInterval(look, SAFETY_POLL_MS).unref()
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
    if (this.#next !== undefined) return
    this.#look()
    this.#arm()
  }

  #arm(): void {
    const delay = LOOKS[this.#done]
    this.#done += 1
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
    this.#poll = setInterval(this.#look, POLL_WITHOUT_WATCHER_MS).unref()
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
