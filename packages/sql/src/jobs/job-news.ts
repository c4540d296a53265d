import { type CallOptions, type JobId, type StoredJobEvent, WakeUp } from '@docent/core/plugin'
import { sql } from '../statements/sql.ts'
import type { SqlDatabase } from '../statements/sql-database.ts'
import type { Outlook } from './job-queue.ts'

/** Most events read at once. */
const PAGE = 256
/** What one reader of events holds in memory at most, in characters of JSON, and one event more. */
const PAGE_CHARACTERS = 64 * 1024

/** What a commit means to those who wait. */
export interface JobSignal {
  readonly id: JobId
  /** Its worker must hear of it. */
  readonly isNotice: boolean
  /** A job may have become claimable, or the outbox has something. */
  readonly isWork: boolean
}

/**
 * Tells waiting readers and workers what was committed. Commits of this process name the job, so that a thousand open
 * streams cost nothing to the others. How those of other processes are heard of is up to the database: it calls `heard`
 * with a signal, or without one when anything may have happened.
 */
export class JobNews {
  readonly #database: SqlDatabase
  readonly #tell: (signal: JobSignal) => void
  readonly #readers = new Map<JobId, Set<WakeUp>>()
  readonly #watchers = new Map<JobId, Set<{ onChange(): void }>>()
  readonly #workers = new Set<WakeUp>()
  readonly #outbox = new Set<{ onChange(): void }>()
  #isOver = false

  /** @param tell hands what this process committed to the others */
  constructor(database: SqlDatabase, tell: (signal: JobSignal) => void = () => undefined) {
    this.#database = database
    this.#tell = tell
  }

  /** Ends all waits, and those that come. */
  stop(): void {
    this.#isOver = true
    this.heard()
  }

  /** To be called after each commit of this process. */
  committed(signal: JobSignal): void {
    this.heard(signal)
    this.#tell(signal)
  }

  /** What another process committed; without a signal, anything. */
  heard(signal?: JobSignal): void {
    const { id, isNotice, isWork } = signal ?? { id: undefined, isNotice: true, isWork: true }
    for (const reader of of(this.#readers, id)) reader.ring()
    if (isWork) this.wakeWorkers()
    if (isWork && !this.#isOver) for (const watcher of [...this.#outbox]) watcher.onChange()
    if (isNotice && !this.#isOver) for (const watcher of of(this.#watchers, id)) watcher.onChange()
  }

  wakeWorkers(): void {
    for (const worker of this.#workers) worker.ring()
  }

  async *events(id: JobId, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    const signal = options?.signal
    const wakeUp = new WakeUp()
    using _ = addTo(this.#readers, id, wakeUp)
    let last = after
    while (!signal?.aborted && !this.#isOver) {
      // Before the look: a commit that comes after it rings again.
      wakeUp.reset()
      const page = await this.#eventsAfter(id, last)
      for (const event of page) {
        if (signal?.aborted) return
        last = event.sequence
        yield event
      }
      if (page.length === 0) await wakeUp.wait({ signal })
    }
  }

  watch(id: JobId, onChange: () => void): Disposable {
    return addTo(this.#watchers, id, { onChange })
  }

  watchOutbox(onChange: () => void): Disposable {
    const watcher = { onChange }
    this.#outbox.add(watcher)
    return { [Symbol.dispose]: () => void this.#outbox.delete(watcher) }
  }

  async waitForWork(look: () => Promise<Outlook>, timeoutMs: number, options?: CallOptions): Promise<void> {
    const signal = options?.signal
    const deadline = performance.now() + timeoutMs
    const wakeUp = new WakeUp()
    this.#workers.add(wakeUp)
    try {
      while (true) {
        signal?.throwIfAborted()
        wakeUp.reset()
        if (deadline - performance.now() <= 0 || this.#isOver) return
        const { isWaiting, untilExpiry = Number.POSITIVE_INFINITY } = await look()
        if (isWaiting) return
        const left = Math.min(deadline - performance.now(), untilExpiry)
        await wakeUp.wait({ signal, timeoutMs: Math.max(1, left) })
      }
    } finally {
      this.#workers.delete(wakeUp)
    }
  }

  async #eventsAfter(id: JobId, after: number): Promise<StoredJobEvent[]> {
    const rows = await this.#database.read(
      sql<{ sequence: number; at: number; event: string }>`SELECT sequence, at, event FROM docent.job_events
        WHERE job = (SELECT seq FROM docent.jobs WHERE id = ${id}) AND sequence > ${after}
        ORDER BY sequence LIMIT ${PAGE}`,
    )
    let characters = 0
    return rows
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

/** Those of one job, or all of them, as they are now. */
function of<Value>(map: ReadonlyMap<JobId, ReadonlySet<Value>>, id: JobId | undefined): Value[] {
  const sets = id === undefined ? [...map.values()] : [map.get(id) ?? new Set<Value>()]
  return sets.flatMap((set) => [...set])
}

function addTo<Value>(map: Map<JobId, Set<Value>>, key: JobId, value: Value): Disposable {
  const set = map.get(key) ?? new Set()
  map.set(key, set.add(value))
  return {
    [Symbol.dispose]() {
      set.delete(value)
      if (set.size === 0 && map.get(key) === set) map.delete(key)
    },
  }
}
