import { windowAt } from '@docent/core/plugin'
import { expect } from 'vitest'
import { type ContractCase, contractSuite } from './contract-case.ts'
import { limiterProperty } from './limiter-property.ts'
import type { RateLimiterContext } from './rate-limiter-context.ts'
import { holdCases } from './rate-limiter-holds.ts'
import { day, hour, limit, month, remaining } from './rate-limiter-requests.ts'
import { windowCases } from './rate-limiter-windows.ts'

export const rateLimiterCases: readonly ContractCase<RateLimiterContext>[] = [
  {
    name: 'admits exactly max uses in a window and names the limit that refuses',
    async run({ limiter, clock }) {
      for (const remaining of [2, 1, 0]) {
        const result = await limiter.take([limit('ip', 'a', 3, hour)])
        expect(result.allowed).toBe(true)
        expect(result.refusedBy).toBeUndefined()
        expect(result.states).toEqual([
          { scope: 'ip', max: 3, remaining, resetAt: windowAt(hour, clock.now()).end, window: hour },
        ])
      }
      const refused = await limiter.take([limit('ip', 'a', 3, hour)])
      expect(refused.allowed).toBe(false)
      expect(refused.refusedBy).toEqual(refused.states[0])
      expect(refused.refusedBy).toMatchObject({ scope: 'ip', remaining: 0 })
    },
  },
  {
    name: 'takes from all limits or from none',
    async run({ limiter }) {
      const both = [limit('key', 'a', 10, month), limit('ip', 'b', 1, day)]
      expect((await limiter.take(both)).allowed).toBe(true)
      for (let attempt = 0; attempt < 20; attempt++) {
        const refused = await limiter.take(both)
        expect(refused.allowed).toBe(false)
        expect(refused.refusedBy?.scope).toBe('ip')
        expect(refused.states.map((state) => state.remaining)).toEqual([9, 0])
      }
      expect(await remaining(limiter, 'a', 10, month)).toBe(9)
    },
  },
  {
    name: 'takes nothing from the limits after the one that refuses',
    async run({ limiter }) {
      await limiter.take([limit('ip', 'full', 1, day)])
      await limiter.take([limit('ip', 'full', 1, day), limit('key', 'later', 10, month)])
      expect(await remaining(limiter, 'later', 10, month)).toBe(10)
    },
  },
  {
    name: 'names the first limit that had no room, in the order of the requests',
    async run({ limiter }) {
      const requests = [
        limit('key', 'a', 5, month),
        limit('organization', 'b', 0, hour),
        limit('ip', 'c', 0, day),
      ]
      const refused = await limiter.take(requests)
      expect(refused.refusedBy?.scope).toBe('organization')
      expect(refused.states.map((state) => state.scope)).toEqual(['key', 'organization', 'ip'])
    },
  },
  {
    name: 'takes the cost asked for, and refuses one that does not fit although a smaller one would',
    async run({ limiter }) {
      expect((await limiter.take([limit('key', 'a', 10, hour, 7)])).states[0]?.remaining).toBe(3)
      expect((await limiter.take([limit('key', 'a', 10, hour, 4)])).allowed).toBe(false)
      expect((await limiter.take([limit('key', 'a', 10, hour, 3)])).allowed).toBe(true)
    },
  },
  {
    name: 'looks without taking when the cost is zero',
    async run({ limiter }) {
      const looks = [limit('key', 'a', 1, hour, 0)]
      expect((await limiter.take(looks)).states[0]?.remaining).toBe(1)
      await limiter.take([limit('key', 'a', 1, hour)])
      expect(await limiter.take(looks)).toMatchObject({ allowed: true, states: [{ remaining: 0 }] })
    },
  },
  {
    name: 'counts both requests of one call that name the same key',
    async run({ limiter }) {
      const twice = [limit('ip', 'a', 3, hour), limit('ip', 'a', 3, hour)]
      expect((await limiter.take(twice)).states.map((state) => state.remaining)).toEqual([1, 1])
      expect((await limiter.take(twice)).allowed).toBe(false)
      expect(await remaining(limiter, 'a', 3, hour)).toBe(1)
    },
  },
  {
    name: 'keeps keys apart, and the windows of one key apart',
    async run({ limiter }) {
      await limiter.take([limit('ip', 'a', 1, hour)])
      expect((await limiter.take([limit('ip', 'b', 1, hour)])).allowed).toBe(true)
      expect((await limiter.take([limit('ip', 'a', 1, day)])).allowed).toBe(true)
      expect((await limiter.take([limit('ip', 'a', 1, month)])).allowed).toBe(true)
      expect((await limiter.take([limit('ip', 'a', 1, hour)])).allowed).toBe(false)
    },
  },
  {
    name: 'decides every random take as the simple model does, over windows of several lengths',
    async run(_context, another) {
      const fresh = async (): Promise<RateLimiterContext> => {
        const made = await another()
        // The suite closes it.
        return { limiter: made.limiter, clock: made.clock, upkeep: () => made.upkeep?.() }
      }
      await limiterProperty(fresh, 40)
    },
  },
  {
    name: 'admits exactly max of many concurrent takes',
    async run({ limiter }) {
      const takes = Array.from({ length: 60 }, () =>
        limiter.take([limit('key', 'a', 25, month), limit('ip', 'b', 40, day)]),
      )
      const results = await Promise.all(takes)
      expect(results.filter((result) => result.allowed)).toHaveLength(25)
      expect(await remaining(limiter, 'b', 40, day)).toBe(15)
    },
  },
  {
    name: 'follows a maximum that is changed within a window',
    async run({ limiter }) {
      await limiter.take([limit('key', 'a', 5, hour, 4)])
      expect(await limiter.take([limit('key', 'a', 3, hour)])).toMatchObject({
        allowed: false,
        refusedBy: { max: 3, remaining: 0 },
      })
      expect((await limiter.take([limit('key', 'a', 6, hour)])).states[0]?.remaining).toBe(1)
    },
  },
  {
    name: 'allows a call without limits',
    async run({ limiter }) {
      expect(await limiter.take([])).toEqual({ allowed: true, states: [], refusedBy: undefined })
    },
  },
  {
    name: 'rejects a negative cost, which would give uses back',
    async run({ limiter }) {
      await limiter.take([limit('key', 'a', 1, hour)])
      await expect(limiter.take([limit('key', 'a', 1, hour, -5)])).rejects.toMatchObject({ code: 'internal' })
      expect((await limiter.take([limit('key', 'a', 1, hour)])).allowed).toBe(false)
    },
  },
  {
    name: 'rejects with the reason of an aborted signal and takes nothing',
    async run({ limiter }) {
      const reason = new Error('gone')
      const taken = limiter.take([limit('key', 'a', 1, hour)], { signal: AbortSignal.abort(reason) })
      await expect(taken).rejects.toBe(reason)
      expect(await remaining(limiter, 'a', 1, hour)).toBe(1)
    },
  },
  ...windowCases,
  ...holdCases,
]

/** Registers the tests that every RateLimiter must pass. */
export const rateLimiterContract: ReturnType<typeof contractSuite<RateLimiterContext>> = contractSuite(
  'RateLimiter',
  rateLimiterCases,
)
