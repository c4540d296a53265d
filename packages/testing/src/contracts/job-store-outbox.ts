import { applyTransition, type JobPullRequest, jobId } from '@docent/core'
import type { Job } from '@docent/core/plugin'
import { expect } from 'vitest'
import {
  cancel,
  claimAny,
  claimed,
  complete,
  draftJob,
  finish,
  followUp,
  idempotency,
  type JobStoreCase,
  listener,
  step,
} from './job-store-context.ts'

const PULL: JobPullRequest = {
  number: 7,
  url: 'https://git.example/docs/7',
  branch: 'docent/a',
  draft: false,
}
const withPull =
  (pullRequest: JobPullRequest) =>
  (job: Job): Job => ({ ...job, pullRequest })
const REPOSITORY = 'https://git.example/docs'

/** outbox, dispatched and listByPullRequest. */
export const outboxCases: readonly JobStoreCase[] = [
  {
    name: 'tells of a new job, its pull request, its end and its archiving, in that order, with the job as it was',
    async run({ store, peer }) {
      const claim = await claimed(store)
      await store.record(claim.lease, step({ kind: 'pull-request' }), [], withPull(PULL))
      await finish(store, { ...claim, job: { ...claim.job } })
      await store.update(jobId('a'), (job) =>
        applyTransition(job, { type: 'archive', at: 4_000, by: 'person' }),
      )
      const messages = await peer.outbox(10)
      expect(messages.map(({ id, type }) => [id, type])).toEqual([
        ['a/created', 'job.created'],
        ['a/pull/7', 'pull_request.opened'],
        ['a/1/completed', 'job.completed'],
        ['a/archived/4000', 'job.archived'],
      ])
      expect(messages[0]?.job).toEqual(draftJob('a').job)
      expect(messages[1]?.job).toMatchObject({ status: 'active', pullRequest: { number: 7 } })
      expect(messages[2]?.job).toMatchObject({ status: 'completed', archivedAt: null })
      for (const message of messages) expect(Math.abs(message.at - Date.now())).toBeLessThan(60_000)
    },
  },
  {
    name: 'calls back when the outbox may have something, from whichever process, if it offers that',
    async run({ store, peer }) {
      const heard = () => listener()
      const [created, opened, settled, disposed] = [heard(), heard(), heard(), heard()]
      if (!store.watchOutbox) return
      store.watchOutbox(disposed.onChange)[Symbol.dispose]()
      using _created = store.watchOutbox(created.onChange)
      const claim = await claimed(peer)
      await created.called()
      using _opened = store.watchOutbox(opened.onChange)
      await peer.record(claim.lease, step({ kind: 'pull-request' }), [], withPull(PULL))
      await opened.called()
      using _settled = store.watchOutbox(settled.onChange)
      await finish(peer, { ...claim, job: { ...claim.job } })
      await settled.called()
      expect(disposed.calls()).toBe(0)
    },
  },
  {
    name: 'tells of each run that ends, of a cancel as a failure, and of nothing that changed nothing',
    async run({ store }) {
      await finish(store, await claimed(store))
      await store.update(jobId('a'), followUp('m2'))
      await store.update(jobId('a'), followUp('m3'))
      await store.update(jobId('a'), cancel())
      const messages = (await store.outbox(10)).map(({ id }) => id)
      expect(messages).toEqual(['a/created', 'a/1/completed', 'a/2/failed'])
      await store.dispatched(messages)
      await store.update(jobId('a'), (job) => ({ job, messages: [], events: [] }))
      expect(await store.outbox(10)).toEqual([])
    },
  },
  {
    name: 'tells nothing of a write that failed, of a lost lease, or of a run that goes on',
    async run({ store }) {
      const failing = () => {
        throw new Error('not allowed')
      }
      const refused = idempotency('k', { respond: failing })
      await expect(store.create(draftJob('b'), refused)).rejects.toThrow('not allowed')
      const claim = await claimed(store)
      await expect(store.update(jobId('a'), cancel(), refused)).rejects.toThrow('not allowed')
      expect(await store.settle(claim.lease, complete(), (same) => same)).toBe('continue')
      const stale = { ...claim.lease, token: claim.lease.token - 1 }
      await expect(store.record(stale, step(), [], withPull(PULL))).rejects.toMatchObject({
        code: 'lease_lost',
      })
      expect((await store.outbox(10)).map(({ id }) => id)).toEqual(['a/created'])
    },
  },
  {
    name: 'tells of a pull request once, however often its step is recorded, and of a second one too',
    async run({ store }) {
      const { lease } = await claimed(store)
      await store.record(lease, step(), [], withPull(PULL))
      await store.record(lease, step(), [], withPull({ ...PULL, draft: true }))
      await store.record(
        lease,
        step(),
        [],
        withPull({ ...PULL, number: 8, url: 'https://git.example/docs/8' }),
      )
      expect((await store.outbox(10)).map(({ id }) => id)).toEqual(['a/created', 'a/pull/7', 'a/pull/8'])
    },
  },
  {
    name: 'keeps messages until they were dispatched, the oldest first, for every store over the same data',
    async run({ store, peer }) {
      for (const name of ['a', 'b', 'c']) await store.create(draftJob(name))
      expect((await store.outbox(2)).map(({ id }) => id)).toEqual(['a/created', 'b/created'])
      await peer.dispatched(['a/created', 'unknown'])
      expect((await store.outbox(10)).map(({ id }) => id)).toEqual(['b/created', 'c/created'])
      await store.dispatched(['b/created', 'c/created'])
      expect(await peer.outbox(10)).toEqual([])
    },
  },
  {
    name: 'lists the jobs of a pull request, the newest first, in its repository only',
    async run({ store, peer }) {
      const draft = (name: string, createdAt: number, repository = REPOSITORY) =>
        draftJob(name, { createdAt, source: { repository, ref: `docent/${name}` } })
      await store.create(draft('new', 2_000))
      await store.create(draft('old', 1_000))
      await store.create(draft('other', 3_000, 'https://git.example/other'))
      await store.create(draft('without', 4_000))
      for (let i = 0; i < 4; i++) {
        const { lease, job } = await claimAny(store, `w${i}`)
        if (job.id !== jobId('without')) await store.record(lease, step(), [], withPull(PULL))
      }
      const ids = async (repository: string, number: number) =>
        (await peer.listByPullRequest(repository, number)).map(({ id }) => id)
      expect(await ids(REPOSITORY, 7)).toEqual(['new', 'old'])
      expect(await ids('https://git.example/other', 7)).toEqual(['other'])
      expect(await ids(REPOSITORY, 8)).toEqual([])
      expect(await ids('https://git.example/nowhere', 7)).toEqual([])
    },
  },
]
