import { MemoryRateLimiter } from '@docent/core'
import { ManualClock, rateLimiterContract } from '@docent/testing'

rateLimiterContract('memory', () => {
  const clock = new ManualClock()
  return { clock, limiter: new MemoryRateLimiter(clock) }
})

rateLimiterContract('memory, every counter shared but the first', () => {
  const clock = new ManualClock()
  return { clock, limiter: new MemoryRateLimiter(clock, { maxCounters: 1, seed: 7 }) }
})
