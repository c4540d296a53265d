import { ManualClock, rateLimiterContract } from '@docent/testing'
import { MemoryRateLimiter } from './memory-rate-limiter.ts'

rateLimiterContract('memory', () => {
  const clock = new ManualClock()
  return { clock, limiter: new MemoryRateLimiter(clock) }
})

rateLimiterContract('memory, every counter shared but the first', () => {
  const clock = new ManualClock()
  return { clock, limiter: new MemoryRateLimiter(clock, { maxCounters: 1, seed: 7 }) }
})
