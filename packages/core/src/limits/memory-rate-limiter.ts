import { randomInt } from 'node:crypto'
import { type LimitRequest, type LimitResult, type LimitWindow, windowAt } from '../domain/limit.ts'
import { type LimitCounter, takeLimits } from '../domain/take-limits.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { Clock } from '../ports/clock.ts'
import type { RateLimiter } from '../ports/rate-limiter.ts'
import { WindowTable } from './window-table.ts'

export interface MemoryRateLimiterOptions {
  /** Keys that are counted one by one in each window, at least 1. Default 200,000 (about 35 MB). */
  maxCounters?: number
  /** Seed of the hash that shares counters out among the keys beyond `maxCounters`: any 32-bit number. Default random. */
  seed?: number
  /** Called once per window, when it is full and further keys begin to share counters. */
  onFull?: (full: { window: LimitWindow; maxCounters: number }) => void
}

/** How long the table of a window that ended is kept, ms: a clock set back by less finds its counts again. */
const STEP_BACK_MS = 60_000

interface Tables {
  current: WindowTable
  previous: WindowTable | undefined
}

/**
 * Limits counted in this process's memory: exact, gone with the process, not shared with others.
 *
 * A take costs the same however many counters there are. Memory is bounded by `maxCounters` in each window (see
 * WindowTable for what happens beyond) and by the number of different windows that are asked for.
 *
 * @example
 * const limiter = new MemoryRateLimiter({ now: Date.now })
 * const { allowed } = await limiter.take([{ scope: 'ip', key: 'search:ip:1.2.3.4', max: 100, window: { kind: 'fixed', ms: 60_000 } }])
 */
export class MemoryRateLimiter implements RateLimiter {
  readonly #clock: Clock
  readonly #maxCounters: number
  readonly #seed: number
  readonly #onFull: MemoryRateLimiterOptions['onFull']
  /** By the window's length in ms; 0 for months. */
  readonly #tables = new Map<number, Tables>()

  constructor(clock: Clock, options: MemoryRateLimiterOptions = {}) {
    this.#clock = clock
    this.#maxCounters = options.maxCounters ?? 200_000
    this.#seed = options.seed ?? randomInt(2 ** 32)
    this.#onFull = options.onFull
  }

  /** Keys with a counter of their own, over all windows that are held. */
  get size(): number {
    let size = 0
    for (const { current, previous } of this.#tables.values()) size += current.size + (previous?.size ?? 0)
    return size
  }

  async take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    options?.signal?.throwIfAborted()
    const now = this.#clock.now()
    const counters = new Array<LimitCounter>(requests.length)
    for (let index = 0; index < requests.length; index++) {
      const request = requests[index] as LimitRequest
      counters[index] = this.#counter(request, now)
    }
    return takeLimits(requests, counters, now)
  }

  #counter(request: LimitRequest, now: number): LimitCounter {
    const table = this.#table(request.window, now)
    const wasFull = table.isSharing
    const counter = table.counter(request.key)
    if (!wasFull && table.isSharing)
      this.#onFull?.({ window: request.window, maxCounters: this.#maxCounters })
    return counter
  }

  #table(window: LimitWindow, now: number): WindowTable {
    const tables = this.#tables.get(lengthOf(window))
    if (tables) {
      const { current, previous } = tables
      if (previous) {
        if (isOver(previous, now)) tables.previous = undefined
        else if (now >= previous.start && now < previous.end) return previous
      }
      if (now >= current.start && now < current.end) return current
    }
    return this.#open(window, now, tables)
  }

  /** Opens the window of `now`, and lets go of every window that is over. */
  #open(window: LimitWindow, now: number, tables: Tables | undefined): WindowTable {
    for (const [length, { current }] of this.#tables) if (isOver(current, now)) this.#tables.delete(length)

    const opened = new WindowTable(windowAt(window, now), this.#maxCounters, this.#seed)
    if (tables && opened.end === tables.current.start) {
      // The clock was set back over an edge: what the later window has counted is still to come.
      tables.previous = opened
      return opened
    }
    const follows = tables && tables.current.end === opened.start && !isOver(tables.current, now)
    this.#tables.set(lengthOf(window), { current: opened, previous: follows ? tables.current : undefined })
    return opened
  }
}

const lengthOf = (window: LimitWindow): number => (window.kind === 'month' ? 0 : window.ms)
const isOver = (table: WindowTable, now: number): boolean => now >= table.end + STEP_BACK_MS
