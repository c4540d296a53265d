import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CallOptions, LimitRequest, LimitResult, RateLimiter } from '@docent/core/plugin'
import { ManualClock, rateLimiterContract } from '@docent/testing'
import { expect } from 'vitest'
import { SqliteRateLimiter } from './sqlite-rate-limiter.ts'

/** Sends every take to the next of several limiters, as a load balancer before several processes would. */
class InTurn implements RateLimiter {
  readonly #limiters: readonly RateLimiter[]
  #next = 0
  constructor(limiters: readonly RateLimiter[]) {
    this.#limiters = limiters
  }
  async take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    const limiter = this.#limiters[this.#next++ % this.#limiters.length]
    if (!limiter) throw new Error('No limiter.')
    return limiter.take(requests, options)
  }
}

function open(connections: number) {
  const clock = new ManualClock()
  const directory = mkdtempSync(join(tmpdir(), 'docent-limits-'))
  const file = join(directory, 'limits.sqlite')
  const upkeepErrors: unknown[] = []
  const limiters = Array.from(
    { length: connections },
    () =>
      new SqliteRateLimiter(file, clock, {
        onUpkeepError: (error) => upkeepErrors.push(error),
      }),
  )
  for (const limiter of limiters) limiter.open()
  return {
    clock,
    limiter: new InTurn(limiters),
    upkeep: () => limiters.at(-1)?.sweep(),
    stored() {
      const database = new DatabaseSync(file, { readOnly: true })
      try {
        return Number(database.prepare('SELECT count(*) AS counters FROM counters').get()?.counters)
      } finally {
        database.close()
      }
    },
    close() {
      for (const limiter of limiters) limiter.close()
      rmSync(directory, { recursive: true })
      expect(upkeepErrors).toEqual([])
    },
  }
}

rateLimiterContract('sqlite', () => open(1))
rateLimiterContract('sqlite, two connections in turn', () => open(2))
