import {
  assertSoundLimits,
  type CallOptions,
  type Clock,
  DocentError,
  type Health,
  type LimitRequest,
  type LimitResult,
  type LimitState,
  OutageGuard,
  type RateLimiter,
  type ServiceOutage,
} from '@docent/core/plugin'
import { migrate, type Postgres, whyAway } from '@docent/postgres'
import { counters } from './migrations/001-counters.ts'

export interface PostgresRateLimiterOptions {
  /** How long a take waits for PostgreSQL, ms. Default 100. */
  timeoutMs?: number
  /** Default: the clock of the database, so that servers whose clocks differ count in the same windows. */
  clock?: Clock
  /** Called when PostgreSQL stops to answer, and when it answers again. */
  onChange?: (outage: ServiceOutage | undefined) => void
  /** Called if old counters could not be deleted. The limiter tries again. */
  onSweepError?: (error: unknown) => void
}

/** Counters of windows that ended are kept so long: a clock that is set back finds its counts again, ms. */
const STEP_BACK_MS = 60_000
const SWEEP_EVERY_MS = 60_000
const BATCH = 1_000

const TAKE = 'SELECT docent.take_limits($1, $2, $3, $4, $5, $6, $7) AS reply'
const SWEEP = `DELETE FROM docent.limit_counters WHERE (key, length, start) IN (
  SELECT key, length, start FROM docent.limit_counters WHERE ends <= $1 ORDER BY ends LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`

/**
 * Limits counted in PostgreSQL, by all servers together. Each take is one statement in one round trip.
 *
 * While the database is gone or frozen, takes reject at once with a retryable `unavailable`: the caller counts elsewhere
 * meanwhile. At most three takes wait for `timeoutMs` before that.
 *
 * @example
 * const postgres = new Postgres(readSettings(options, process.env), { retryMs: 0 })
 * const limiter = new PostgresRateLimiter(postgres)
 * await limiter.open()
 * const { allowed } = await limiter.take([{ scope: 'ip', key: 'search:ip:1.2.3.4', max: 100, window: { kind: 'month' } }])
 * await limiter.close()
 */
export class PostgresRateLimiter implements RateLimiter {
  readonly #postgres: Postgres
  readonly #options: PostgresRateLimiterOptions
  readonly #guard: OutageGuard
  #sweeping: NodeJS.Timeout | undefined

  /** @param postgres one that retries nothing: `retryMs: 0`. A take that is sent twice would count twice. */
  constructor(postgres: Postgres, options: PostgresRateLimiterOptions = {}) {
    this.#postgres = postgres
    this.#options = options
    this.#guard = new OutageGuard({
      name: 'PostgreSQL',
      timeoutMs: options.timeoutMs ?? 100,
      probe: () => this.#prepare(),
      ...(options.onChange ? { onChange: options.onChange } : {}),
    })
  }

  /**
   * Connects and makes the tables. A database that is not there is an outage, not an error.
   * @throws DocentError `configuration` for a wrong password, a missing database, or a server that is too old.
   */
  async open(): Promise<void> {
    try {
      await this.#prepare()
    } catch (error) {
      if (!DocentError.is(error, 'unavailable')) throw error
      this.#guard.declare(error)
    }
    this.#sweeping = setInterval(() => void this.#sweepLater(), SWEEP_EVERY_MS).unref()
  }

  /** Safe to call twice. Takes afterwards are `unavailable`. */
  async close(): Promise<void> {
    clearInterval(this.#sweeping)
    this.#guard.stop()
    await this.#postgres.close()
  }

  health(): Health {
    const { outage } = this.#guard
    if (!outage) return { ok: true }
    const since = new Date(outage.since).toISOString()
    return {
      ok: false,
      isDegraded: true,
      message: `${whyAway(outage.cause, this.#postgres.settings.url)} Since ${since}, each process counts requests separately.`,
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
    const reply = await this.#guard.run(() => this.#send(requests), isOutage)
    return resultOf(requests, reply)
  }

  /** Deletes the counters of windows that ended more than a minute ago, as a timer does. */
  async sweep(): Promise<void> {
    const before = (this.#options.clock?.now() ?? Date.now()) - STEP_BACK_MS
    for (;;) {
      const { count } = await this.#postgres.query(SWEEP, [before])
      if (count < BATCH) return
    }
  }

  async #send(requests: readonly LimitRequest[]): Promise<readonly number[]> {
    const { rows } = await this.#postgres.query<{ reply: string }>(TAKE, [
      this.#options.clock?.now() ?? null,
      requests.map(({ key }) => key),
      requests.map(({ max }) => max),
      requests.map(({ window }) => (window.kind === 'month' ? 0 : window.ms)),
      requests.map(({ cost = 1 }) => cost),
      requests.map(({ hold }) => hold?.id ?? null),
      requests.map(({ hold }) => hold?.ms ?? 0),
    ])
    return JSON.parse(rows[0]?.reply ?? '[]')
  }

  async #prepare(): Promise<void> {
    await this.#postgres.open()
    await migrate(this.#postgres, 'limiter', [counters])
  }

  async #sweepLater(): Promise<void> {
    if (this.#guard.outage) return
    try {
      await this.sweep()
    } catch (error) {
      this.#options.onSweepError?.(error)
    }
  }
}

/** Everything but a mistake of the caller, which is found before: the database cannot count, so another limiter must. */
function isOutage(): boolean {
  return true
}

function resultOf(requests: readonly LimitRequest[], reply: readonly number[]): LimitResult {
  const [refused = 0] = reply
  const states = requests.map(({ scope, max, window }, index): LimitState => {
    const used = reply[1 + 2 * index] ?? 0
    const resetAt = reply[2 + 2 * index] ?? 0
    return { scope, max, remaining: Math.max(0, max - used), resetAt, window }
  })
  return { allowed: refused === 0, states, refusedBy: refused === 0 ? undefined : states[refused - 1] }
}
