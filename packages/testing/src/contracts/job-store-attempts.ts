import { jobId } from '@docent/core'
import { expect } from 'vitest'
import {
  cancel,
  claimAny,
  claimed,
  draftJob,
  finish,
  followUp,
  type JobStoreCase,
  LEASE_MS,
  step,
} from './job-store-context.ts'
import { expectRefused } from './job-store-leases.ts'

/** release, excuse, and which claims count. */
export const attemptCases: readonly JobStoreCase[] = [
  {
    name: 'makes a released job claimable at once and does not count that claim',
    async run(context) {
      const { store, peer, advance } = context
      const first = await claimed(store)
      await store.release(first.lease)
      await expectRefused(context, first.lease)
      const second = await claimAny(peer, 'w2')
      expect(second.attempts).toBe(1)
      advance(LEASE_MS)
      const third = await claimAny(store)
      expect(third.attempts).toBe(2)
      await store.release(third.lease)
      expect((await claimAny(store)).attempts).toBe(2)
    },
  },
  {
    name: 'counts claims since the last recorded step',
    async run({ store, advance }) {
      await store.create(draftJob('a'))
      for (let attempt = 1; attempt <= 6; attempt += 1) {
        expect((await claimAny(store)).attempts).toBe(attempt)
        advance(LEASE_MS)
      }
      const { lease } = await claimAny(store)
      await store.append(lease, [{ type: 'text', text: 'not a step' }])
      advance(LEASE_MS)
      const eighth = await claimAny(store)
      expect(eighth.attempts).toBe(8)
      await store.record(eighth.lease, step(), [])
      await store.release(eighth.lease)
      expect((await claimAny(store)).attempts).toBe(1)
    },
  },
  {
    name: 'takes back the attempt of a worker that lost its lease and lives, and of no other',
    async run({ store, peer, advance }) {
      const first = await claimed(store)
      await peer.excuse(first.lease)
      advance(LEASE_MS)
      const second = await claimAny(peer, 'w2')
      expect(second.attempts).toBe(2)
      await peer.excuse(second.lease)
      await store.excuse(first.lease)
      await peer.extend(second.lease, LEASE_MS)
      advance(LEASE_MS)
      const third = await claimAny(store)
      expect(third.attempts).toBe(2)
      await finish(store, third)
      await peer.excuse(second.lease)
      await store.excuse({ ...first.lease, jobId: jobId('nobody') })
      await store.update(jobId('a'), followUp('m2'))
      expect((await claimAny(peer)).attempts).toBe(1)
    },
  },
  {
    name: 'counts the attempts of each run by themselves',
    async run({ store, peer, advance }) {
      await claimed(store)
      advance(LEASE_MS)
      expect((await claimAny(peer)).attempts).toBe(2)
      await store.update(jobId('a'), cancel())
      await peer.update(jobId('a'), followUp('m2'))
      expect((await claimAny(store)).attempts).toBe(1)
    },
  },
]
