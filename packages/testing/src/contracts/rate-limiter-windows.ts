import type { LimitWindow } from '@docent/core'
import { windowAt } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import type { RateLimiterContext } from './rate-limiter-context.ts'
import { DAY, day, HOUR, hour, limit, MINUTE, month, SECOND } from './rate-limiter-requests.ts'

/** Where windows begin and end, and when their counters go. */
export const windowCases: readonly ContractCase<RateLimiterContext>[] = [
  {
    name: 'aligns fixed windows to the epoch and starts anew at the very end of one',
    async run({ limiter, clock }) {
      const end = windowAt(hour, clock.now()).end
      clock.set(end - 1)
      expect((await limiter.take([limit('ip', 'a', 1, hour)])).states[0]?.resetAt).toBe(end)
      expect((await limiter.take([limit('ip', 'a', 1, hour)])).allowed).toBe(false)
      clock.set(end)
      const fresh = await limiter.take([limit('ip', 'a', 1, hour)])
      expect(fresh).toMatchObject({ allowed: true, states: [{ remaining: 0, resetAt: end + HOUR }] })
    },
  },
  {
    name: 'counts windows of every length from their own start to their own end',
    async run({ limiter, clock }) {
      for (const ms of [SECOND, 7 * MINUTE + 13 * SECOND, HOUR, DAY, 7 * DAY]) {
        const window: LimitWindow = { kind: 'fixed', ms }
        const one = () => limiter.take([limit('ip', 'a', 1, window)])
        const { end } = windowAt(window, clock.now())
        clock.set(end)
        expect(await one()).toMatchObject({ allowed: true, states: [{ remaining: 0, resetAt: end + ms }] })
        clock.set(end + ms - 1)
        expect(await one()).toMatchObject({ allowed: false, states: [{ remaining: 0, resetAt: end + ms }] })
        clock.set(end + ms)
        expect(await one()).toMatchObject({ allowed: true, states: [{ resetAt: end + 2 * ms }] })
      }
    },
  },
  {
    name: 'keeps the counters of open windows through its upkeep',
    async run({ limiter, clock, upkeep }) {
      const windows = [hour, day, month] as const
      for (const window of windows) {
        clock.set(windowAt(window, clock.now()).end)
        const { end } = windowAt(window, clock.now())
        await limiter.take([limit('ip', 'a', 1, window)])
        for (const now of [clock.now(), Math.floor((clock.now() + end) / 2), end - MINUTE, end - 1]) {
          clock.set(now)
          // Other traffic, so that whatever is swept by takes is swept too.
          await limiter.take([limit('ip', `b${now}`, 1, hour)])
          await upkeep?.()
          expect((await limiter.take([limit('ip', 'a', 1, window)])).allowed).toBe(false)
        }
      }
    },
  },
  {
    name: 'keeps the counters of a window that has just ended, for a clock that is set back',
    async run({ limiter, clock, upkeep }) {
      const { end } = windowAt(hour, clock.now())
      clock.set(end - 500)
      await limiter.take([limit('ip', 'a', 1, hour)])
      clock.set(end + 500)
      await limiter.take([limit('ip', 'b', 1, hour)])
      await upkeep?.()
      clock.set(end - 500)
      expect((await limiter.take([limit('ip', 'a', 1, hour)])).allowed).toBe(false)
    },
  },
  {
    name: 'lets go of the counters of windows that ended',
    async run({ limiter, clock, upkeep, stored }) {
      for (let round = 0; round < 3; round += 1) {
        for (let key = 0; key < 100; key += 1) await limiter.take([limit('ip', `${round}-${key}`, 1, hour)])
        clock.advance(2 * HOUR)
      }
      await limiter.take([limit('ip', 'last', 1, hour)])
      await upkeep?.()
      expect((await stored?.()) ?? 1).toBeLessThanOrEqual(1)
    },
  },
  {
    name: 'holds a monthly limit through a month of 31 days, hour by hour',
    async run({ limiter, clock }) {
      clock.set(Date.UTC(2026, 0, 1))
      const end = Date.UTC(2026, 1, 1)
      expect((await limiter.take([limit('key', 'a', 2, month)])).states[0]?.resetAt).toBe(end)
      await limiter.take([limit('key', 'a', 2, month)])
      for (clock.advance(HOUR); clock.now() < end; clock.advance(HOUR)) {
        // Other traffic keeps every sweep of old counters busy: it must not take the month's counter with it.
        await limiter.take([limit('ip', `b${clock.now()}`, 1, hour)])
        expect((await limiter.take([limit('key', 'a', 2, month)])).allowed).toBe(false)
      }
      expect(await limiter.take([limit('key', 'a', 2, month)])).toMatchObject({
        allowed: true,
        states: [{ remaining: 1, resetAt: Date.UTC(2026, 2, 1) }],
      })
    },
  },
  {
    name: 'ends February in a leap year after the 29th',
    async run({ limiter, clock }) {
      clock.set(Date.UTC(2028, 1, 29, 23, 59, 59, 999))
      const result = await limiter.take([limit('key', 'a', 1, month)])
      expect(result.states[0]?.resetAt).toBe(Date.UTC(2028, 2, 1))
      clock.advance(1)
      expect((await limiter.take([limit('key', 'a', 1, month)])).allowed).toBe(true)
    },
  },
  {
    name: 'finds the counts of a window again when the clock steps back a second over its edge',
    async run({ limiter, clock }) {
      const end = windowAt(hour, clock.now()).end
      clock.set(end - 500)
      await limiter.take([limit('ip', 'a', 1, hour)])
      clock.set(end + 500)
      expect((await limiter.take([limit('ip', 'a', 1, hour)])).allowed).toBe(true)
      clock.set(end - 500)
      expect((await limiter.take([limit('ip', 'a', 1, hour)])).allowed).toBe(false)
      clock.set(end + 500)
      expect((await limiter.take([limit('ip', 'a', 1, hour)])).allowed).toBe(false)
    },
  },
]
