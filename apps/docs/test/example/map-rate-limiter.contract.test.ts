import { ManualClock, rateLimiterContract } from '@docent/testing'
import { MapRateLimiter } from './map-rate-limiter.ts'

rateLimiterContract('map', () => {
  const clock = new ManualClock()
  return { clock, limiter: new MapRateLimiter(clock) }
})
