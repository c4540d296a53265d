import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallOptions, LimitRequest, LimitResult, RateLimiter } from '@docent/core'
import { limiterProperty, ManualClock, rateLimiterContract } from '@docent/testing'
import { expect, test } from 'vitest'
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

function open(connections: number, clock = new ManualClock()) {
  const directory = mkdtempSync(join(tmpdir(), 'docent-limits-'))
  const upkeepErrors: unknown[] = []
  const limiters = Array.from(
    { length: connections },
    () =>
      new SqliteRateLimiter(join(directory, 'limits.sqlite'), clock, {
        onUpkeepError: (error) => upkeepErrors.push(error),
      }),
  )
  for (const limiter of limiters) limiter.open()
  return {
    clock,
    limiter: new InTurn(limiters),
    close() {
      for (const limiter of limiters) limiter.close()
      rmSync(directory, { recursive: true })
      expect(upkeepErrors).toEqual([])
    },
  }
}

rateLimiterContract('sqlite', () => open(1))
rateLimiterContract('sqlite, two connections in turn', () => open(2))

test('decides every random take as the simple model does, through two connections', async () => {
  await expect(limiterProperty((clock) => open(2, clock), 60)).resolves.toBeUndefined()
})
