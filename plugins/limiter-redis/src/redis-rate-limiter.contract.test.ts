import type { CallOptions, LimitRequest, LimitResult, RateLimiter } from '@docent/core/plugin'
import { REDIS } from '@docent/simulators/services'
import { ManualClock, needs, rateLimiterContract } from '@docent/testing'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { RedisServer, startCluster } from '../test/redis-server.ts'
import { RedisRateLimiter } from './redis-rate-limiter.ts'

let single: RedisServer
let nodes: RedisServer[]

/** Sends every take to the next of two limiters, as a load balancer before two servers would. */
class InTurn implements RateLimiter {
  #next = 0
  constructor(readonly limiters: readonly RedisRateLimiter[]) {}
  async take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    const limiter = this.limiters[this.#next++ % this.limiters.length] as RedisRateLimiter
    return limiter.take(requests, options)
  }
}

let made = 0

async function open(servers: readonly RedisServer[]) {
  const clock = new ManualClock()
  const prefix = `contract-${process.pid}-${++made}`
  const options = {
    urls: servers.map(({ url }) => url),
    isCluster: servers.length > 1,
    prefix,
    clock,
    // The contract is about counts, and this machine may be busy.
    timeoutMs: 30_000,
  }
  const limiters = [new RedisRateLimiter(options), new RedisRateLimiter(options)]
  for (const limiter of limiters) await limiter.open()
  return {
    clock,
    limiter: new InTurn(limiters),
    close() {
      for (const limiter of limiters) {
        expect(limiter.health()).toEqual({ ok: true })
        limiter.close()
      }
    },
  }
}

describe('RedisRateLimiter', needs(REDIS), () => {
  beforeAll(async () => {
    single = await RedisServer.start()
    nodes = await startCluster()
  })
  afterAll(async () => {
    for (const server of [single, ...(nodes ?? [])]) await server?.stop()
  })

  rateLimiterContract('redis, two connections in turn', () => open([single]))
  rateLimiterContract('redis, a cluster of three', () => open(nodes))
})
