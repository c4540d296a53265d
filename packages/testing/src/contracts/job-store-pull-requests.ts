import { applyTransition, type JobPullRequest, jobId } from '@docent/core'
import type { Job, JobStore, PullRequestState } from '@docent/core/plugin'
import { expect } from 'vitest'
import {
  claimAny,
  draftJob,
  followUp,
  type JobStoreCase,
  PROJECT,
  readEvents,
  step,
} from './job-store-context.ts'

const DAY = 86_400_000

/** What becomes of pull requests after they were opened: openPullRequests, and the merges of activity. */
export const pullRequestCases: readonly JobStoreCase[] = [
  {
    name: 'keeps a merge with the job, its event and its message for webhooks, in one write and once',
    async run({ store, peer }) {
      await published(store, 'a', { number: 7 })
      await store.dispatched((await store.outbox(10)).map(({ id }) => id))
      await become(store, 'a', { number: 7, state: 'merged', at: 5_000, by: 'writer' })
      await become(store, 'a', { number: 7, state: 'merged', at: 6_000 })
      await become(store, 'a', { number: 7, state: 'closed', at: 7_000 })
      await become(store, 'a', { number: 8, state: 'merged', at: 8_000 })
      const job = await peer.get(jobId('a'))
      expect(job).toMatchObject({ status: 'completed', updatedAt: 3_000, mergedAt: 5_000 })
      expect(job?.pullRequest).toEqual({ ...pull(7), mergedAt: 5_000, mergedBy: 'writer' })
      await store.update(jobId('a'), followUp('m2'))
      // Those of its creation, of its end, of the merge, and of the follow-up.
      const events = (await readEvents(peer, jobId('a'), 7)).map(({ event }) => event)
      expect(events.filter(({ type }) => type === 'pull-request-state')).toEqual([
        { type: 'pull-request-state', number: 7, state: 'merged', since: 5_000, by: 'writer' },
      ])
      expect(events.at(-1)).toMatchObject({ type: 'message', messageId: 'm2' })
      const messages = await peer.outbox(10)
      expect(messages.map(({ id, type }) => [id, type])).toEqual([['a/pull/7/merged', 'pull_request.merged']])
      expect(messages[0]?.job.pullRequest?.mergedAt).toBe(5_000)
    },
  },
  {
    name: 'lists settled jobs whose pull request is open as far as it is known, the latest touched first',
    async run({ store, peer }) {
      const open = async (since = 0, limit = 10) =>
        (await peer.openPullRequests(since, limit)).map(({ id }) => id).join(' ')
      await published(store, 'a', { number: 1, at: 3_000 })
      await published(store, 'b', { number: 2, at: 5_000 })
      await published(store, 'c', { number: 3, at: 4_000 })
      await published(store, 'd', { number: 4, at: 6_000 })
      await published(store, 'without', { at: 7_000 })
      await store.create(draftJob('waiting'))
      expect(await open()).toBe('d b c a')
      expect(await open(0, 2)).toBe('d b')
      expect(await open(4_000)).toBe('d b c')
      await become(store, 'b', { number: 2, state: 'merged', at: 8_000 })
      await become(store, 'c', { number: 3, state: 'closed', at: 8_000 })
      expect(await open()).toBe('d a')
      await become(store, 'c', { number: 3, state: 'open', at: 9_000 })
      expect(await open()).toBe('d c a')
      await store.update(jobId('d'), (job) =>
        applyTransition(job, { type: 'archive', at: 9_000, by: 'automatic' }),
      )
      await store.update(jobId('a'), followUp('m2'))
      expect(await open()).toBe('d c')
    },
  },
  {
    name: 'counts jobs of which a pull request was merged, also when a follow-up opened another',
    async run({ store }) {
      await published(store, 'a', { number: 1, createdAt: DAY })
      await published(store, 'b', { number: 2, createdAt: DAY })
      await published(store, 'c', { number: 3, createdAt: DAY })
      await published(store, 'd', { createdAt: DAY })
      const counts = async () =>
        (await store.activity(PROJECT, { from: DAY, to: 2 * DAY })).map(
          ({ jobs, pullRequests, mergedPullRequests }) => ({ jobs, pullRequests, mergedPullRequests }),
        )
      expect(await counts()).toEqual([{ jobs: 4, pullRequests: 3, mergedPullRequests: 0 }])
      await become(store, 'a', { number: 1, state: 'merged', at: 3 * DAY })
      await become(store, 'b', { number: 2, state: 'closed', at: 3 * DAY })
      expect(await counts()).toEqual([{ jobs: 4, pullRequests: 3, mergedPullRequests: 1 }])
      await store.update(jobId('a'), followUp('m2'))
      await publish(store, { number: 9 })
      expect((await store.get(jobId('a')))?.pullRequest).toEqual(pull(9))
      expect(await counts()).toEqual([{ jobs: 4, pullRequests: 3, mergedPullRequests: 1 }])
    },
  },
]

function pull(number: number): JobPullRequest {
  return { number, url: `https://git.example/docs/${number}`, branch: `docent/${number}`, draft: false }
}

interface Published {
  /** Of its pull request; none is opened without. */
  number?: number
  createdAt?: number
  at?: number
}

/** A completed job: the store has no other one to hand out. */
async function published(store: JobStore, name: string, { createdAt, ...end }: Published): Promise<void> {
  await store.create(draftJob(name, createdAt === undefined ? {} : { createdAt }))
  await publish(store, end)
}

async function publish(store: JobStore, { number, at = 3_000 }: Published): Promise<void> {
  const { lease, job } = await claimAny(store)
  const read = (await store.messages(job.id)).filter(({ state }) => state === 'unread')
  const open = (current: Job): Job =>
    number === undefined ? current : { ...current, pullRequest: pull(number) }
  await store.record(lease, step({ read: read.map(({ id }) => id) }), [], open)
  await store.settle(
    lease,
    (current) => {
      const { pullRequest } = current
      return applyTransition(current, { type: 'complete', at, pullRequest, messageToUser: 'Done.' })
    },
    (same) => same,
  )
}

async function become(
  store: JobStore,
  name: string,
  fact: { number: number; state: PullRequestState; at: number; by?: string },
): Promise<void> {
  await store.update(jobId(name), (job) => applyTransition(job, { type: 'pull-request', ...fact }))
}
