import { type JobWaiting, jobId } from '@docent/core'
import type { JobEvent, Lease, Outage, Wait } from '@docent/core/plugin'
import { expect } from 'vitest'
import { soon } from './case-timeout.ts'
import {
  cancel,
  claimAny,
  claimed,
  draftJob,
  finish,
  followUp,
  type JobStoreCase,
  LEASE_MS,
  readEvents,
  step,
} from './job-store-context.ts'

const WAIT_MS = 60_000
const WAITING: JobEvent = { type: 'waiting', reason: 'The model is away.', until: '2026-01-01T00:00:00.000Z' }

/** postpone: jobs that wait for a provider. */
export const waitCases: readonly JobStoreCase[] = [
  {
    name: 'counts jobs that wait for a worker, that one holds, and that are postponed',
    async run({ store, peer, advance }) {
      expect(await store.queue()).toEqual({ waiting: 0, running: 0, postponed: 0 })
      for (const name of ['a', 'b', 'c', 'd']) await store.create(draftJob(name))
      expect(await peer.queue()).toEqual({ waiting: 4, running: 0, postponed: 0 })
      const first = await claimAny(store)
      await claimAny(peer, 'w2')
      expect(await store.queue()).toEqual({ waiting: 2, running: 2, postponed: 0 })
      await store.postpone(first.lease, wait())
      expect(await peer.queue()).toEqual({ waiting: 2, running: 1, postponed: 1 })
      await store.update(jobId('c'), cancel())
      await store.update(jobId('b'), cancel())
      expect(await store.queue()).toEqual({ waiting: 1, running: 0, postponed: 1 })
      await finish(store, await claimAny(store))
      expect(await store.queue()).toEqual({ waiting: 0, running: 0, postponed: 1 })
      advance(WAIT_MS)
      expect(await peer.queue()).toEqual({ waiting: 1, running: 0, postponed: 0 })
      await claimAny(store, 'w3')
      advance(LEASE_MS)
      expect(await store.queue()).toEqual({ waiting: 1, running: 0, postponed: 0 })
    },
  },
  {
    name: 'lets nobody claim a postponed job before its time, and then hands it out before what nobody has begun',
    async run({ store, peer, advance }) {
      const { lease } = await claimed(store)
      expect(await store.postpone(lease, wait())).toBe(true)
      await store.create(draftJob('b'))
      advance(WAIT_MS - 5_000)
      expect((await claimAny(peer, 'w2')).job.id).toBe('b')
      expect(await store.claim('w1', LEASE_MS)).toBeUndefined()
      await store.create(draftJob('c'))
      advance(5_000)
      const order = [await claimAny(store), await claimAny(peer)]
      expect(order.map((claim) => claim.job.id)).toEqual(['a', 'c'])
    },
  },
  {
    name: 'takes the lease away with a wait',
    async run(context) {
      const { store, peer } = context
      const { lease } = await claimed(store)
      await store.postpone(lease, wait())
      for (const each of [store, peer]) {
        for (const call of [
          () => each.append(lease, [WAITING]),
          () => each.extend(lease, LEASE_MS),
          () => each.record(lease, step(), []),
          () => each.release(lease),
          () => each.postpone(lease, wait()),
        ]) {
          await expect(call()).rejects.toMatchObject({ code: 'lease_lost' })
        }
      }
    },
  },
  {
    name: 'keeps the branch of a postponed job for it, during the wait and after it',
    async run({ store, peer, advance }) {
      const source = { repository: 'https://git.example/docs', ref: 'shared' }
      await store.create(draftJob('a', { source }))
      await store.create(draftJob('b', { source }))
      const { lease, job } = await claimAny(store)
      expect(job.id).toBe('a')
      await store.postpone(lease, wait())
      expect(await peer.claim('w2', LEASE_MS)).toBeUndefined()
      advance(WAIT_MS)
      expect((await claimAny(peer)).job.id).toBe('a')
      expect(await store.claim('w2', LEASE_MS)).toBeUndefined()
    },
  },
  {
    name: 'counts waits and their time since the last recorded step, by its own clock, and no attempts',
    async run({ store, peer, advance }) {
      const seen: Outage[] = []
      await store.create(draftJob('a'))
      for (const each of [store, peer, store]) {
        const claim = await claimAny(each)
        expect(claim.attempts).toBe(1)
        advance(1_000)
        await each.postpone(claim.lease, wait(WAIT_MS, [], seen))
        advance(WAIT_MS)
      }
      expect(seen.map((outage) => outage.waits)).toEqual([0, 1, 2])
      expect(seen[0]?.ms).toBe(0)
      for (const [index, outage] of seen.entries()) {
        expect(outage.ms).toBe(outage.now - (seen[0]?.now ?? 0))
        expect(outage.ms).toBeGreaterThanOrEqual(index * (WAIT_MS + 1_000))
      }
      const claim = await claimAny(store)
      await store.record(claim.lease, step(), [])
      await store.postpone(claim.lease, wait(WAIT_MS, [], seen))
      expect(seen.at(-1)).toMatchObject({ waits: 0, ms: 0 })
    },
  },
  {
    name: 'commits the events of a wait with it',
    async run({ store, peer }) {
      const { lease } = await claimed(store)
      await store.postpone(lease, wait(WAIT_MS, [{ type: 'step-restarted', step: 1 }, WAITING]))
      const events = await readEvents(peer, jobId('a'), 4)
      expect(events.slice(2).map((each) => each.event)).toEqual([
        { type: 'step-restarted', step: 1 },
        WAITING,
      ])
      expect(events.map((each) => each.sequence)).toEqual([1, 2, 3, 4])
    },
  },
  {
    name: 'says of a job what it waits for, until a step is recorded, it is cancelled or its run ends',
    async run({ store, peer, advance }) {
      const waiting: JobWaiting = { for: 'model', reason: 'The model is away.', since: 1_000, until: 61_000 }
      const postpone = async (lease: Lease) => {
        await store.postpone(lease, () => ({ delayMs: WAIT_MS, events: [WAITING], waiting }))
        expect((await peer.get(jobId('a')))?.waiting).toEqual(waiting)
        advance(WAIT_MS)
      }
      await postpone((await claimed(store)).lease)
      const [listed] = (await peer.list({ projectId: draftJob('a').job.projectId, limit: 1 })).jobs
      expect(listed?.waiting).toEqual(waiting)
      const second = await claimAny(peer)
      expect(second.job.waiting).toEqual(waiting)
      await peer.append(second.lease, [{ type: 'text', text: 'I look' }])
      expect((await store.get(jobId('a')))?.waiting).toEqual(waiting)
      await peer.record(second.lease, step(), [], (job) => ({ ...job, title: 'Renamed' }))
      expect(await store.get(jobId('a'))).not.toHaveProperty('waiting')
      await postpone(second.lease)
      await store.update(jobId('a'), cancel())
      expect(await peer.get(jobId('a'))).not.toHaveProperty('waiting')
      await store.update(jobId('a'), followUp('m2'))
      await postpone((await claimAny(store)).lease)
      await finish(store, await claimAny(store))
      expect(await peer.get(jobId('a'))).not.toHaveProperty('waiting')
    },
  },
  {
    name: 'keeps the lease and writes nothing when the plan refuses the wait or throws',
    async run({ store, peer, advance }) {
      const { lease } = await claimed(store)
      expect(await store.postpone(lease, () => undefined)).toBe(false)
      const planned = store.postpone(lease, () => {
        throw new Error('no plan')
      })
      await expect(planned).rejects.toThrow('no plan')
      await store.append(lease, [WAITING])
      expect(await readEvents(peer, jobId('a'), 3)).toHaveLength(3)
      expect(await peer.claim('w2', LEASE_MS)).toBeUndefined()
      advance(LEASE_MS)
      const seen: Outage[] = []
      const next = await claimAny(peer, 'w2')
      expect(next.attempts).toBe(2)
      await peer.postpone(next.lease, wait(WAIT_MS, [], seen))
      expect(seen).toMatchObject([{ waits: 0, ms: 0 }])
    },
  },
  {
    name: 'queues a follow-up to a job that waits, without ending its wait',
    async run({ store, peer, advance }) {
      const { lease } = await claimed(store)
      await store.postpone(lease, wait())
      await peer.update(jobId('a'), followUp('m2'))
      expect((await store.messages(jobId('a'))).map((each) => each.id)).toEqual(['a-m1', 'm2'])
      expect(await store.claim('w1', LEASE_MS)).toBeUndefined()
      advance(WAIT_MS)
      expect((await claimAny(store)).job.id).toBe('a')
    },
  },
  {
    name: 'ends the wait of a job that is cancelled, and gives its branch to the next job',
    async run({ store, peer, advance }) {
      const source = { repository: 'https://git.example/docs', ref: 'shared' }
      await store.create(draftJob('a', { source }))
      await store.create(draftJob('b', { source }))
      const { lease } = await claimAny(store)
      advance(1_000)
      await store.postpone(lease, wait())
      await peer.update(jobId('a'), cancel())
      const next = await claimAny(store)
      expect(next.job.id).toBe('b')
      await store.postpone(next.lease, wait(1))
      await peer.update(jobId('b'), cancel())
      await store.update(jobId('a'), followUp('m2'))
      const seen: Outage[] = []
      const again = await claimAny(store)
      expect(again.job).toMatchObject({ id: 'a', run: 2 })
      await store.postpone(again.lease, wait(WAIT_MS, [], seen))
      expect(seen).toMatchObject([{ waits: 0, ms: 0 }])
    },
  },
  {
    name: 'wakes a waiting worker when the wait of a job ends, from whichever process',
    async run({ store, peer, advance }) {
      const { lease } = await claimed(store)
      await store.postpone(lease, wait(WAIT_MS))
      advance(WAIT_MS - 200)
      await soon(peer.waitForWork(30_000), 'the end of a wait')
      expect((await claimAny(peer)).job.id).toBe('a')
    },
  },
]

function wait(delayMs = WAIT_MS, events: readonly JobEvent[] = [], seen: Outage[] = []) {
  return (outage: Outage): Wait => {
    seen.push(outage)
    return { delayMs, events }
  }
}
