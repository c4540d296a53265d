import type { ThreadStore } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ContractCase, ContractContext } from './contract-case.ts'
import {
  asked,
  cursorOf,
  down,
  idOf,
  other,
  project,
  searchOf,
  seed,
  T0,
  threadOf,
  turnOf,
  up,
} from './thread-drafts.ts'

interface Context extends ContractContext {
  readonly store: ThreadStore
  peer?(): ThreadStore | Promise<ThreadStore>
}

/** What is said about answers, what operators read of conversations, and how conversations are deleted. */
export const threadReportCases: readonly ContractCase<Context>[] = [
  {
    name: 'keeps the last word about a turn, for every store over the same data',
    async run({ store, peer }) {
      await seed(store, 1, {}, [{ id: 'a' }, { id: 'b' }])
      expect(await store.rate(idOf(1), 'a', up)).toBe('a')
      expect(await store.rate(idOf(1), 'a', down)).toBe('a')
      const reader = (await peer?.()) ?? store
      expect([...(await reader.feedbackOf(idOf(1)))]).toEqual([['a', down]])
    },
  },
  {
    name: 'takes what is said without a turn as said about the newest',
    async run({ store }) {
      await seed(store, 1, {}, [{ id: 'a' }, { id: 'b' }])
      expect(await store.rate(idOf(1), undefined, up)).toBe('b')
      expect([...(await store.feedbackOf(idOf(1)))]).toEqual([['b', up]])
    },
  },
  {
    name: 'answers undefined for what is said about a turn that is not in the thread, and keeps nothing',
    async run({ store }) {
      await seed(store, 1, {}, [{ id: 'a' }])
      await seed(store, 2, {}, [{ id: 'b' }])
      await store.create(threadOf(3, {}))
      expect(await store.rate(idOf(1), 'b', up)).toBeUndefined()
      expect(await store.rate(idOf(9), undefined, up)).toBeUndefined()
      expect(await store.rate(idOf(3), undefined, up)).toBeUndefined()
      expect((await store.feedback(project, { limit: 10 })).entries).toEqual([])
    },
  },
  {
    name: 'counts answers by day, outcome and model, within the period and the project',
    async run({ store }) {
      const day = 86_400_000
      const midnight = Math.floor(T0 / day) * day
      await seed(store, 1, {}, [
        { id: 'a', createdAt: midnight },
        { id: 'b', createdAt: midnight + day - 1, inputTokens: 7, outputTokens: 1 },
        { id: 'c', createdAt: midnight + day, outcome: 'unanswered' },
        { id: 'd', createdAt: midnight + day, model: 'other:model' },
        { id: 'e', createdAt: midnight + 2 * day },
      ])
      await seed(store, 2, { projectId: other }, [{ id: 'f', createdAt: midnight }])
      const counted = await store.answerActivity(project, { from: midnight, to: midnight + 2 * day })
      const one = { answers: 1, inputTokens: 10, outputTokens: 5 }
      expect(counted.map((activity) => ({ ...activity }))).toEqual([
        {
          day: midnight,
          outcome: 'answered',
          model: 'offline:docent',
          answers: 2,
          inputTokens: 17,
          outputTokens: 6,
        },
        { day: midnight + day, outcome: 'answered', model: 'other:model', ...one },
        { day: midnight + day, outcome: 'unanswered', model: 'offline:docent', ...one },
      ])
    },
  },
  {
    name: 'lists conversations with turns, the newest first, with what became of them',
    async run({ store }) {
      await seed(store, 1, { createdAt: T0, fp: 'ann' }, [
        { id: 'a', question: 'First?', createdAt: T0 + 1 },
        { id: 'b', question: 'Second?', outcome: 'unanswered', createdAt: T0 + 2 },
      ])
      await seed(store, 2, { createdAt: T0 + 10 }, [{ id: 'c' }])
      await store.create(threadOf(3, {}))
      await seed(store, 4, { projectId: other }, [{ id: 'd' }])
      await store.append(idOf(1), turnOf({ id: 'x', outcome: 'unanswered', createdAt: T0 + 3 }))
      await store.append(idOf(1), turnOf({ id: 'y', outcome: 'unanswered', createdAt: T0 + 4 }))
      await store.rate(idOf(1), 'a', up)
      await store.rate(idOf(1), 'b', down)
      await store.rate(idOf(1), 'x', down)
      const { entries, nextCursor } = await store.conversations(project, { limit: 10 })
      expect(nextCursor).toBeNull()
      expect(entries.map(({ id }) => id)).toEqual([idOf(2), idOf(1)])
      expect(entries[1]).toEqual({
        id: idOf(1),
        fp: 'ann',
        createdAt: T0,
        updatedAt: T0 + 4,
        turns: 4,
        question: 'First?',
        outcome: 'unanswered',
        up: 1,
        down: 2,
      })
    },
  },
  {
    name: 'lists conversations of a period, from its start up to its end, and those where some turn ended so',
    async run({ store }) {
      for (const n of [1, 2, 3, 4]) {
        const turns = [
          { id: `a${n}`, outcome: n % 2 === 0 ? ('unanswered' as const) : ('answered' as const) },
        ]
        await seed(store, n, { createdAt: T0 + n }, [...turns, { id: `b${n}` }])
      }
      const list = async (query: object) =>
        (await store.conversations(project, { limit: 10, ...query })).entries.map(({ id }) => id)
      expect(await list({ from: T0 + 2, to: T0 + 4 })).toEqual([idOf(3), idOf(2)])
      expect(await list({ outcome: 'unanswered' })).toEqual([idOf(4), idOf(2)])
      expect(await list({ outcome: 'failed' })).toEqual([])
    },
  },
  {
    name: 'pages through conversations without a gap or a repetition, also of one moment, while others come in',
    async run({ store }) {
      for (const n of [1, 2, 3, 4, 5]) await seed(store, n, { createdAt: T0 }, [{ id: `t${n}` }])
      const first = await store.conversations(project, { limit: 2 })
      await seed(store, 9, { createdAt: T0 + 5 }, [{ id: 't9' }])
      const second = await store.conversations(project, { limit: 2, cursor: cursorOf(first) })
      const third = await store.conversations(project, { limit: 2, cursor: cursorOf(second) })
      const ids = [first, second, third].flatMap(({ entries }) => entries.map(({ id }) => id))
      expect(ids).toEqual([5, 4, 3, 2, 1].map(idOf))
      expect(third.nextCursor).toBeNull()
    },
  },
  {
    name: 'answers no cursor with the last entries, also when they fill a page',
    async run({ store }) {
      for (const n of [1, 2]) {
        await seed(store, n, { createdAt: T0 + n }, [{ id: `t${n}`, searches: [`query ${n}`] }])
        await store.rate(idOf(n), `t${n}`, up)
      }
      for (const list of [
        (query: { limit: number; cursor?: string }) => store.conversations(project, query),
        (query: { limit: number; cursor?: string }) => store.searches(project, query),
        (query: { limit: number; cursor?: string }) => store.feedback(project, query),
      ]) {
        expect(await list({ limit: 2 })).toMatchObject({ entries: { length: 2 }, nextCursor: null })
        const first = await list({ limit: 1 })
        const second = await list({ limit: 1, cursor: cursorOf(first) })
        expect(second).toMatchObject({ entries: { length: 1 }, nextCursor: null })
        expect(second.entries).not.toEqual(first.entries)
      }
    },
  },
  {
    name: 'refuses a cursor that no list answered',
    async run({ store }) {
      const query = { limit: 1, cursor: 'nonsense' }
      const wrong = { code: 'invalid_request' }
      await expect(store.conversations(project, query)).rejects.toMatchObject(wrong)
      await expect(store.searches(project, query)).rejects.toMatchObject(wrong)
      await expect(store.feedback(project, query)).rejects.toMatchObject(wrong)
    },
  },
  {
    name: 'counts searches, the most frequent first, and how many were unanswered',
    async run({ store }) {
      await seed(store, 1, {}, [
        { id: 'a', searches: ['Revoke a key?', 'revoke a  KEY'] },
        { id: 'b', searches: ['revoke a key', 'proxy'], outcome: 'unanswered' },
        { id: 'c', searches: ['backup', '?!'] },
      ])
      await seed(store, 2, { projectId: other }, [{ id: 'd', searches: ['proxy'] }])
      const first = await store.searches(project, { limit: 2 })
      expect(first.entries).toEqual([
        { ...asked, query: 'revoke a key', count: 2, unanswered: 1 },
        { ...asked, query: 'backup', count: 1, unanswered: 0 },
      ])
      const second = await store.searches(project, { limit: 2, cursor: cursorOf(first) })
      expect(second).toEqual({
        entries: [{ ...asked, query: 'proxy', count: 1, unanswered: 1 }],
        nextCursor: null,
      })
    },
  },
  {
    name: 'counts searches of a period, without those of replaced turns',
    async run({ store }) {
      await seed(store, 1, {}, [
        { id: 'a', searches: ['old'], createdAt: T0 },
        { id: 'b', searches: ['gone'], createdAt: T0 + 10 },
      ])
      await store.append(idOf(1), turnOf({ id: 'c', searches: ['new'], createdAt: T0 + 10 }), {
        replaceLast: true,
      })
      const { entries } = await store.searches(project, { limit: 10, from: T0 + 1, to: T0 + 11 })
      expect(entries).toEqual([{ ...asked, query: 'new', count: 1, unanswered: 0 }])
    },
  },
  {
    name: 'counts searches outside of conversations by their source, with what they found and took',
    async run({ store, peer }) {
      await seed(store, 1, {}, [{ id: 'a', searches: ['proxy'], outcome: 'unanswered' }])
      await store.recordSearch(searchOf({ query: 'Proxy?', results: 4, ms: 10 }))
      await store.recordSearch(searchOf({ query: 'proxy', results: 0, ms: 20 }))
      await store.recordSearch(searchOf({ query: 'proxy', source: 'mcp', results: 1, ms: 5 }))
      await store.recordSearch(searchOf({ query: '?!' }))
      await store.recordSearch(searchOf({ query: 'proxy', projectId: other }))
      const reader = (await peer?.()) ?? store
      const direct = { query: 'proxy', unanswered: 0 }
      const bySearch = {
        ...direct,
        source: 'search',
        count: 2,
        withoutResults: 1,
        meanResults: 2,
        meanMs: 15,
      }
      const byMcp = { ...direct, source: 'mcp', count: 1, withoutResults: 0, meanResults: 1, meanMs: 5 }
      const first = await reader.searches(project, { limit: 2 })
      expect(first.entries).toEqual([bySearch, { ...asked, query: 'proxy', count: 1, unanswered: 1 }])
      const second = await reader.searches(project, { limit: 2, cursor: cursorOf(first) })
      expect(second).toEqual({ entries: [byMcp], nextCursor: null })
      expect((await reader.searches(project, { limit: 9, source: 'mcp' })).entries).toEqual([byMcp])
      expect((await reader.searches(project, { limit: 9, from: T0 + 2 })).entries).toEqual([])
    },
  },
  {
    name: 'lists what was said, the newest first, page by page, of one rating and of a period',
    async run({ store }) {
      await seed(store, 1, {}, [{ id: 'a', question: 'Why?', answer: 'So.' }, { id: 'b' }, { id: 'c' }])
      await seed(store, 2, { projectId: other }, [{ id: 'd' }])
      for (const [id, said] of [
        ['a', down],
        ['b', up],
        ['c', { ...down, createdAt: T0 + 60 }],
      ] as const)
        await store.rate(idOf(1), id, said)
      await store.rate(idOf(2), 'd', up)
      const first = await store.feedback(project, { limit: 2 })
      expect(first.entries.map(({ turnId }) => turnId)).toEqual(['c', 'b'])
      const second = await store.feedback(project, { limit: 2, cursor: cursorOf(first) })
      const entry = { ...down, threadId: idOf(1), turnId: 'a', question: 'Why?', answer: 'So.' }
      expect(second).toEqual({ entries: [entry], nextCursor: null })
      const list = async (query: object) =>
        (await store.feedback(project, { limit: 9, ...query })).entries.map(({ turnId }) => turnId)
      expect(await list({ rating: 'down' })).toEqual(['c', 'a'])
      expect(await list({ from: T0 + 50, to: T0 + 60 })).toEqual(['a'])
    },
  },
  {
    name: 'gives the newest unanswered questions of a period',
    async run({ store }) {
      const outcome = 'unanswered'
      await seed(store, 1, {}, [
        { id: 'a', question: 'Old?', outcome, createdAt: T0 + 1 },
        { id: 'b', question: 'Half \ud83d pair?', outcome, createdAt: T0 + 2 },
        { id: 'c', createdAt: T0 + 3 },
        { id: 'd', question: 'Newest?', outcome, createdAt: T0 + 4 },
      ])
      await seed(store, 2, { projectId: other }, [{ id: 'e', outcome, createdAt: T0 + 5 }])
      const half = { threadId: idOf(1), turnId: 'b', question: 'Half \ud83d pair?', createdAt: T0 + 2 }
      expect(await store.unanswered(project, { limit: 9, from: T0 + 2, to: T0 + 4 })).toMatchObject([half])
      const newest = await store.unanswered(project, { limit: 2 })
      expect(newest.map(({ turnId }) => turnId)).toEqual(['d', 'b'])
    },
  },
  {
    name: 'rejects reports, feedback and deletions with the reason of an aborted signal',
    async run({ store }) {
      await seed(store, 1, { fp: 'ann' }, [{ id: 'a' }])
      const reason = new Error('gone')
      const options = { signal: AbortSignal.abort(reason) }
      const calls = [
        store.rate(idOf(1), 'a', up, options),
        store.feedbackOf(idOf(1), options),
        store.recordSearch(searchOf({}), options),
        store.forget(project, 'ann', options),
        store.prune(T0 * 2, options),
        store.conversations(project, { limit: 1 }, options),
        store.searches(project, { limit: 1 }, options),
        store.feedback(project, { limit: 1 }, options),
        store.unanswered(project, { limit: 1 }, options),
      ]
      for (const call of calls) await expect(call).rejects.toBe(reason)
      expect(await store.turns(idOf(1), 9)).toHaveLength(1)
      expect((await store.feedbackOf(idOf(1))).size).toBe(0)
    },
  },
]
