import { jobId } from '@docent/core'
import type { Lease } from '@docent/core/plugin'
import { expect } from 'vitest'
import {
  cancel,
  claimAny,
  claimed,
  complete,
  draftJob,
  finish,
  followUp,
  type JobStoreCase,
  type JobStoreContext,
  LEASE_MS,
  step,
} from './job-store-context.ts'

/** claim, extend, and who may write. */
export const leaseCases: readonly JobStoreCase[] = [
  {
    name: 'hands out a waiting job once, with a lease and its first attempt',
    async run({ store, peer }) {
      expect(await store.claim('w1', LEASE_MS)).toBeUndefined()
      const { job } = draftJob('a')
      await store.create(draftJob('a'))
      const claim = await store.claim('w1', LEASE_MS)
      expect(claim).toMatchObject({ lease: { jobId: 'a', worker: 'w1' }, job, attempts: 1 })
      expect(await peer.claim('w2', LEASE_MS)).toBeUndefined()
    },
  },
  {
    name: 'hands out the job that has waited longest',
    async run({ store, advance }) {
      for (const name of ['c', 'a', 'b']) {
        await store.create(draftJob(name))
        advance(10)
      }
      const order = [await claimAny(store), await claimAny(store), await claimAny(store)]
      expect(order.map((claim) => claim.job.id)).toEqual(['c', 'a', 'b'])
    },
  },
  {
    name: 'counts the waiting of a job with a follow-up from the follow-up',
    async run({ store, advance }) {
      await finish(store, await claimed(store, 'a'))
      advance(10)
      await store.create(draftJob('b'))
      advance(10)
      await store.update(jobId('a'), followUp('m2'))
      advance(10)
      await store.create(draftJob('c'))
      const order = [await claimAny(store), await claimAny(store), await claimAny(store)]
      expect(order.map((claim) => claim.job.id)).toEqual(['b', 'a', 'c'])
    },
  },
  {
    name: 'hands out what a worker left before what nobody has begun',
    async run({ store, advance }) {
      for (const name of ['a', 'b', 'c']) {
        await store.create(draftJob(name))
        advance(10)
      }
      await claimAny(store)
      advance(LEASE_MS + 1)
      const carriedOn = await claimAny(store)
      expect(carriedOn.job.id).toBe('a')
      advance(10)
      await store.release(carriedOn.lease)
      advance(10)
      expect((await claimAny(store)).job.id).toBe('a')
      expect((await claimAny(store)).job.id).toBe('b')
    },
  },
  {
    name: 'never gives one job to two workers, nor one branch, however many claim at once',
    async run({ store, peer }) {
      for (let index = 0; index < 12; index += 1) {
        const ref = `docent/branch-${index % 6}`
        await store.create(draftJob(`j${index}`, { source: { repository: 'https://git.example/docs', ref } }))
      }
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? store : peer).claim(`w${index}`, LEASE_MS)),
      )
      const refs = claims.filter((claim) => claim !== undefined).map((claim) => claim.job.source.ref)
      expect(refs).toHaveLength(6)
      expect(new Set(refs).size).toBe(6)
    },
  },
  {
    name: 'hands out a job only while nobody works on its branch of its repository',
    async run({ store }) {
      const source = { repository: 'https://git.example/docs', ref: 'main-docs' }
      await store.create(draftJob('a', { source }))
      await store.create(draftJob('b', { source }))
      await store.create(draftJob('c', { source: { ...source, repository: 'https://git.example/other' } }))
      const first = await claimAny(store)
      expect(first.job.id).toBe('a')
      expect((await claimAny(store)).job.id).toBe('c')
      expect(await store.claim('w1', LEASE_MS)).toBeUndefined()
      await finish(store, first)
      expect((await claimAny(store)).job.id).toBe('b')
    },
  },
  {
    name: 'does not hand out a job that has settled, and does again after a follow-up',
    async run({ store, advance }) {
      const first = await claimed(store)
      await finish(store, first)
      advance(LEASE_MS * 2)
      expect(await store.claim('w1', LEASE_MS)).toBeUndefined()
      await store.update(jobId('a'), followUp('m2'))
      const second = await claimAny(store)
      expect(second).toMatchObject({ job: { id: 'a', run: 2, status: 'active' }, attempts: 1 })
      expect(second.lease.token).toBeGreaterThan(first.lease.token)
    },
  },
  {
    name: 'hands out a job again when its lease has run out, not before, and refuses the old holder',
    async run({ store, peer, advance }) {
      const old = await claimed(store)
      advance(LEASE_MS - 1_000)
      expect(await peer.claim('w2', LEASE_MS)).toBeUndefined()
      advance(1_000)
      const next = await claimAny(peer, 'w2')
      expect(next.attempts).toBe(2)
      expect(next.lease.token).toBeGreaterThan(old.lease.token)
      await expectRefused({ store, peer }, old.lease)
      await peer.append(next.lease, [{ type: 'text', text: 'on' }])
    },
  },
  {
    name: 'tells two leases of one worker apart by their token',
    async run(context) {
      const { store, advance } = context
      const old = await claimed(store)
      advance(LEASE_MS)
      const next = await claimAny(store, old.lease.worker)
      await expectRefused(context, old.lease)
      await store.extend(next.lease, LEASE_MS)
    },
  },
  {
    name: 'lets a lease that ran out still write while nobody took over',
    async run({ store, advance }) {
      const { lease } = await claimed(store)
      advance(LEASE_MS * 2)
      await store.append(lease, [{ type: 'text', text: 'late' }])
      await store.extend(lease, LEASE_MS)
      expect(await store.claim('w2', LEASE_MS)).toBeUndefined()
    },
  },
  {
    name: 'gives a branch back to the job whose lease ran out, not to its worker nor to a job that waits for it',
    async run(context) {
      const { store, advance } = context
      const source = { repository: 'https://git.example/docs', ref: 'shared' }
      await store.create(draftJob('a', { source }))
      const old = await claimAny(store)
      await store.create(draftJob('b', { source }))
      advance(LEASE_MS - 1_000)
      await store.extend(old.lease, 1_000)
      // Both wait now; b has waited longer, but a has work on the branch.
      advance(1_000)
      expect((await claimAny(store, 'w2')).job.id).toBe('a')
      await expectRefused(context, old.lease)
      expect(await store.claim('w3', LEASE_MS)).toBeUndefined()
    },
  },
  {
    name: 'keeps an extended lease until its new end, counted from the call',
    async run({ store, advance }) {
      const { lease } = await claimed(store)
      advance(10_000)
      await store.extend(lease, LEASE_MS)
      advance(LEASE_MS - 1_000)
      expect(await store.claim('w2', LEASE_MS)).toBeUndefined()
      advance(1_000)
      expect(await store.claim('w2', LEASE_MS)).toBeDefined()
    },
  },
  {
    name: 'takes the lease away with a cancel, wherever it was made',
    async run(context) {
      const { store, peer } = context
      const old = await claimed(store)
      await peer.update(jobId('a'), cancel())
      await expectRefused(context, old.lease)
      await peer.update(jobId('a'), followUp('m2'))
      const next = await claimAny(store)
      expect(next.lease.token).toBeGreaterThan(old.lease.token + 1)
      await expectRefused(context, old.lease)
    },
  },
  {
    name: 'keeps the lease through other changes of the job',
    async run({ store, peer }) {
      const { lease } = await claimed(store)
      await peer.update(jobId('a'), followUp('m2'))
      await store.extend(lease, LEASE_MS)
      expect(await peer.claim('w2', LEASE_MS)).toBeUndefined()
    },
  },
  {
    name: 'refuses leases of jobs that are not there and tokens that were never given',
    async run(context) {
      const { lease } = await claimed(context.store)
      await expectRefused(context, { ...lease, jobId: jobId('nobody') })
      await expectRefused(context, { ...lease, token: lease.token + 1 })
      await context.store.extend(lease, LEASE_MS)
    },
  },
  {
    name: 'refuses a lease after its run has settled',
    async run(context) {
      const claim = await claimed(context.store)
      await finish(context.store, claim)
      await expectRefused(context, claim.lease)
    },
  },
]

/** Every member that takes a lease refuses it, and none leaves a trace. */
export async function expectRefused(
  { store, peer }: Pick<JobStoreContext, 'store' | 'peer'>,
  lease: Lease,
): Promise<void> {
  const before = await trace()
  for (const each of [store, peer]) {
    for (const call of [
      () => each.extend(lease, LEASE_MS),
      () => each.record(lease, step(), [{ type: 'text', text: 'no' }], (job) => ({ ...job, title: 'no' })),
      () => each.append(lease, [{ type: 'text', text: 'no' }]),
      () => each.settle(lease, complete(), (job) => ({ ...job, title: 'no' })),
      () => each.release(lease),
      () => each.postpone(lease, () => ({ delayMs: 1_000, events: [{ type: 'text', text: 'no' }] })),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'lease_lost' })
    }
  }
  expect(await trace()).toEqual(before)

  async function trace(): Promise<unknown> {
    return [await store.get(lease.jobId), await store.steps(lease.jobId), await store.messages(lease.jobId)]
  }
}
