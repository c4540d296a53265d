import type { CallOptions, LimitRequest, LimitResult, RateLimiter } from '@docent/core/plugin'
import { Postgres } from '@docent/postgres'
import { withPostgres } from '@docent/simulators'
import { ManualClock, rateLimiterContract } from '@docent/testing'
import { expect } from 'vitest'
import { PostgresRateLimiter } from './postgres-rate-limiter.ts'

/** Sends every take to the next of two limiters, as a load balancer before two servers would. */
class InTurn implements RateLimiter {
  #next = 0
  constructor(readonly limiters: readonly PostgresRateLimiter[]) {}
  async take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    const limiter = this.limiters[this.#next++ % this.limiters.length] as PostgresRateLimiter
    return limiter.take(requests, options)
  }
}

let schemas = 0

withPostgres('PostgresRateLimiter', (server) => {
  rateLimiterContract('postgres, two pools in turn', async () => {
    const clock = new ManualClock()
    const { url } = server()
    const schema = `limits${process.pid}_${++schemas}`
    const pools = [1, 2].map(
      () => new Postgres({ url, directUrl: url, schema, connections: 5 }, { retryMs: 0 }),
    )
    // The contract is about counts, and this machine may be busy.
    const limiters = pools.map((postgres) => new PostgresRateLimiter(postgres, { clock, timeoutMs: 30_000 }))
    for (const limiter of limiters) await limiter.open()
    const [pool] = pools
    return {
      clock,
      limiter: new InTurn(limiters),
      upkeep: () => limiters[0]?.sweep(),
      async stored() {
        const count = await pool?.query<{ n: number }>('SELECT count(*) AS n FROM docent.limit_counters')
        return Number(count?.rows[0]?.n)
      },
      async close() {
        for (const limiter of limiters) {
          expect(limiter.health()).toEqual({ ok: true })
          await limiter.close()
        }
      },
    }
  })
})
