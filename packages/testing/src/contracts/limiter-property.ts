import type { LimitRequest, LimitWindow } from '@docent/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { ManualClock } from '../fakes/manual-clock.ts'
import { ModelRateLimiter } from '../fakes/model-rate-limiter.ts'
import type { RateLimiterContext } from './rate-limiter.ts'

const HOUR = 3_600_000
const windows: readonly LimitWindow[] = [
  { kind: 'fixed', ms: HOUR },
  { kind: 'fixed', ms: 24 * HOUR },
  { kind: 'month' },
]

/** A counter has one window in real use, and several here; maxima are small, so that refusals are common. */
const request: fc.Arbitrary<LimitRequest> = fc.record({
  scope: fc.constantFrom('key', 'organization', 'ip'),
  key: fc.constantFrom('a', 'b', 'c'),
  max: fc.integer({ min: 0, max: 6 }),
  window: fc.constantFrom(...windows),
  cost: fc.integer({ min: 0, max: 3 }),
})

/** Time passes by nothing, by a little, to around the edge of an hour, by a day, or by a month. */
const pause = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 30 * 60_000 }) },
  { weight: 2, arbitrary: fc.constantFrom(HOUR - 1, HOUR, HOUR + 1) },
  { weight: 1, arbitrary: fc.constantFrom(24 * HOUR, 29 * 24 * HOUR, 31 * 24 * HOUR) },
)

const step = fc.record({ pause, requests: fc.array(request, { maxLength: 4 }) })

/**
 * Holds a limiter against the model that counts by reading every use: random takes of up to four limits, the same
 * key twice among them, over hours and months. Every answer must be the model's, so nothing more than `max` is ever
 * admitted in a window and a refused take uses up nothing.
 */
export async function limiterProperty(
  create: (clock: ManualClock) => RateLimiterContext | Promise<RateLimiterContext>,
  runs = 200,
): Promise<void> {
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
    const clock = new ManualClock(Date.UTC(2026, 0, 30, 22, 30))
    const { limiter, close } = await create(clock)
    try {
      const model = new ModelRateLimiter(clock)
      for (const { pause, requests } of steps) {
        clock.advance(pause)
        expect(await limiter.take(requests)).toEqual(await model.take(requests))
      }
    } finally {
      await close?.()
    }
  })
  await fc.assert(property, { numRuns: runs })
}
