import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALL_TIME, countedPeriod, SPAN_LEVEL, SPAN_MS, spanOf, wholeDaysOf } from './counted-spans.ts'

const DAY = 86_400_000

/** How often a moment is counted. */
function timesCounted(time: number, { spans, edges }: ReturnType<typeof countedPeriod>): number {
  const own = [ALL_TIME, spanOf(time, 0), spanOf(time, 1), spanOf(time, 2)]
  return (
    spans.filter((span) => own.includes(span)).length +
    edges.filter(({ from, to }) => time >= from && time < to).length
  )
}

test('every moment of a period is counted once, and no other of those that are known', () => {
  const moment = fc.integer({ min: 19_000 * DAY, max: 19_400 * DAY })
  const end = fc.option(moment, { nil: undefined })
  fc.assert(
    fc.property(
      moment,
      moment,
      end,
      end,
      fc.constantFrom(0 as const, 1 as const),
      moment,
      (a, b, from, to, finest, at) => {
        const known = { first: Math.min(a, b), last: Math.max(a, b) }
        const period = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
        const counted = countedPeriod(period, known, finest)
        for (const time of [known.first, known.last, from ?? a, (to ?? b) - 1, to ?? b, at]) {
          if (time < known.first || time > known.last) continue
          const isIn = time >= (from ?? 0) && time < (to ?? Number.MAX_SAFE_INTEGER)
          expect(timesCounted(time, counted)).toBe(isIn ? 1 : 0)
        }
        expect(counted.spans.every((span) => span >= finest * SPAN_LEVEL)).toBe(true)
      },
    ),
  )
})

test('covers a hundred days with few spans, and all that is known with one', () => {
  const known = { first: 0, last: 400 * DAY }
  const { spans, edges } = countedPeriod({ from: 65 * DAY, to: 165 * DAY }, known)
  expect([spans.length, edges]).toEqual([7 + 7 + 4 + 5, []])
  expect(countedPeriod({ from: -1, to: 500 * DAY }, known)).toEqual({ spans: [ALL_TIME], edges: [] })
  expect(countedPeriod({ from: 5 }, undefined)).toEqual({ spans: [], edges: [] })
  expect(SPAN_MS).toEqual([DAY, 8 * DAY, 64 * DAY])
})

test('splits a period into whole days and the rest of its first and last day', () => {
  const noon = DAY / 2
  expect(wholeDaysOf({ from: noon, to: 3 * DAY + noon })).toEqual({
    first: DAY,
    end: 3 * DAY,
    edges: [
      { from: noon, to: DAY },
      { from: 3 * DAY, to: 3 * DAY + noon },
    ],
  })
  expect(wholeDaysOf({ from: DAY, to: 2 * DAY })).toEqual({ first: DAY, end: 2 * DAY, edges: [] })
  const within = { from: 5, to: noon }
  expect(wholeDaysOf(within)).toEqual({ first: DAY, end: DAY, edges: [within] })
  expect(wholeDaysOf({ from: noon, to: 5 })).toEqual({ first: DAY, end: DAY, edges: [] })
})
