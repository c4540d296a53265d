import type { LimitRequest, LimitWindow, RateLimiter } from '@docent/core'
import { MemoryRateLimiter } from '@docent/limiter-memory'

/**
 * Takes of three limits in one step (key a month, organization an hour, address a day), one after the other.
 * Run with `node apps/bench/run.mjs rate-limit`.
 */
const clock = { now: Date.now }
const addresses = 50_000
const month: LimitWindow = { kind: 'month' }
const hour: LimitWindow = { kind: 'fixed', ms: 3_600_000 }
const day: LimitWindow = { kind: 'fixed', ms: 86_400_000 }

function requests(n: number): LimitRequest[] {
  const address = n % addresses
  return [
    { scope: 'key', key: `assistant:key:k_${n % 100}`, max: 1e12, window: month },
    { scope: 'organization', key: 'assistant:organization:default', max: 1e12, window: hour },
    { scope: 'ip', key: `assistant:ip:10.1.${address >> 8}.${address & 255}`, max: 1e12, window: day },
  ]
}

async function rounds(name: string, limiter: RateLimiter, takes: number): Promise<void> {
  for (let round = 1; round <= 3; round++) {
    const start = performance.now()
    for (let n = 0; n < takes; n++) await limiter.take(requests(n))
    const perSecond = (takes / (performance.now() - start)) * 1_000
    console.log(`${name}, round ${round}: ${Math.round(perSecond).toLocaleString('en')} takes/s`)
  }
}

await rounds('memory', new MemoryRateLimiter(clock), 1_000_000)
