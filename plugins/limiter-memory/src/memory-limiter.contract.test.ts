import type { MemoryRateLimiterOptions } from '@docent/core'
import { MemoryRateLimiter } from '@docent/core/plugin'
import { ManualClock, rateLimiterContract } from '@docent/testing'

function open(options?: MemoryRateLimiterOptions) {
  const clock = new ManualClock()
  const limiter = new MemoryRateLimiter(clock, options)
  return { clock, limiter, stored: () => limiter.size }
}

rateLimiterContract('memory', () => open())

rateLimiterContract('memory, every counter shared but the first', () => open({ maxCounters: 1, seed: 7 }))
