import {
  assertSoundLimits,
  type CallOptions,
  type Clock,
  type Health,
  type LimitRequest,
  type LimitResult,
  type LimitState,
  OutageGuard,
  type RateLimiter,
  type ServiceOutage,
} from '@docent/core/plugin'
import { explainOutage } from './explain-outage.ts'
import { isOutage, wrongSetUp } from './map-error.ts'
import { openRedis, type RedisAddress, type RedisConnection } from './redis-connection.ts'

export interface RedisRateLimiterOptions extends RedisAddress {
  /** What the keys begin with, without braces. Default `docent`. */
  prefix?: string
  /** How long a take waits for Redis, ms. Default 50. */
  timeoutMs?: number
  /** Default: the clock of Redis, so that servers whose clocks differ count in the same windows. */
  clock?: Clock
  /** Called when Redis stops to answer, and when it answers again. */
  onChange?: (outage: ServiceOutage | undefined) => void
  /** Called with each error of the connection, for a log. */
  onConnectionError?: (error: unknown) => void
}

/**
 * Limits counted in Redis 6.2 or newer, by all servers together. Each take is one script in one round trip.
 *
 * While Redis is gone, frozen or refuses, takes reject at once with a retryable `unavailable`: the caller counts
 * elsewhere meanwhile. At most three takes wait for `timeoutMs` before that. The limiter tries in the background to
 * reach Redis again. A take that was given up may still count when a frozen Redis goes on, so counts are too high
 * after an outage, never too low.
 *
 * @example
 * const limiter = new RedisRateLimiter({ urls: ['redis://127.0.0.1:6379'], isCluster: false })
 * await limiter.open()
 * const { allowed } = await limiter.take([{ scope: 'ip', key: 'search:ip:1.2.3.4', max: 100, window: { kind: 'month' } }])
 * limiter.close()
 */
export class RedisRateLimiter implements RateLimiter {
  readonly #options: RedisRateLimiterOptions
  readonly #guard: OutageGuard
  /** One hash tag for all keys: a cluster runs a script only over keys of one slot. */
  readonly #prefix: string
  readonly #address: string
  #connection: RedisConnection | undefined
  /** A command only says that there is no connection. The connection says why, each time it fails. */
  #connectionError: unknown

  constructor(options: RedisRateLimiterOptions) {
    this.#options = options
    this.#prefix = `{${options.prefix ?? 'docent'}}:limit:`
    this.#address = options.urls.map((url) => new URL(url).host).join(', ')
    this.#guard = new OutageGuard({
      name: `Redis at ${this.#address}`,
      timeoutMs: options.timeoutMs ?? 50,
      probe: () => this.#probe(),
      onChange: (outage) => {
        if (!outage) this.#connectionError = undefined
        options.onChange?.(outage && { ...outage, cause: this.#connectionError ?? outage.cause })
      },
    })
  }

  /**
   * Connects. A Redis that is not there is an outage, not an error.
   * @throws DocentError `configuration` when Redis refuses user, password or database.
   */
  async open(): Promise<void> {
    this.#connection = await openRedis(this.#options, (error) => {
      this.#connectionError = error
      this.#options.onConnectionError?.(error)
    })
    const deadline = performance.now() + OPEN_MS
    for (;;) {
      try {
        await this.#connection.ping()
        this.#connectionError = undefined
        return
      } catch (error) {
        const mistake = wrongSetUp(this.#connectionError, this.#address) ?? wrongSetUp(error, this.#address)
        if (mistake) {
          this.close()
          throw mistake
        }
        if (performance.now() >= deadline) {
          this.#guard.declare(error)
          return
        }
        await new Promise((resolve) => setTimeout(resolve, OPEN_PAUSE_MS))
      }
    }
  }

  /** Safe to call twice. Takes afterwards are `unavailable`. */
  close(): void {
    this.#guard.stop()
    this.#connection?.close()
    this.#connection = undefined
  }

  health(): Health {
    const { outage } = this.#guard
    if (!outage) return { ok: true }
    const since = new Date(outage.since).toISOString()
    return {
      ok: false,
      isDegraded: true,
      message: `Redis at ${this.#address} ${explainOutage(this.#connectionError ?? outage.cause)} Since ${since}, each process counts requests separately.`,
    }
  }

  /** Takes that waited for the whole time. */
  get timeouts(): number {
    return this.#guard.timeouts
  }

  async take(requests: readonly LimitRequest[], { signal }: CallOptions = {}): Promise<LimitResult> {
    signal?.throwIfAborted()
    assertSoundLimits(requests)
    if (requests.length === 0) return { allowed: true, states: [], refusedBy: undefined }
    const keys = requests.map(({ key, window }) => `${this.#prefix}${lengthOf(window)}:${key}`)
    const args = [this.#options.clock ? String(this.#options.clock.now()) : '']
    for (const { max, window, cost = 1, hold } of requests) {
      args.push(String(max), String(lengthOf(window)), String(cost), hold?.id ?? '', String(hold?.ms ?? 0))
    }
    const reply = await this.#guard.run(() => this.#send(keys, args), isOutage)
    return resultOf(requests, reply)
  }

  async #send(keys: readonly string[], args: readonly string[]): Promise<number[]> {
    if (!this.#connection) throw new Error('The limiter is not open.')
    return this.#connection.take(keys, args)
  }

  /** Redis must answer and count: one without memory answers a PING. */
  async #probe(): Promise<void> {
    await this.#connection?.ping()
    await this.#send([`${this.#prefix}probe`], ['', '1', '1000', '0', '', '0'])
  }
}

/** How long a start waits for the first connection, ms. */
const OPEN_MS = 2_000
const OPEN_PAUSE_MS = 50

const lengthOf = (window: LimitRequest['window']): number => (window.kind === 'month' ? 0 : window.ms)

function resultOf(requests: readonly LimitRequest[], reply: readonly number[]): LimitResult {
  const [refused = 0] = reply
  const states = requests.map(({ scope, max, window }, index): LimitState => {
    const used = reply[1 + 2 * index] ?? 0
    const resetAt = reply[2 + 2 * index] ?? 0
    return { scope, max, remaining: Math.max(0, max - used), resetAt, window }
  })
  return { allowed: refused === 0, states, refusedBy: refused === 0 ? undefined : states[refused - 1] }
}
