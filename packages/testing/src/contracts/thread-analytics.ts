import type { ThreadStore } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ContractCase, ContractContext } from './contract-case.ts'
import { cursorOf, down, idOf, other, project, searchOf, seed, T0, turnOf } from './thread-drafts.ts'

interface Context extends ContractContext {
  readonly store: ThreadStore
  peer?(): ThreadStore | Promise<ThreadStore>
}

const DAY = 86_400_000
const MINUTE = 60_000
/** A midnight. */
const D0 = Math.floor(T0 / DAY) * DAY
const none = { web: 0, api: 0, other: 0 }

/** Turns as a list, who asked, and what readers searched for and opened. */
export const threadAnalyticsCases: readonly ContractCase<Context>[] = [
  {
    name: 'lists every turn, the newest first, with its thread and what was said of it',
    async run({ store, peer }) {
      await seed(store, 1, { fp: 'ann é' }, [
        { id: 'a', question: 'Half \ud83d pair?', createdAt: T0 + 1, caller: 'web' },
        { id: 'c', createdAt: T0 + 3 },
      ])
      await seed(store, 2, {}, [{ id: 'b', createdAt: T0 + 2, outcome: 'unanswered' }])
      await seed(store, 3, { projectId: other }, [{ id: 'd' }])
      await store.rate(idOf(1), 'a', down)
      const reader = (await peer?.()) ?? store
      const { entries, nextCursor } = await reader.turnReport(project, { limit: 10 })
      expect(nextCursor).toBeNull()
      expect(entries.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
      const turn = turnOf({ id: 'a', question: 'Half \ud83d pair?', createdAt: T0 + 1, caller: 'web' })
      expect(entries[2]).toEqual({ ...turn, index: 0, threadId: idOf(1), fp: 'ann é', feedback: down })
      expect(entries[0]).toMatchObject({ index: 1, feedback: null })
    },
  },
  {
    name: 'pages through turns of a period and an outcome without a gap, also of one moment',
    async run({ store }) {
      for (const n of [1, 2, 3, 4]) {
        const outcome = n === 2 ? 'answered' : 'unanswered'
        await seed(store, n, {}, [{ id: `t${n}`, createdAt: T0 + 5, outcome }])
      }
      await seed(store, 5, {}, [{ id: 't5', createdAt: T0 + 9, outcome: 'unanswered' }])
      const query = { limit: 2, outcome: 'unanswered' as const, to: T0 + 9, from: T0 + 5 }
      const first = await store.turnReport(project, query)
      const second = await store.turnReport(project, { ...query, cursor: cursorOf(first) })
      const ids = [first, second].flatMap(({ entries }) => entries.map(({ id }) => id))
      expect([ids, second.nextCursor]).toEqual([['t4', 't3', 't1'], null])
      const wrong = { limit: 1, cursor: 'nonsense' }
      await expect(store.turnReport(project, wrong)).rejects.toMatchObject({ code: 'invalid_request' })
    },
  },
  {
    name: 'gives unanswered questions with who asked, and with three questions before them in their thread',
    async run({ store }) {
      const outcome = 'unanswered'
      await seed(store, 1, { fp: 'ann é' }, [
        ...['A?', 'B?', 'C \ud83d?', 'D?'].map((question, n) => ({
          id: `t${n}`,
          question,
          createdAt: T0 + n,
        })),
        { id: 'last', question: 'Undo it?', outcome, createdAt: T0 + 9 },
      ])
      await seed(store, 2, { fp: 'bob' }, [{ id: 'alone', outcome, createdAt: T0 + 8 }])
      const found = await store.unanswered(project, { limit: 2 })
      expect(found.map(({ turnId, fp, earlier }) => [turnId, fp, earlier])).toEqual([
        ['last', 'ann é', ['D?', 'C \ud83d?', 'B?']],
        ['alone', 'bob', []],
      ])
    },
  },
  {
    name: 'counts turns by who asked, on every day that the period touches, and none that is gone',
    async run({ store }) {
      await seed(store, 1, { fp: 'ann' }, [
        { id: 'a', caller: 'web', createdAt: D0 + 5 },
        { id: 'b', caller: 'web', createdAt: D0 + DAY },
        { id: 'c', caller: 'api', createdAt: D0 + DAY + 1 },
        { id: 'd', createdAt: D0 + 2 * DAY },
      ])
      await seed(store, 2, { projectId: other }, [{ id: 'e', caller: 'web', createdAt: D0 }])
      expect(await store.callers(project, {})).toEqual({ web: 2, api: 1, other: 1 })
      expect(await store.callers(project, { from: D0 + DAY + 50, to: D0 + 2 * DAY })).toEqual({
        ...none,
        web: 1,
        api: 1,
      })
      expect(await store.callers(project, { to: D0 + DAY })).toEqual({ ...none, web: 1 })
      const last = turnOf({ id: 'f', caller: 'api', createdAt: D0 + 2 * DAY })
      await store.append(idOf(1), last, { replaceLast: true })
      expect(await store.callers(project, { from: D0 + 2 * DAY })).toEqual({ ...none, api: 1 })
      await store.forget(project, 'ann')
      expect(await store.callers(project, {})).toEqual(none)
    },
  },
  {
    name: 'counts what was searched for, the most frequent first, with all searches of the period',
    async run({ store }) {
      const at = (n: number) => ({ createdAt: D0 + n })
      await store.recordSearch(searchOf({ query: 'Proxy?', ...at(1) }))
      await store.recordSearch(searchOf({ query: 'proxy', source: 'mcp', ...at(7) }))
      await store.recordSearch(searchOf({ query: 'backup', ...at(3) }))
      await store.recordSearch(searchOf({ query: 'key', createdAt: D0 + DAY }))
      await store.recordSearch(searchOf({ query: '?!' }))
      await store.recordSearch(searchOf({ query: 'proxy', projectId: other }))
      await seed(store, 1, {}, [{ id: 'a', searches: ['proxy'] }])
      const term = { clicks: 0, topClickedPage: null, searches: 1 }
      const first = await store.searchTerms(project, { limit: 2 })
      expect(first).toMatchObject({
        entries: [
          { ...term, query: 'proxy', searches: 2, lastSearchedAt: D0 + 7 },
          { ...term, query: 'backup', lastSearchedAt: D0 + 3 },
        ],
        total: 4,
      })
      expect(await store.searchTerms(project, { limit: 2, cursor: cursorOf(first) })).toEqual({
        entries: [{ ...term, query: 'key', lastSearchedAt: D0 + DAY }],
        nextCursor: null,
        total: 4,
      })
      const later = await store.searchTerms(project, { limit: 9, from: D0 + DAY + 9 })
      expect([later.entries.map(({ query }) => query), later.total]).toEqual([['key'], 1])
      const wrong = { limit: 1, cursor: 'nonsense' }
      await expect(store.searchTerms(project, wrong)).rejects.toMatchObject({ code: 'invalid_request' })
    },
  },
  {
    name: 'counts a page that the same reader opens within ten minutes as a click of the newest search that found it',
    async run({ store, peer }) {
      const from = (changes: object) =>
        store.recordSearch(searchOf({ visitor: 'v1', paths: ['/a', '/b'], createdAt: T0, ...changes }))
      await from({ query: 'old' })
      await from({ query: 'proxy', createdAt: T0 + MINUTE })
      await from({ query: 'other page', createdAt: T0 + 2 * MINUTE, paths: ['/c'] })
      await from({ query: 'other reader', createdAt: T0 + 3 * MINUTE, visitor: 'v2' })
      const reader = (await peer?.()) ?? store
      const open = (changes: object) =>
        reader.recordClick({
          projectId: project,
          visitor: 'v1',
          path: '/b',
          clickedAt: T0 + 4 * MINUTE,
          ...changes,
        })
      expect(await open({ visitor: 'v3' })).toBe(false)
      expect(await open({ path: '/d' })).toBe(false)
      expect(await open({ projectId: other })).toBe(false)
      expect(await open({ clickedAt: T0 + 11 * MINUTE + 1 })).toBe(false)
      expect(await open({})).toBe(true)
      expect(await open({})).toBe(false)
      const { entries } = await store.searchTerms(project, { limit: 9 })
      expect(entries.map(({ query, clicks, topClickedPage }) => [query, clicks, topClickedPage])).toEqual([
        ['old', 0, null],
        ['other page', 0, null],
        ['other reader', 0, null],
        ['proxy', 1, '/b'],
      ])
    },
  },
  {
    name: 'names the page that was opened most after a search, within the period',
    async run({ store }) {
      for (const [n, path] of ['/b', '/a', '/b', '/c', '/a'].entries()) {
        const visitor = `v${n}`
        const createdAt = n < 4 ? D0 + n : D0 + DAY
        await store.recordSearch(searchOf({ query: 'proxy', visitor, createdAt, paths: ['/a', '/b', '/c'] }))
        await store.recordClick({ projectId: project, visitor, path, clickedAt: createdAt + 1 })
      }
      const top = async (query: object) =>
        (await store.searchTerms(project, { limit: 1, ...query })).entries[0]
      expect(await top({})).toMatchObject({ searches: 5, clicks: 5, topClickedPage: '/a' })
      expect(await top({ to: D0 + DAY })).toMatchObject({ clicks: 4, topClickedPage: '/b' })
    },
  },
  {
    name: 'counts no search and no click that was forgotten or pruned',
    async run({ store }) {
      for (const [n, fp] of ['ann', 'bob', 'ann'].entries()) {
        const createdAt = D0 + n * 100
        await store.recordSearch(searchOf({ fp, query: 'proxy', visitor: fp, paths: [`/${fp}`], createdAt }))
        await store.recordClick({ projectId: project, visitor: fp, path: `/${fp}`, clickedAt: createdAt })
      }
      await store.recordSearch(searchOf({ query: 'key', createdAt: D0 + DAY }))
      await store.forget(project, 'ann')
      const list = async () => {
        const { entries, total } = await store.searchTerms(project, { limit: 9 })
        return { total, terms: entries.map((entry) => ({ ...entry })) }
      }
      const key = { query: 'key', searches: 1, clicks: 0, topClickedPage: null, lastSearchedAt: D0 + DAY }
      expect(await list()).toEqual({
        total: 2,
        terms: [key, { ...key, query: 'proxy', clicks: 1, topClickedPage: '/bob', lastSearchedAt: D0 + 100 }],
      })
      await store.prune(D0 + DAY)
      expect(await list()).toEqual({ total: 1, terms: [key] })
    },
  },
  {
    name: 'rejects these reports and clicks with the reason of an aborted signal',
    async run({ store }) {
      const reason = new Error('gone')
      const options = { signal: AbortSignal.abort(reason) }
      const click = { projectId: project, visitor: 'v1', path: '/a', clickedAt: T0 }
      const calls = [
        store.turnReport(project, { limit: 1 }, options),
        store.callers(project, {}, options),
        store.searchTerms(project, { limit: 1 }, options),
        store.recordClick(click, options),
      ]
      for (const call of calls) await expect(call).rejects.toBe(reason)
    },
  },
  {
    name: 'counts names that the documentation does not have, by model, and none that is gone',
    async run({ store, peer }) {
      const counts = {
        cited: 1,
        retrieved: 0,
        asked: 0,
        indexed: 0,
        invented: 1,
        unchecked: 0,
        unconfirmed: 0,
      }
      const name = (text: string, verdict: 'cited' | 'invented', suggestion?: string) =>
        ({ text, kind: 'flag', verdict, start: 0, end: 1, ...(suggestion && { suggestion }) }) as const
      await seed(store, 1, { fp: 'ann' }, [
        {
          id: 'a',
          createdAt: T0 + 1,
          grounding: {
            names: [name('--b', 'invented'), name('--b', 'invented'), name('--real', 'cited')],
            counts,
          },
        },
        {
          id: 'b',
          createdAt: T0 + 2,
          model: 'a:b',
          grounding: { names: [name('--a', 'invented', '--c'), name('--b', 'invented')], counts },
        },
        { id: 'c', createdAt: T0 + 3, grounding: { names: [name('--real', 'cited')], counts } },
        {
          id: 'd',
          createdAt: T0 + 4,
          grounding: { names: [], counts, removed: [{ text: '--é"\\', kind: 'label', by: 'strict' }] },
        },
        { id: 'e', createdAt: T0 + 5 },
      ])
      const grounding = { names: [name('--b', 'invented')], counts }
      await seed(store, 2, { projectId: other }, [{ id: 'f', grounding }])
      const reader = (await peer?.()) ?? store
      const models = [
        { model: 'a:b', answers: 1 },
        { model: 'offline:docent', answers: 2 },
      ]
      expect(await reader.inventedNames(project, { limit: 10 })).toEqual({
        models,
        names: [
          {
            text: '--b',
            kind: 'flag',
            suggestion: null,
            answers: 2,
            models: ['a:b', 'offline:docent'],
            lastAt: T0 + 2,
          },
          { text: '--a', kind: 'flag', suggestion: '--c', answers: 1, models: ['a:b'], lastAt: T0 + 2 },
          {
            text: '--é"\\',
            kind: 'label',
            suggestion: null,
            answers: 1,
            models: ['offline:docent'],
            lastAt: T0 + 4,
          },
        ],
      })
      const first = await reader.inventedNames(project, { limit: 1 })
      expect([first.models, first.names.map(({ text }) => text)]).toEqual([models, ['--b']])
      const late = await reader.inventedNames(project, { from: T0 + 2, to: T0 + 4, limit: 10 })
      expect(late.models).toEqual([{ model: 'a:b', answers: 1 }])
      await store.append(idOf(1), turnOf({ id: 'g', createdAt: T0 + 6 }), { replaceLast: true })
      await store.forget(project, 'ann')
      expect(await reader.inventedNames(project, { limit: 10 })).toEqual({ models: [], names: [] })
    },
  },
]
