import { type PageFeedback, type PageView, projectId, type ReadingStore } from '@docent/core/plugin'
import { expect } from 'vitest'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

export interface ReadingStoreContext extends ContractContext {
  readonly store: ReadingStore
  /** Another store over the same data. Absent when the data is in memory. */
  peer?(): ReadingStore | Promise<ReadingStore>
}

const docs = projectId('docs')
const other = projectId('other')
const DAY = 86_400_000
/** A midnight. */
const D0 = Math.floor(1_768_478_400_000 / DAY) * DAY
const all = { limit: 50, offset: 0 }
const none = { human: 0, ai: 0, total: 0 }

export const readingStoreCases: readonly ContractCase<ReadingStoreContext>[] = [
  {
    name: 'counts views by page, the most read first, of people and of programs',
    async run({ store, peer }) {
      await store.recordView(viewOf({ path: '/a' }))
      await store.recordView(viewOf({ path: '/b', visitor: 'ann' }))
      await store.recordView(viewOf({ path: '/b', visitor: 'bot', reader: 'ai' }))
      await store.recordView(viewOf({ path: '/b', visitor: 'ann' }))
      await store.recordView(viewOf({ path: '/b', projectId: other }))
      const reader = (await peer?.()) ?? store
      expect(await reader.views(docs, all)).toEqual({
        totals: { human: 3, ai: 1, total: 4 },
        pages: [
          { path: '/b', human: 2, ai: 1, total: 3 },
          { path: '/a', human: 1, ai: 0, total: 1 },
        ],
      })
      expect(await reader.views(projectId('nothing'), all)).toEqual({ totals: none, pages: [] })
    },
  },
  {
    name: 'counts the views of each program, and those of programs without a name together',
    async run({ store }) {
      for (const [n, program] of ['Cursor', 'Claude', 'Claude', 'Cursor'].entries())
        await store.recordView(viewOf({ reader: 'ai', program, viewedAt: D0 + n * DAY }))
      for (const reader of ['ai', 'human'] as const) await store.recordView(viewOf({ reader }))
      const [claude, cursor] = ['Claude', 'Cursor'].map((program) => ({ program, views: 2 }))
      expect(await store.programs(docs, {})).toEqual([claude, cursor, { program: null, views: 1 }])
      expect(await store.programs(docs, { from: D0 + 3 * DAY })).toEqual([{ ...cursor, views: 1 }])
      expect((await store.views(docs, all)).totals).toEqual({ human: 1, ai: 5, total: 6 })
    },
  },
  {
    name: 'counts a visitor once a day and once a page, and adds days',
    async run({ store }) {
      for (const path of ['/a', '/b', '/a']) await store.recordView(viewOf({ path }))
      await store.recordView(viewOf({ path: '/a', viewedAt: D0 + DAY }))
      await store.recordView(viewOf({ path: '/a', visitor: 'bob' }))
      expect(await store.visitors(docs, all)).toEqual({
        totals: { human: 3, ai: 0, total: 3 },
        pages: [
          { path: '/a', human: 3, ai: 0, total: 3 },
          { path: '/b', human: 1, ai: 0, total: 1 },
        ],
      })
    },
  },
  {
    name: 'counts every day that a period touches, and no other',
    async run({ store }) {
      for (const n of [0, 1, 2]) await store.recordView(viewOf({ viewedAt: D0 + n * DAY + 5 }))
      const total = async (period: object) => {
        const [views, visitors] = [
          await store.views(docs, { ...all, ...period }),
          await store.visitors(docs, { ...all, ...period }),
        ]
        expect(views).toEqual(visitors)
        return views.totals.total
      }
      expect(await total({ from: D0 + DAY + 100 })).toBe(2)
      expect(await total({ to: D0 + DAY })).toBe(1)
      expect(await total({ to: D0 + DAY + 1 })).toBe(2)
      expect(await total({ from: D0 + DAY, to: D0 + 2 * DAY })).toBe(1)
    },
  },
  {
    name: 'pages through views by offset, by path where as many are read',
    async run({ store }) {
      for (const path of ['/c', '/a', '/b']) await store.recordView(viewOf({ path }))
      const paths = async (offset: number) =>
        (await store.views(docs, { limit: 2, offset })).pages.map(({ path }) => path)
      expect([await paths(0), await paths(2), await paths(4)]).toEqual([['/a', '/b'], ['/c'], []])
    },
  },
  {
    name: 'gives a day its first salt, and forgets the salt and the visitors of the days before',
    async run({ store, peer }) {
      expect(await store.daySalt(D0, 'first')).toBe('first')
      const reader = (await peer?.()) ?? store
      expect(await reader.daySalt(D0, 'second')).toBe('first')
      await store.recordView(viewOf({}))
      expect(await store.daySalt(D0 + DAY, 'next')).toBe('next')
      expect(await store.daySalt(D0, 'again')).toBe('again')
      expect((await store.visitors(docs, all)).totals.total).toBe(1)
    },
  },
  {
    name: 'lists feedback, the newest first, page by page and without a gap',
    async run({ store, peer }) {
      for (const [n, id] of ['a', 'b', 'c', 'd'].entries())
        await store.addFeedback(feedbackOf({ id, createdAt: D0 + Math.floor(n / 2) }))
      await store.addFeedback(feedbackOf({ id: 'e', projectId: other }))
      const reader = (await peer?.()) ?? store
      const first = await reader.feedback(docs, { limit: 3 })
      expect(first.entries.map(({ id }) => id)).toEqual(['d', 'c', 'b'])
      const cursor = first.nextCursor ?? ''
      const second = await reader.feedback(docs, { limit: 3, cursor })
      expect(second).toEqual({ entries: [feedbackOf({ id: 'a', createdAt: D0 })], nextCursor: null })
      const wrong = { limit: 1, cursor: 'nonsense' }
      await expect(store.feedback(docs, wrong)).rejects.toMatchObject({ code: 'invalid_request' })
    },
  },
  {
    name: 'keeps every field of feedback, and refuses an id that is taken',
    async run({ store }) {
      const full = feedbackOf({
        comment: 'Half \ud83d pair, é 🗼',
        contact: 'ann@example.com',
        code: 'a = 1\n',
        filename: 'a.py',
        lang: 'py',
        helpful: false,
      })
      await store.addFeedback(full)
      expect((await store.feedback(docs, { limit: 1 })).entries).toEqual([full])
      await expect(store.addFeedback(feedbackOf({}))).rejects.toMatchObject({ code: 'conflict' })
      expect((await store.feedback(docs, { limit: 9 })).entries).toEqual([full])
    },
  },
  {
    name: 'filters feedback by period, source and status, also together',
    async run({ store }) {
      await store.addFeedback(feedbackOf({ id: 'a', source: 'agent' }))
      await store.addFeedback(feedbackOf({ id: 'b', source: 'agent', status: 'resolved' }))
      await store.addFeedback(feedbackOf({ id: 'c', status: 'resolved', createdAt: D0 + 10 }))
      const ids = async (query: object) =>
        (await store.feedback(docs, { limit: 9, ...query })).entries.map(({ id }) => id)
      expect(await ids({ source: 'agent' })).toEqual(['b', 'a'])
      expect(await ids({ status: 'resolved' })).toEqual(['c', 'b'])
      expect(await ids({ source: 'agent', status: 'resolved' })).toEqual(['b'])
      expect(await ids({ from: D0 + 1 })).toEqual(['c'])
      expect(await ids({ to: D0 + 10, status: 'resolved' })).toEqual(['b'])
    },
  },
  {
    name: 'changes the status of feedback, and of none of another project',
    async run({ store }) {
      await store.addFeedback(feedbackOf({}))
      expect(await store.changeFeedback(docs, 'f', 'resolved')).toEqual(feedbackOf({ status: 'resolved' }))
      expect(await store.changeFeedback(other, 'f', 'dismissed')).toBeUndefined()
      expect(await store.changeFeedback(docs, 'unknown', 'dismissed')).toBeUndefined()
      expect((await store.feedback(docs, { limit: 9, status: 'pending' })).entries).toEqual([])
      expect((await store.feedback(docs, { limit: 9 })).entries).toEqual([feedbackOf({ status: 'resolved' })])
    },
  },
  {
    name: 'counts feedback by page, the pages with the most first, with the filters of the list',
    async run({ store }) {
      await store.addFeedback(feedbackOf({ id: 'a', path: '/b', helpful: true }))
      await store.addFeedback(feedbackOf({ id: 'b', path: '/b', helpful: false }))
      await store.addFeedback(feedbackOf({ id: 'c', path: '/b', helpful: null, source: 'code_snippet' }))
      await store.addFeedback(feedbackOf({ id: 'd', path: '/c', helpful: true, createdAt: D0 + 5 }))
      await store.addFeedback(feedbackOf({ id: 'e', path: '/a', helpful: true, status: 'dismissed' }))
      const many = { path: '/b', thumbsUp: 1, thumbsDown: 1, code: 1, total: 3 }
      const one = { thumbsUp: 1, thumbsDown: 0, code: 0, total: 1 }
      expect(await store.feedbackByPage(docs, { limit: 2 })).toEqual([many, { path: '/a', ...one }])
      expect(await store.feedbackByPage(docs, { limit: 9, from: D0 + 1 })).toEqual([{ path: '/c', ...one }])
      expect(await store.feedbackByPage(docs, { limit: 9, status: 'dismissed' })).toEqual([
        { path: '/a', ...one },
      ])
      expect((await store.feedbackByPage(docs, { limit: 9, source: 'code_snippet' }))[0]).toMatchObject({
        path: '/b',
        total: 1,
      })
    },
  },
  {
    name: 'counts views and feedback of any period of a year, and no status that feedback no longer has',
    async run({ store }) {
      const times = Array.from({ length: 24 }, (_, n) => D0 + n * 13 * DAY + n * 3_600_000)
      for (const [n, at] of times.entries()) {
        await store.recordView(viewOf({ path: `/${n % 2}`, viewedAt: at }))
        await store.recordView(viewOf({ path: `/${n % 2}`, viewedAt: at, reader: 'ai', visitor: 'bot' }))
        await store.addFeedback(
          feedbackOf({ id: `f${n}`, path: `/${n % 2}`, helpful: n % 3 === 0, createdAt: at }),
        )
        if (n % 4 === 0) await store.changeFeedback(docs, `f${n}`, 'resolved')
      }
      for (const [first, end] of [
        [0, 100],
        [5, 206],
        [64, 192],
        [13, 14],
        [-400, 99],
        [150, 900],
      ] as const) {
        const [from, to] = [D0 + first * DAY, D0 + end * DAY]
        const days = times.flatMap((at, n) => (at >= from && at < to ? [n] : []))
        expect((await store.views(docs, { ...all, from, to })).totals.total).toBe(days.length * 2)
        const pages = (await store.visitors(docs, { ...all, from, to })).pages
        expect(pages.find(({ path }) => path === '/0')?.ai ?? 0).toBe(days.filter((n) => n % 2 === 0).length)
        const noon = { from: from + DAY / 2, to: to + DAY / 2 }
        const said = times.flatMap((at, n) => (at >= noon.from && at < noon.to ? [n] : []))
        const total = async (query: object) =>
          (await store.feedbackByPage(docs, { limit: 9, ...noon, ...query })).reduce(
            (sum, page) => sum + page.total,
            0,
          )
        expect(await total({})).toBe(said.length)
        expect(await total({ status: 'resolved' })).toBe(said.filter((n) => n % 4 === 0).length)
        expect(await total({ status: 'pending' })).toBe(said.filter((n) => n % 4 !== 0).length)
      }
      await store.prune(D0 + 400 * DAY)
      expect(await store.views(docs, all)).toEqual({ totals: none, pages: [] })
      expect(await store.feedbackByPage(docs, { limit: 9, from: D0 })).toEqual([])
    },
  },
  {
    name: 'forgets the feedback of one reader of one project',
    async run({ store }) {
      await store.addFeedback(feedbackOf({ id: 'a', fp: 'ann é' }))
      await store.addFeedback(feedbackOf({ id: 'b', fp: 'ann' }))
      await store.addFeedback(feedbackOf({ id: 'c', fp: 'ann é', projectId: other }))
      expect(await store.forget(docs, 'ann é')).toBe(1)
      expect((await store.feedback(docs, { limit: 9 })).entries.map(({ id }) => id)).toEqual(['b'])
      expect((await store.feedback(other, { limit: 9 })).entries).toHaveLength(1)
    },
  },
  {
    name: 'prunes older feedback, and the counts of days that ended before',
    async run({ store }) {
      await store.addFeedback(feedbackOf({ id: 'a', createdAt: D0 + 1 }))
      await store.addFeedback(feedbackOf({ id: 'b', createdAt: D0 + DAY + 1 }))
      for (const n of [0, 1]) await store.recordView(viewOf({ viewedAt: D0 + n * DAY }))
      expect(await store.prune(D0 + DAY + 1)).toBe(1)
      expect((await store.feedback(docs, { limit: 9 })).entries.map(({ id }) => id)).toEqual(['b'])
      expect((await store.views(docs, all)).totals.total).toBe(1)
      expect((await store.visitors(docs, all)).pages).toEqual([{ path: '/a', human: 1, ai: 0, total: 1 }])
    },
  },
  {
    name: 'rejects with the reason of an aborted signal and writes nothing',
    async run({ store }) {
      const reason = new Error('gone')
      const options = { signal: AbortSignal.abort(reason) }
      const calls = [
        store.daySalt(D0, 'salt', options),
        store.recordView(viewOf({}), options),
        store.addFeedback(feedbackOf({}), options),
        store.changeFeedback(docs, 'f', 'resolved', options),
        store.views(docs, all, options),
        store.visitors(docs, all, options),
        store.feedback(docs, { limit: 1 }, options),
        store.feedbackByPage(docs, { limit: 1 }, options),
        store.forget(docs, 'ann', options),
        store.prune(D0, options),
      ]
      for (const call of calls) await expect(call).rejects.toBe(reason)
      expect((await store.views(docs, all)).totals).toEqual(none)
      expect((await store.feedback(docs, { limit: 1 })).entries).toEqual([])
    },
  },
]

/** Registers the tests that every ReadingStore must pass. */
export const readingStoreContract: ReturnType<typeof contractSuite<ReadingStoreContext>> = contractSuite(
  'ReadingStore',
  readingStoreCases,
)

function viewOf(changes: Partial<PageView>): PageView {
  return { projectId: docs, path: '/a', reader: 'human', visitor: 'ann', viewedAt: D0, ...changes }
}

function feedbackOf(changes: Partial<PageFeedback>): PageFeedback {
  return {
    id: 'f',
    projectId: docs,
    path: '/a',
    source: 'thumbs_only',
    status: 'pending',
    helpful: true,
    comment: null,
    contact: null,
    code: null,
    filename: null,
    lang: null,
    fp: 'ann',
    createdAt: D0,
    ...changes,
  }
}
