import type { ThreadStore } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ContractCase, ContractContext } from './contract-case.ts'
import { project, searchOf, seed, T0 } from './thread-drafts.ts'

interface Context extends ContractContext {
  readonly store: ThreadStore
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const D0 = Math.floor(T0 / DAY) * DAY
/** Days between two things that happen, so that they fall on every day of a week and of a month. */
const STEP = 11

/** Reports of long periods, which stores add up from counts of shorter and longer spans. */
export const threadYearCases: readonly ContractCase<Context>[] = [
  {
    name: 'counts searches of any period of a year, also from noon to noon, and none that is gone',
    async run({ store }) {
      const times = Array.from({ length: 30 }, (_, n) => D0 + n * STEP * DAY + n * HOUR)
      for (const [n, createdAt] of times.entries()) {
        const search = { query: `q${n % 3}`, fp: `v${n % 5}`, results: n % 4, ms: n, createdAt }
        await store.recordSearch(searchOf({ ...search, visitor: 'v', paths: ['/a', '/b'] }))
        if (n % 2 === 0)
          await store.recordClick({
            projectId: project,
            visitor: 'v',
            path: n % 4 ? '/a' : '/b',
            clickedAt: createdAt,
          })
      }
      await store.forget(project, 'v4')
      const left = times.flatMap((at, n) => (n % 5 === 4 ? [] : [{ at, n }]))
      for (const [from, to] of periods) {
        const within = left.filter(({ at }) => at >= from && at < to)
        const { entries } = await store.searches(project, { limit: 9, from, to })
        const counts = entries.map(({ query, count, meanMs }) => [query, count, meanMs])
        expect(counts.toSorted(), `${from} ${to}`).toEqual(
          ['q0', 'q1', 'q2'].flatMap((query) => {
            const own = within.filter(({ n }) => `q${n % 3}` === query)
            return own.length === 0
              ? []
              : [[query, own.length, own.reduce((sum, { n }) => sum + n, 0) / own.length]]
          }),
        )
        const days = { from: floor(from), to: floor(to + DAY - 1) }
        const ofDays = left.filter(({ at }) => at >= days.from && at < days.to)
        const terms = await store.searchTerms(project, { limit: 9, from, to })
        expect([terms.total, terms.entries.reduce((sum, { clicks }) => sum + clicks, 0)]).toEqual([
          ofDays.length,
          ofDays.filter(({ n }) => n % 2 === 0).length,
        ])
        for (const { query, lastSearchedAt } of terms.entries)
          expect(lastSearchedAt).toBe(
            Math.max(...ofDays.filter(({ n }) => `q${n % 3}` === query).map(({ at }) => at)),
          )
      }
      await store.prune(D0 + 400 * DAY)
      expect(await store.searchTerms(project, { limit: 9 })).toEqual({
        entries: [],
        nextCursor: null,
        total: 0,
      })
      expect(await store.searches(project, { limit: 9, from: D0 })).toEqual({ entries: [], nextCursor: null })
    },
  },
  {
    name: 'counts answers of any period of a year, also from noon to noon',
    async run({ store }) {
      const turns = Array.from({ length: 20 }, (_, n) => ({
        id: `t${n}`,
        searches: [`q${n % 2}`],
        createdAt: D0 + n * STEP * DAY + n * HOUR,
        outcome: n % 4 === 0 ? ('unanswered' as const) : ('answered' as const),
      }))
      await seed(store, 1, {}, turns)
      for (const [from, to] of periods) {
        const within = turns.filter(({ createdAt }) => createdAt >= from && createdAt < to)
        const days = await store.answerActivity(project, { from, to })
        expect(
          days.map(({ day, outcome, answers, inputTokens }) => [day, outcome, answers, inputTokens]),
        ).toEqual(within.map(({ createdAt, outcome }) => [floor(createdAt), outcome, 1, 10]))
        const { entries } = await store.searches(project, { limit: 9, from, to })
        const sum = (of: 'count' | 'unanswered') => entries.reduce((total, entry) => total + entry[of], 0)
        const unanswered = within.filter(({ outcome }) => outcome === 'unanswered')
        expect([sum('count'), sum('unanswered')]).toEqual([within.length, unanswered.length])
      }
    },
  },
  {
    name: 'ranks the queries of a long period through every page, those of one count by name',
    async run({ store }) {
      for (let n = 0; n < 40; n += 1)
        for (let time = 0; time <= 6 - Math.floor(n / 8); time += 1)
          await store.recordSearch(
            searchOf({
              query: `q${String(n).padStart(2, '0')}`,
              createdAt: D0 + (time * 29 + (n % 7)) * DAY,
            }),
          )
      const query = { limit: 7, from: D0, to: D0 + 190 * DAY }
      const found: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await store.searchTerms(project, {
          ...query,
          ...(cursor === undefined ? {} : { cursor }),
        })
        found.push(...page.entries.map((entry) => `${entry.searches} ${entry.query}`))
        cursor = page.nextCursor
      }
      expect(found).toEqual(
        Array.from({ length: 40 }, (_, n) => `${7 - Math.floor(n / 8)} q${String(n).padStart(2, '0')}`),
      )
    },
  },
  {
    name: 'ranks few frequent queries among many rare ones, also one of the first and the last hours alone',
    async run({ store }) {
      const times: { query: string; at: number }[] = []
      for (let day = 0; day < 4; day += 1) {
        const add = (query: string, hour: number, count: number) => {
          for (let n = 0; n < count; n += 1)
            times.push({ query, at: D0 + day * DAY + hour * HOUR + n * 1_000 })
        }
        add('every day', 10, 6)
        add('every noon', 12, 5)
        add('every evening', 17, 4)
        add('most on one day', 11, day === 1 ? 14 : 1)
        if (day === 0) add('of the first hours', 20, 23)
        if (day === 3) add('of the last hours', 3, 22)
        add('before and after', day === 0 ? 1 : 22, day % 3 === 0 ? 9 : 0)
        for (let rare = 0; rare < 6; rare += 1) add(`rare ${day} ${rare}`, 12, 1)
      }
      for (const { query, at } of times) await store.recordSearch(searchOf({ query, createdAt: at }))
      const period = { from: D0 + 6 * HOUR, to: D0 + 3 * DAY + 18 * HOUR }
      const counts = new Map<string, number>()
      for (const { query, at } of times)
        if (at >= period.from && at < period.to) counts.set(query, (counts.get(query) ?? 0) + 1)
      const ranked = [...counts].sort(
        ([one, first], [other, second]) => second - first || (one < other ? -1 : 1),
      )
      const found: [string, number][] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await store.searches(project, {
          ...period,
          limit: 2,
          ...(cursor === undefined ? {} : { cursor }),
        })
        found.push(...page.entries.map(({ query, count }): [string, number] => [query, count]))
        cursor = page.nextCursor
      }
      expect(found).toEqual(ranked)
    },
  },
]

function floor(time: number): number {
  return Math.floor(time / DAY) * DAY
}

/** Whole days, parts of days, one moment, long and short ones, and more than there is. */
const periods: readonly (readonly [from: number, to: number])[] = [
  [D0, D0 + 100 * DAY],
  [D0 + 7 * DAY, D0 + 107 * DAY],
  [D0 + 12 * HOUR, D0 + 200 * DAY + 12 * HOUR],
  [D0 + 33 * DAY + 3 * HOUR, D0 + 33 * DAY + 3 * HOUR + 1],
  [D0 + 33 * DAY + 3 * HOUR + 1, D0 + 300 * DAY],
  [D0 + 66 * DAY, D0 + 67 * DAY],
  [D0 - 500 * DAY, D0 + 150 * DAY],
  [D0 + 150 * DAY, D0 + 900 * DAY],
]
