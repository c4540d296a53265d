import { jobId } from '@docent/core'
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
  readEvents,
  step,
} from './job-store-context.ts'

/** prune. */
export const pruneCases: readonly JobStoreCase[] = [
  {
    name: 'deletes steps and events of jobs that settled long ago, each by its own time, and nothing else',
    async run({ store }) {
      const content = new TextEncoder().encode('shared')
      for (const [name, at] of Object.entries({ a: 1_000, b: 2_000, c: 3_000 })) {
        const { lease } = await claimed(store, name)
        await store.record(lease, step({ read: [`${name}-m1`], changes: [{ path: 'x.md', content }] }), [])
        await store.settle(lease, complete(at), (job) => job)
      }
      const { lease } = await claimed(store, 'd')
      await store.record(lease, step(), [])
      await store.prune({ steps: 2_500, events: 1_500 })
      const kept = async (name: string) => [
        (await store.steps(jobId(name))).length,
        (await readEvents(store, jobId(name), 1, 3)).length + (await store.messages(jobId(name))).length,
      ]
      expect(await store.steps(jobId('a'))).toEqual([])
      expect(await kept('b')).toEqual([0, 2])
      expect(await kept('c')).toEqual([1, 2])
      // What settled at the very time is not older.
      await store.prune({ steps: 3_000, events: 2_000 })
      expect(await kept('b')).toEqual([0, 2])
      expect(await kept('c')).toEqual([1, 2])
      expect((await store.steps(jobId('c')))[0]?.changes).toEqual([{ path: 'x.md', content }])
      expect(await store.steps(jobId('d'))).toHaveLength(1)
      expect(await readEvents(store, jobId('d'), 2)).toHaveLength(2)
      expect(await store.get(jobId('a'))).toMatchObject({ status: 'completed' })
      expect(await store.messages(jobId('a'))).toHaveLength(1)
    },
  },
  {
    name: 'goes on numbering events and steps after their elders were deleted',
    async run({ store }) {
      await finish(store, await claimed(store))
      await store.prune({ steps: Number.MAX_SAFE_INTEGER, events: Number.MAX_SAFE_INTEGER })
      await store.update(jobId('a'), followUp('m2'))
      const { lease } = await claimAny(store)
      expect((await store.record(lease, step({ run: 2 }), [])).index).toBe(2)
      const events = await readEvents(store, jobId('a'), 2)
      expect(events.map((each) => each.sequence)).toEqual([5, 6])
    },
  },
  {
    name: 'prunes any number of jobs',
    async run({ store }) {
      const names = Array.from({ length: 230 }, (_, index) => `p${index}`)
      await Promise.all(names.map((name) => store.create(draftJob(name))))
      await Promise.all(names.map((name, index) => store.update(jobId(name), cancel(1_000 + (index % 7)))))
      await store.prune({ steps: 5_000, events: 5_000 })
      await Promise.all(names.map((name) => store.update(jobId(name), followUp('m2'))))
      for (const name of names) {
        expect((await readEvents(store, jobId(name), 1))[0]?.sequence).toBe(5)
      }
    },
  },
]
