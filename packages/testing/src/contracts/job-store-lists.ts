import { jobId } from '@docent/core'
import { projectId } from '@docent/core/plugin'
import { expect } from 'vitest'
import { cancel, claimAny, draftJob, type JobStoreCase, PROJECT, step } from './job-store-context.ts'

/** list with its cursor. */
export const listCases: readonly JobStoreCase[] = [
  {
    name: 'lists the newest jobs of one project first, by status and archive',
    async run({ store }) {
      for (const [index, name] of ['a', 'b', 'c'].entries()) {
        await store.create(draftJob(name, { createdAt: 1_000 + index }))
      }
      await store.create(draftJob('x', { projectId: projectId('other') }))
      await store.update(jobId('a'), cancel())
      await store.update(jobId('b'), cancel())
      await store.update(jobId('b'), (job) => ({
        job: { ...job, archivedAt: 5_000, archivedBy: 'person' },
        messages: [],
        events: [],
      }))
      const names = async (query: object) =>
        (await store.list({ projectId: PROJECT, limit: 10, ...query })).jobs.map((job) => job.id).join('')
      expect(await names({})).toBe('cba')
      expect(await names({ status: 'failed' })).toBe('ba')
      expect(await names({ status: 'active' })).toBe('c')
      expect(await names({ status: 'completed' })).toBe('')
      expect(await names({ archived: true })).toBe('b')
      expect(await names({ archived: false })).toBe('ca')
      expect(await names({ status: 'failed', archived: false })).toBe('a')
      expect(await names({ skip: 1 })).toBe('ba')
      expect(await names({ skip: 1, limit: 1 })).toBe('b')
    },
  },
  {
    name: 'counts jobs by day, status and model with the tokens of their steps',
    async run({ store }) {
      const day = 86_400_000
      await store.create(draftJob('a', { createdAt: day + 1 }))
      const { lease } = await claimAny(store)
      await store.record(lease, step({ inputTokens: 100, outputTokens: 20 }), [])
      await store.record(lease, step({ inputTokens: 1, outputTokens: 2 }), [])
      await store.create(draftJob('b', { createdAt: 2 * day - 1 }))
      await store.create(draftJob('c', { createdAt: 2 * day }))
      await store.update(jobId('c'), cancel())
      await store.create(draftJob('d', { createdAt: 3 * day }))
      await store.create(draftJob('x', { createdAt: day, projectId: projectId('other') }))
      const model = draftJob('z').job.model
      const none = { pullRequests: 0, mergedPullRequests: 0 }
      const counted = await store.activity(PROJECT, { from: day, to: 3 * day })
      expect(counted.map((activity) => ({ ...activity }))).toEqual([
        { day, status: 'active', model, jobs: 2, ...none, inputTokens: 101, outputTokens: 22 },
        { day: 2 * day, status: 'failed', model, jobs: 1, ...none, inputTokens: 0, outputTokens: 0 },
      ])
    },
  },
  {
    name: 'pages through every job once, also when new ones are created meanwhile and times are equal',
    async run({ store }) {
      const names = Array.from({ length: 9 }, (_, index) => `job-${index}`)
      for (const [index, name] of names.entries()) {
        await store.create(draftJob(name, { createdAt: 1_000 + Math.floor(index / 4) }))
      }
      const seen: string[] = []
      let cursor: string | undefined
      for (let page = 0; page < 5; page += 1) {
        const answer = await store.list({
          projectId: PROJECT,
          limit: 2,
          ...(cursor !== undefined && { cursor }),
        })
        seen.push(...answer.jobs.map((job) => job.id))
        await store.create(draftJob(`new-${page}`, { createdAt: 2_000 }))
        cursor = answer.nextCursor ?? undefined
        expect(cursor === undefined).toBe(page === 4)
      }
      expect(seen).toEqual(names.toReversed())
    },
  },
  {
    name: 'answers no cursor when a page is full and nothing is left',
    async run({ store }) {
      expect(await store.list({ projectId: PROJECT, limit: 2 })).toEqual({ jobs: [], nextCursor: null })
      await store.create(draftJob('a'))
      await store.create(draftJob('b'))
      expect((await store.list({ projectId: PROJECT, limit: 2 })).nextCursor).toBeNull()
      expect((await store.list({ projectId: PROJECT, limit: 1 })).nextCursor).toMatch(/^[\w-]+$/)
    },
  },
  {
    name: 'refuses a cursor that it did not make',
    async run({ store }) {
      for (const cursor of ['', 'x', '???', Buffer.from('{"a":1}').toString('base64url')]) {
        await expect(store.list({ projectId: PROJECT, limit: 2, cursor })).rejects.toMatchObject({
          code: 'invalid_request',
          issues: [{ path: 'cursor' }],
        })
      }
    },
  },
  {
    name: 'lists settled jobs that nobody touched for long, the longest first, and no others',
    async run({ store }) {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await store.create(draftJob(name))
      await store.update(jobId('a'), cancel(30))
      await store.update(jobId('b'), cancel(10))
      await store.update(jobId('c'), cancel(20))
      await store.update(jobId('d'), cancel(40))
      await store.update(jobId('c'), (job) => ({
        job: { ...job, archivedAt: 21, archivedBy: 'person' },
        messages: [],
        events: [],
      }))
      const ids = async (before: number, limit: number) =>
        (await store.idleSince(before, limit)).map((job) => job.id).join('')
      expect(await ids(40, 10)).toBe('ba')
      expect(await ids(41, 10)).toBe('bad')
      expect(await ids(41, 1)).toBe('b')
      expect((await claimAny(store)).job.id).toBe('e')
    },
  },
]
