import { randomUUID } from 'node:crypto'
import type { Logger } from '@docent/core/plugin'
import { type CallOptions, type StoredJobEvent, WakeUp } from '@docent/core/plugin'
import { Listener, type Postgres } from '@docent/postgres'
import { lookForWork, type Outlook } from './job-claims.ts'
import { type JobSignal, type NewsTarget, readSignals } from './job-signals.ts'
import { SharedLook } from './shared-look.ts'
import type { StoreClock } from './store-clock.ts'
import type { Work } from './work.ts'

/** Most events read at once. */
const PAGE = 256
/** What one reader of events holds in memory at most, in characters of JSON, and one event more. */
const PAGE_CHARACTERS = 64 * 1024
/** Longest sleep of a worker: what no notification told is found by looking. */
const SWEEP_MS = 1_500
/** Every so many sweeps readers look too: a process may have died between its commit and the notification. */
const SWEEPS_OF_READERS = 10
/** How long a claim of another worker may take until it is committed. */
const CLAIMING_MS = 20

/**
 * Tells waiting readers and workers what was committed: commits of this process at once, those of others by a
 * notification that is sent behind the commit. While notifications may be missed, everyone looks every 1.5 s, and
 * otherwise every 15 s.
 */
export class JobNews {
  readonly target: NewsTarget
  readonly #postgres: Postgres
  readonly #listener: Listener
  readonly #look: SharedLook<Outlook>
  readonly #readers = new Map<string, Set<WakeUp>>()
  readonly #watchers = new Map<string, Set<{ onChange(): void }>>()
  readonly #workers = new Set<WakeUp>()
  #rings = 0
  #arrivals = 0
  #seen: { isWaiting: boolean; expiresAt: number; ring: number } | undefined
  #sweep: NodeJS.Timeout | undefined
  #sweeps = 0

  constructor(
    postgres: Postgres,
    clock: StoreClock,
    logger: Logger | undefined,
    private readonly sweepMs: number = SWEEP_MS,
  ) {
    this.#postgres = postgres
    this.#look = new SharedLook(() => lookForWork(postgres, clock))
    const origin = randomUUID()
    const handlers = {
      onMessage: (payload: string) => this.#heard(payload, origin),
      onGap: () => this.#everything(),
    }
    this.#listener = new Listener(postgres, 'jobs', handlers, logger)
    this.target = { channel: this.#listener.channel, origin }
  }

  start(): void {
    this.#listener.start()
    this.#sweep ??= setInterval(() => this.#sweepOnce(), this.sweepMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweep)
    this.#sweep = undefined
    await this.#listener.stop()
    this.#everything()
  }

  get isHearing(): boolean {
    return this.#listener.isHearing
  }

  /** To be called after each commit of this process. */
  committed({ id, isNotice, work }: JobSignal): void {
    for (const reader of this.#readers.get(id) ?? []) reader.ring()
    if (isNotice) for (const watcher of [...(this.#watchers.get(id) ?? [])]) watcher.onChange()
    if (work) this.#wake(work)
  }

  /** Grows with everything that a worker may want to look for. */
  get rings(): number {
    return this.#rings
  }

  /** What a claim saw. It holds until the next ring after `ring`, the last one before the claim was sent. */
  seen({ isWaiting, untilExpiry = Number.POSITIVE_INFINITY }: Outlook, ring: number): void {
    this.#seen = { isWaiting, expiresAt: performance.now() + untilExpiry, ring }
  }

  async *events(id: string, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    const signal = options?.signal
    const wakeUp = new WakeUp()
    using _ = addTo(this.#readers, id, wakeUp)
    let last = after
    while (!signal?.aborted && this.#sweep !== undefined) {
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

  watch(id: string, onChange: () => void): Disposable {
    return addTo(this.#watchers, id, { onChange })
  }

  async waitForWork(timeoutMs: number, options?: CallOptions): Promise<void> {
    const signal = options?.signal
    const deadline = performance.now() + timeoutMs
    const wakeUp = new WakeUp()
    const arrivals = this.#arrivals
    this.#workers.add(wakeUp)
    try {
      while (true) {
        signal?.throwIfAborted()
        wakeUp.reset()
        if (deadline - performance.now() <= 0 || this.#sweep === undefined) return
        if (this.#arrivals !== arrivals) return
        const seen = this.#lastSeen()
        const { isWaiting, untilExpiry } = seen ?? (await this.#look.look())
        // A claim that sees a job and does not get it meets another claim that is about to commit.
        if (isWaiting && !seen) return
        const longest = isWaiting ? CLAIMING_MS * (0.5 + Math.random()) : (untilExpiry ?? this.sweepMs * 2)
        const left = Math.min(deadline - performance.now(), longest)
        if (left > 0) await wakeUp.wait({ signal, timeoutMs: Math.max(1, left) })
        if (isWaiting) this.#seen = undefined
      }
    } finally {
      this.#workers.delete(wakeUp)
    }
  }

  #heard(payload: string, origin: string): void {
    for (const signal of readSignals(payload, origin) ?? []) this.committed(signal)
  }

  #sweepOnce(): void {
    this.#sweeps += 1
    if (!this.#listener.isHearing || this.#sweeps % SWEEPS_OF_READERS === 0) this.#everything()
    else this.#wake('freed')
  }

  #wake(work: Work): void {
    this.#rings += 1
    if (work === 'new') this.#arrivals += 1
    for (const worker of this.#workers) worker.ring()
  }

  /** The outlook of the last claim, while nothing can have changed it. */
  #lastSeen(): Outlook | undefined {
    const seen = this.#seen
    const left = (seen?.expiresAt ?? 0) - performance.now()
    if (!seen || seen.ring !== this.#rings || left <= 0) return undefined
    // Without notifications nothing is sure but that the claim was in vain.
    return seen.isWaiting || this.isHearing ? { isWaiting: seen.isWaiting, untilExpiry: left } : undefined
  }

  #everything(): void {
    for (const readers of this.#readers.values()) for (const reader of readers) reader.ring()
    this.#wake('freed')
    for (const watchers of this.#watchers.values()) for (const watcher of [...watchers]) watcher.onChange()
  }

  async #eventsAfter(id: string, after: number): Promise<StoredJobEvent[]> {
    const { rows } = await this.#postgres.query<{ sequence: number; at: number; event: string }>(
      `SELECT sequence, at, event FROM docent.job_events
       WHERE job = (SELECT seq FROM docent.jobs WHERE id = $1) AND sequence > $2 ORDER BY sequence LIMIT ${PAGE}`,
      [id, after],
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
