import { type CallOptions, type StoredJobEvent, WakeUp } from '@docent/core/plugin'
import type { Database } from '../database.ts'
import type { JobClaims } from './job-claims.ts'

/** Most events read at once. */
const PAGE = 256
/** What one reader of events holds in memory at most, in characters of JSON, and one event more. */
const PAGE_CHARACTERS = 64 * 1024

interface Watcher {
  /** `notice` of the job when `onChange` was last called. */
  seen: number
  onChange(): void
}

/**
 * Tells waiting readers and workers what was committed. Commits of this process name the job, so that a thousand
 * open streams cost nothing to the others; after a commit of another process everyone looks once.
 */
export class JobNews {
  readonly #database: Database
  readonly #claims: JobClaims
  readonly #readers = new Map<string, Set<WakeUp>>()
  readonly #watchers = new Map<string, Set<Watcher>>()
  readonly #workers = new Set<WakeUp>()

  constructor(database: Database, claims: JobClaims) {
    this.#database = database
    this.#claims = claims
    database.onCommit((origin) => {
      if (origin === 'elsewhere') this.#everything()
    })
    database.onClose(() => this.#everything())
  }

  /** To be called after each commit of this process. @param work whether a job may have become claimable by it */
  committed(id: string, work: boolean): void {
    for (const reader of this.#readers.get(id) ?? []) reader.ring()
    this.#tellWatchers(id)
    if (work) for (const worker of this.#workers) worker.ring()
  }

  async *events(id: string, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    const signal = options?.signal
    const wakeUp = new WakeUp()
    using _ = addTo(this.#readers, id, wakeUp)
    let last = after
    while (!signal?.aborted && this.#database.isOpen) {
      // Before the look: a commit that comes after it rings again.
      wakeUp.reset()
      const page = this.#eventsAfter(id, last)
      for (const event of page) {
        if (signal?.aborted) return
        last = event.sequence
        yield event
      }
      if (page.length === 0) await wakeUp.wait({ signal })
    }
  }

  watch(id: string, onChange: () => void): Disposable {
    return addTo(this.#watchers, id, { seen: this.#notice(id), onChange })
  }

  async waitForWork(timeoutMs: number, options?: CallOptions): Promise<void> {
    const signal = options?.signal
    const deadline = performance.now() + timeoutMs
    const wakeUp = new WakeUp()
    this.#workers.add(wakeUp)
    try {
      while (true) {
        signal?.throwIfAborted()
        wakeUp.reset()
        const left = deadline - performance.now()
        if (left <= 0 || !this.#database.isOpen) return
        // Asked before the look: a lease that runs out between the two is seen by one of them.
        const expiry = this.#claims.untilNextExpiry() ?? left
        if (this.#claims.anyWaiting()) return
        await wakeUp.wait({ signal, timeoutMs: Math.max(1, Math.min(left, expiry)) })
      }
    } finally {
      this.#workers.delete(wakeUp)
    }
  }

  #everything(): void {
    for (const readers of this.#readers.values()) for (const reader of readers) reader.ring()
    for (const worker of this.#workers) worker.ring()
    if (!this.#database.isOpen) return
    for (const id of [...this.#watchers.keys()]) this.#tellWatchers(id)
  }

  #tellWatchers(id: string): void {
    const watchers = this.#watchers.get(id)
    if (!watchers) return
    const notice = this.#notice(id)
    for (const watcher of [...watchers]) {
      if (watcher.seen === notice) continue
      watcher.seen = notice
      watcher.onChange()
    }
  }

  #notice(id: string): number {
    return this.#database.get<{ notice: number }>('SELECT notice FROM jobs WHERE id = ?', id)?.notice ?? 0
  }

  #eventsAfter(id: string, after: number): StoredJobEvent[] {
    let characters = 0
    return this.#database
      .all<{ sequence: number; at: number; event: string }>(
        `SELECT sequence, at, event FROM job_events
         WHERE job = (SELECT seq FROM jobs WHERE id = ?) AND sequence > ? ORDER BY sequence LIMIT ${PAGE}`,
        id,
        after,
      )
      .filter(({ event }) => {
        const isFirst = characters === 0
        characters += event.length
        return isFirst || characters <= PAGE_CHARACTERS
      })
      .map(({ sequence, at, event }) => ({
        sequence,
        at,
        event: JSON.parse(event) as StoredJobEvent['event'],
      }))
  }
}

function addTo<Value>(map: Map<string, Set<Value>>, key: string, value: Value): Disposable {
  const set = map.get(key) ?? new Set()
  map.set(key, set.add(value))
  return {
    [Symbol.dispose]() {
      set.delete(value)
      if (set.size === 0 && map.get(key) === set) map.delete(key)
    },
  }
}
