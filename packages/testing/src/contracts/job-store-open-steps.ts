import { jobId } from '@docent/core'
import type { JobEvent } from '@docent/core/plugin'
import { expect } from 'vitest'
import {
  cancel,
  claimAny,
  claimed,
  finish,
  followUp,
  type JobStoreCase,
  LEASE_MS,
  step,
} from './job-store-context.ts'

const begins = (number: number): JobEvent[] => [
  { type: 'step-started', step: number },
  { type: 'text', text: 'I look' },
]

/** Which step begins again when a worker dies. */
export const openStepCases: readonly JobStoreCase[] = [
  {
    name: 'says which step a worker that died had begun and not recorded',
    async run({ store, peer, advance }) {
      const first = await claimed(store)
      expect(first.openStep).toBeUndefined()
      await store.append(first.lease, begins(1))
      await store.append(first.lease, [{ type: 'text', text: ' at it' }])
      advance(LEASE_MS)
      const second = await claimAny(peer, 'w2')
      expect(second.openStep).toBe(1)
      await peer.record(second.lease, step(), begins(1))
      await peer.append(second.lease, begins(2))
      advance(LEASE_MS)
      // What was recorded is progress: the death in the next step is told by itself.
      expect(await claimAny(store)).toMatchObject({ attempts: 1, openStep: 2 })
      advance(LEASE_MS)
      expect(await claimAny(peer)).toMatchObject({ attempts: 2, openStep: 2 })
    },
  },
  {
    name: 'says of no step that it is open when it was recorded',
    async run({ store, peer, advance }) {
      const first = await claimed(store)
      advance(LEASE_MS)
      const second = await claimAny(store)
      expect(second.openStep).toBeUndefined()
      await store.append(second.lease, begins(1))
      await peer.record(second.lease, step(), [{ type: 'text', text: ' at it' }])
      advance(LEASE_MS)
      const third = await claimAny(peer)
      expect(third.openStep).toBeUndefined()
      await peer.release(third.lease)
      expect((await claimAny(store)).openStep).toBeUndefined()
      expect(first.lease.jobId).toBe(third.lease.jobId)
    },
  },
  {
    name: 'says which step is open also when the job was given back in the middle of it',
    async run({ store, peer }) {
      const first = await claimed(store)
      await store.append(first.lease, begins(3))
      await store.release(first.lease)
      expect(await claimAny(peer)).toMatchObject({ attempts: 1, openStep: 3 })
    },
  },
  {
    name: 'says of no step that it is open after a wait, a cancel, or the end of the run',
    async run({ store, peer, advance }) {
      const first = await claimed(store)
      await store.append(first.lease, begins(1))
      await store.postpone(first.lease, () => ({
        delayMs: 1_000,
        events: [{ type: 'step-restarted', step: 1 }],
      }))
      advance(1_000)
      const second = await claimAny(peer)
      expect(second.openStep).toBeUndefined()
      await peer.append(second.lease, begins(1))
      await store.update(jobId('a'), cancel())
      await store.update(jobId('a'), followUp('m2'))
      const third = await claimAny(store)
      expect(third).toMatchObject({ job: { run: 2 }, openStep: undefined })
      await store.append(third.lease, begins(1))
      await finish(peer, third)
      await store.update(jobId('a'), followUp('m3'))
      expect(await claimAny(peer)).toMatchObject({ job: { run: 3 }, openStep: undefined })
    },
  },
]
