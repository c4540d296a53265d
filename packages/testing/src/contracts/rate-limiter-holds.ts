import type { LimitRequest } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import type { RateLimiterContext } from './rate-limiter-context.ts'
import { DAY, limit, MINUTE, month, remaining } from './rate-limiter-requests.ts'

function held(key: string, max: number, cost: number, id: string, ms: number): LimitRequest {
  return { ...limit('project', key, max, month, cost), hold: { id, ms } }
}

/** Uses that are set aside, and come back by themselves. */
export const holdCases: readonly ContractCase<RateLimiterContext>[] = [
  {
    name: 'counts what is set aside until its time is over, and no longer',
    async run({ limiter, clock, upkeep }) {
      expect(await limiter.take([held('a', 10, 7, 'one', MINUTE)])).toMatchObject({
        allowed: true,
        states: [{ remaining: 3 }],
      })
      expect((await limiter.take([limit('project', 'a', 10, month, 4)])).allowed).toBe(false)
      expect((await limiter.take([held('a', 10, 4, 'two', MINUTE)])).allowed).toBe(false)
      clock.advance(MINUTE - 1)
      await upkeep?.()
      expect(await remaining(limiter, 'a', 10, month)).toBe(3)
      clock.advance(1)
      expect(await remaining(limiter, 'a', 10, month)).toBe(10)
      expect((await limiter.take([limit('project', 'a', 10, month, 10)])).allowed).toBe(true)
      clock.advance(DAY)
      expect(await remaining(limiter, 'a', 10, month)).toBe(0)
    },
  },
  {
    name: 'replaces what is set aside under the same id, and takes the cost in its place in one step',
    async run({ limiter }) {
      await limiter.take([held('a', 10, 8, 'one', MINUTE), held('b', 10, 8, 'other', MINUTE)])
      expect((await limiter.take([held('a', 10, 9, 'one', MINUTE)])).states[0]?.remaining).toBe(1)
      const settled = await limiter.take([held('a', 10, 0, 'one', 0), limit('project', 'a', 10, month, 3)])
      expect(settled).toMatchObject({ allowed: true, states: [{ remaining: 7 }, { remaining: 7 }] })
      expect(await remaining(limiter, 'b', 10, month)).toBe(2)
    },
  },
  {
    name: 'keeps what was set aside when a take that would replace it is refused',
    async run({ limiter }) {
      await limiter.take([held('a', 10, 6, 'one', MINUTE)])
      const refused = await limiter.take([
        held('a', 10, 0, 'one', MINUTE),
        limit('project', 'a', 10, month, 11),
      ])
      expect(refused).toMatchObject({ allowed: false, states: [{ remaining: 4 }, { remaining: 4 }] })
      expect(await remaining(limiter, 'a', 10, month)).toBe(4)
    },
  },
  {
    name: 'sets no more aside than there is for many at once',
    async run({ limiter }) {
      const takes = Array.from({ length: 30 }, (_, at) =>
        limiter.take([held('a', 10, 1, `hold-${at}`, MINUTE)]),
      )
      const results = await Promise.all(takes)
      expect(results.filter(({ allowed }) => allowed)).toHaveLength(10)
    },
  },
]
