import { DEFAULT_ORGANIZATION, jobId } from '@docent/core'
import { type Job, organizationId } from '@docent/core/plugin'
import { expect } from 'vitest'
import {
  cancel,
  claimed,
  complete,
  draftJob,
  followUp,
  idempotency,
  type JobStoreCase,
  PROJECT,
  readEvents,
  step,
} from './job-store-context.ts'

/** create, update, replay, get and messages. */
export const writeCases: readonly JobStoreCase[] = [
  {
    name: 'keeps a job as it was created, with its messages and events',
    async run({ store, peer }) {
      const draft = draftJob('a', { title: 'Zeichen: ü, 漢字, 🙂, "quoted"', userId: 'u1', asDraft: true })
      expect(await store.create(draft)).toEqual(draft.job)
      for (const each of [store, peer]) {
        expect(await each.get(draft.job.id)).toEqual(draft.job)
        expect(await each.messages(draft.job.id)).toEqual(
          draft.messages.map((message) => ({ ...message, state: 'unread' })),
        )
      }
      const events = await readEvents(store, draft.job.id, 2)
      expect(events.map((each) => each.event)).toEqual(draft.events)
    },
  },
  {
    name: 'answers undefined or nothing for a job that is not there',
    async run({ store }) {
      const id = jobId('nobody')
      expect(await store.get(id)).toBeUndefined()
      expect(await store.messages(id)).toEqual([])
      expect(await store.steps(id)).toEqual([])
      expect(await store.update(id, followUp('m2'), idempotency('k'))).toBeUndefined()
      expect(await store.replay(DEFAULT_ORGANIZATION, 'k')).toBeUndefined()
    },
  },
  {
    name: 'refuses a second job with the same id and keeps the first',
    async run({ store }) {
      await store.create(draftJob('a'))
      await expect(store.create(draftJob('a', { title: 'other' }))).rejects.toMatchObject({
        code: 'conflict',
      })
      expect((await store.get(jobId('a')))?.title).toBe('Job a')
    },
  },
  {
    name: 'commits job, messages, events and reply of an update together',
    async run({ store, peer }) {
      await store.create(draftJob('a'))
      const updated = await store.update(jobId('a'), followUp('m2'), idempotency('k'))
      expect(updated?.updatedAt).toBe(2_000)
      expect(await peer.get(jobId('a'))).toEqual(updated)
      expect((await peer.messages(jobId('a'))).map((each) => each.id)).toEqual(['a-m1', 'm2'])
      expect((await readEvents(peer, jobId('a'), 3)).at(-1)?.event).toMatchObject({ messageId: 'm2' })
      expect(await peer.replay(DEFAULT_ORGANIZATION, 'k')).toMatchObject({ jobId: 'a' })
    },
  },
  {
    name: 'rethrows what a change throws and writes nothing',
    async run({ store }) {
      const { job } = draftJob('a')
      await store.create(draftJob('a'))
      const failing = () => {
        throw new Error('not allowed')
      }
      await expect(store.update(job.id, failing, idempotency('k'))).rejects.toThrow('not allowed')
      const failingReply = idempotency('k', { respond: failing })
      await expect(store.update(job.id, followUp('m2'), failingReply)).rejects.toThrow('not allowed')
      await expect(store.create(draftJob('b'), failingReply)).rejects.toThrow('not allowed')
      expect(await store.get(job.id)).toEqual(job)
      expect(await store.messages(job.id)).toHaveLength(1)
      expect(await store.get(jobId('b'))).toBeUndefined()
      expect(await store.replay(DEFAULT_ORGANIZATION, 'k')).toBeUndefined()
      await store.update(job.id, followUp('m3'))
      expect((await readEvents(store, job.id, 3)).at(-1)).toMatchObject({
        sequence: 3,
        event: { messageId: 'm3' },
      })
    },
  },
  {
    name: 'undoes only the write that fails when several are made at once',
    async run({ store }) {
      const outcomes = await Promise.allSettled([
        store.create(draftJob('a')),
        store.create(draftJob('a')),
        store.update(jobId('a'), () => {
          throw new Error('not allowed')
        }),
        store.create(draftJob('b')),
      ])
      expect(outcomes.map((each) => each.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
      expect(await store.get(jobId('b'))).toBeDefined()
    },
  },
  {
    name: 'loses no update when many change the same job at once',
    async run({ store, peer }) {
      await store.create(draftJob('a'))
      const longer = (job: Job) => ({ job: { ...job, title: `${job.title}.` }, messages: [], events: [] })
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => [store, peer][index % 2]?.update(jobId('a'), longer)),
      )
      expect((await store.get(jobId('a')))?.title).toBe(`Job a${'.'.repeat(20)}`)
    },
  },
  {
    name: 'replays the stored reply of a key, in its organization only',
    async run({ store, peer }) {
      await store.create(draftJob('a'), idempotency('k'))
      expect(await peer.replay(DEFAULT_ORGANIZATION, 'k')).toEqual({
        fingerprint: 'POST /jobs 1',
        jobId: 'a',
        status: 201,
        body: { id: 'a', status: 'active' },
      })
      expect(await store.replay(organizationId('other'), 'k')).toBeUndefined()
      expect(await store.replay(DEFAULT_ORGANIZATION, 'other')).toBeUndefined()
      await store.create(
        draftJob('b'),
        idempotency('k', { organizationId: organizationId('other'), fingerprint: 'f2' }),
      )
      expect(await store.replay(organizationId('other'), 'k')).toMatchObject({
        jobId: 'b',
        fingerprint: 'f2',
      })
    },
  },
  {
    name: 'lets one of two writes with the same key through and writes nothing of the other',
    async run({ store, peer }) {
      const outcomes = await Promise.allSettled([
        store.create(draftJob('a'), idempotency('k')),
        peer.create(draftJob('b'), idempotency('k')),
      ])
      const refused = outcomes.filter((each) => each.status === 'rejected')
      expect(refused.map((each) => each.reason)).toMatchObject([
        { code: 'idempotency_in_use', isRetryable: true },
      ])
      const jobs = await Promise.all(['a', 'b'].map((name) => store.get(jobId(name))))
      expect(jobs.filter((job) => job !== undefined)).toHaveLength(1)
      await expect(store.create(draftJob('c'), idempotency('k'))).rejects.toMatchObject({
        code: 'idempotency_in_use',
      })
      expect(await store.get(jobId('c'))).toBeUndefined()
      await store.create(draftJob('d'))
      await expect(store.update(jobId('d'), followUp('m2'), idempotency('k'))).rejects.toMatchObject({
        code: 'idempotency_in_use',
      })
      expect(await store.messages(jobId('d'))).toHaveLength(1)
    },
  },
  {
    name: 'forgets a reply that has expired and gives its key to the next write',
    async run({ store, advance }) {
      const expiresAt = Date.now() + 60_000
      await store.create(draftJob('a'), idempotency('k', { expiresAt }))
      expect(await store.replay(DEFAULT_ORGANIZATION, 'k')).toBeDefined()
      advance(61_000)
      expect(await store.replay(DEFAULT_ORGANIZATION, 'k')).toBeUndefined()
      await store.create(draftJob('b'), idempotency('k'))
      expect(await store.replay(DEFAULT_ORGANIZATION, 'k')).toMatchObject({ jobId: 'b' })
    },
  },
  {
    name: 'discards the unread messages of a cancelled job and leaves the read ones',
    async run({ store }) {
      const { lease } = await claimed(store)
      await store.update(jobId('a'), followUp('m2'))
      await store.record(lease, step({ read: ['a-m1'] }), [])
      await store.update(jobId('a'), cancel())
      expect((await store.messages(jobId('a'))).map((each) => each.state)).toEqual(['read', 'discarded'])
      expect((await store.get(jobId('a')))?.status).toBe('failed')
      await store.update(jobId('a'), followUp('m3'))
      expect((await store.messages(jobId('a'))).map((each) => each.state)).toEqual([
        'read',
        'discarded',
        'unread',
      ])
    },
  },
  {
    name: 'rejects a call whose signal has aborted, with its reason, and writes nothing',
    async run({ store }) {
      const options = { signal: AbortSignal.abort(new Error('gone')) }
      await expect(store.create(draftJob('a'), undefined, options)).rejects.toThrow('gone')
      expect(await store.get(jobId('a'))).toBeUndefined()
      const { lease } = await claimed(store, 'b')
      for (const call of [
        () => store.update(jobId('b'), followUp('m2'), undefined, options),
        () => store.replay(DEFAULT_ORGANIZATION, 'k', options),
        () => store.get(jobId('b'), options),
        () => store.list({ projectId: PROJECT, limit: 1 }, options),
        () => store.messages(jobId('b'), options),
        () => store.steps(jobId('b'), options),
        () => store.claim('w2', 1, options),
        () => store.extend(lease, 1, options),
        () => store.release(lease, options),
        () => store.record(lease, step(), [], undefined, options),
        () => store.append(lease, [], options),
        () => store.settle(lease, complete(), (job) => job, options),
        () => store.waitForWork(1_000, options),
        () => store.idleSince(0, 1, options),
        () => store.prune({ steps: 0, events: 0 }, options),
      ]) {
        await expect(call()).rejects.toThrow('gone')
      }
      expect(await store.messages(jobId('b'))).toHaveLength(1)
    },
  },
]
