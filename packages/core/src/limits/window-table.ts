import type { LimitCounter } from '../domain/take-limits.ts'

/** Keys that are found without a hash of our own: all of them on most servers. */
const EARLY = 16_384
/** Maps that the keys beyond are split over: a Map that grows copies itself, and 64 small copies are no stall. */
const SHARDS = 64
/** Counters that the keys beyond a table's bound share: as many as 16 bits of a hash can tell apart. */
const SHARED = 65_536

interface MutableCounter extends LimitCounter {
  used: number
}

/**
 * All counters of one window, such as the hour from 12:00 to 13:00. They end together, so the whole table is let go
 * at once and nothing has to be swept counter by counter.
 *
 * At most `maxCounters` keys have a counter of their own. Keys beyond that share counters, chosen by a hash that is
 * keyed with `seed`, so that nobody can aim at the counter of somebody else. A shared counter is never lower than
 * any of its keys' own would be: no limit lets more through, it can only refuse earlier.
 */
export class WindowTable {
  readonly start: number
  readonly end: number
  readonly #maxCounters: number
  readonly #seed: number
  readonly #early = new Map<string, MutableCounter>()
  readonly #shards: Map<string, MutableCounter>[] = []
  #shared: (MutableCounter | undefined)[] | undefined
  #size = 0

  constructor(window: { start: number; end: number }, maxCounters: number, seed: number) {
    this.start = window.start
    this.end = window.end
    this.#maxCounters = maxCounters
    this.#seed = seed
  }

  /** Keys with a counter of their own. */
  get size(): number {
    return this.#size
  }

  /** Whether keys share counters because the table is full. */
  get isSharing(): boolean {
    return this.#shared !== undefined
  }

  /** The counter of a key, made when it is new. */
  counter(key: string): LimitCounter {
    const early = this.#early.get(key)
    if (early) return early
    if (this.#size < EARLY && this.#size < this.#maxCounters) return this.#add(this.#early, key)

    const hash = hashOf(key, this.#seed)
    const shard = this.#shard(hash & (SHARDS - 1))
    const own = shard.get(key)
    if (own) return own
    return this.#size < this.#maxCounters ? this.#add(shard, key) : this.#sharedCounter(hash >>> 16)
  }

  #add(map: Map<string, MutableCounter>, key: string): LimitCounter {
    const counter = { used: 0, end: this.end }
    map.set(key, counter)
    this.#size++
    return counter
  }

  #shard(index: number): Map<string, MutableCounter> {
    let shard = this.#shards[index]
    if (!shard) {
      shard = new Map()
      this.#shards[index] = shard
    }
    return shard
  }

  #sharedCounter(slot: number): LimitCounter {
    this.#shared ??= new Array<MutableCounter | undefined>(SHARED).fill(undefined)
    const counter = this.#shared[slot] ?? { used: 0, end: this.end }
    this.#shared[slot] = counter
    return counter
  }
}

/** A multiply-and-rotate hash over pairs of UTF-16 units with MurmurHash3's end, 32 bits: no better is needed to spread keys. */
function hashOf(key: string, seed: number): number {
  let hash = seed ^ key.length
  for (let index = 0; index < key.length; index += 2) {
    // Past the end charCodeAt is NaN, which counts as 0 here.
    hash = Math.imul(hash ^ (key.charCodeAt(index) | (key.charCodeAt(index + 1) << 16)), 0xcc9e2d51)
    hash = (hash << 15) | (hash >>> 17)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
