import { jobId } from '@docent/core'
import type { JobEvent } from '@docent/core/plugin'
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
  listener,
  readEvents,
  step,
} from './job-store-context.ts'

const text = (value: string): JobEvent => ({ type: 'text', text: value })

/** events. */
export const eventCases: readonly JobStoreCase[] = [
  {
    name: 'numbers the events of each job from 1 without a gap',
    async run({ store }) {
      const { lease } = await claimed(store, 'a')
      await store.create(draftJob('b'))
      await store.append(lease, [text('one'), text('two')])
      await store.update(jobId('b'), followUp('m2'))
      await store.append(lease, [text('three')])
      const events = await readEvents(store, jobId('a'), 5)
      expect(events.map((each) => each.sequence)).toEqual([1, 2, 3, 4, 5])
      expect(events.slice(2).map((each) => each.event)).toEqual([text('one'), text('two'), text('three')])
      expect((await readEvents(store, jobId('b'), 3)).map((each) => each.sequence)).toEqual([1, 2, 3])
    },
  },
  {
    name: 'gives each reader every event once and in order, while several writers append',
    async run({ store, peer }) {
      const { lease } = await claimed(store)
      const total = 2 + 60
      const readers = [
        readEvents(store, jobId('a'), total),
        readEvents(peer, jobId('a'), total),
        readEvents(peer, jobId('a'), total - 2, 2),
      ]
      await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          await store.append(lease, [text(`s${index}`)])
          await peer.append(lease, [text(`p${index}`)])
        }),
      )
      const [own, others, later] = await Promise.all(readers)
      expect(own?.map((each) => each.sequence)).toEqual(
        Array.from({ length: total }, (_, index) => index + 1),
      )
      expect(others).toEqual(own)
      expect(later).toEqual(own?.slice(2))
      expect(new Set(own?.map((each) => JSON.stringify(each.event))).size).toBe(total)
    },
  },
  {
    name: 'goes on after the sequence it is given, also after more events than fit a page',
    async run({ store }) {
      const { lease } = await claimed(store)
      await store.append(
        lease,
        Array.from({ length: 1_200 }, (_, index) => text(String(index))),
      )
      const events = await readEvents(store, jobId('a'), 1_199, 3)
      expect(events[0]).toMatchObject({ sequence: 4, event: text('1') })
      expect(events.at(-1)).toMatchObject({ sequence: 1_202, event: text('1199') })
    },
  },
  {
    name: 'waits for events to come, from whichever process',
    async run({ store, peer }) {
      const { lease } = await claimed(store)
      const reading = readEvents(peer, jobId('a'), 1, 2)
      const ownReading = readEvents(store, jobId('a'), 1, 2)
      await store.append(lease, [text('new')])
      expect((await reading)[0]).toMatchObject({ sequence: 3, event: text('new') })
      expect(await ownReading).toEqual(await reading)
    },
  },
  {
    name: 'ends without an error when the signal aborts: while it waits, before it begins, and between two events',
    async run({ store }) {
      await claimed(store)
      for (const after of [0, 2]) {
        const controller = new AbortController()
        const seen: number[] = []
        const reading = (async () => {
          for await (const event of store.events(jobId('a'), after, { signal: controller.signal })) {
            seen.push(event.sequence)
            controller.abort()
          }
        })()
        // A store across a network needs more than a turn to answer the first event: that one aborts by itself.
        if (after === 2) setImmediate(() => controller.abort())
        await soon(reading, 'the end of the events')
        expect(seen).toEqual(after === 0 ? [1] : [])
      }
      const aborted = store.events(jobId('a'), 0, { signal: AbortSignal.abort() })
      for await (const _ of aborted) throw new Error('must not answer an event')
    },
  },
  {
    name: 'waits for the events of a job that is not there yet',
    async run({ store, peer }) {
      const reading = readEvents(peer, jobId('a'), 2)
      await store.create(draftJob('a'))
      expect(await reading).toHaveLength(2)
    },
  },
]

/** watch and waitForWork. */
export const wakeUpCases: readonly JobStoreCase[] = [
  {
    name: 'calls a watcher back after a cancel or a new message, from whichever process',
    async run({ store, peer }) {
      await claimed(store, 'a')
      for (const change of [followUp('m2'), cancel()]) {
        for (const each of [store, peer]) {
          const heard = listener()
          using _ = each.watch(jobId('a'), heard.onChange)
          await store.update(jobId('a'), (job) =>
            job.status === 'active' ? change(job) : followUp('again')(job),
          )
          await heard.called()
        }
      }
    },
  },
  {
    name: 'does not call a watcher for other jobs, for the worker’s own steps, or after it was disposed',
    async run({ store }) {
      const { lease } = await claimed(store, 'a')
      await store.create(draftJob('b'))
      // News come in the order of the commits: with those of `b`, those of the beginning of `a` have come.
      const other = listener()
      using _other = store.watch(jobId('b'), other.onChange)
      await store.update(jobId('b'), followUp('m1'))
      await other.called()
      const heard = listener()
      const early = listener()
      using _ = store.watch(jobId('a'), heard.onChange)
      store.watch(jobId('a'), early.onChange)[Symbol.dispose]()
      await store.update(jobId('b'), followUp('m2'))
      await store.record(lease, step(), [text('x')])
      expect(heard.calls()).toBe(0)
      await store.update(jobId('a'), followUp('m3'))
      await heard.called()
      expect(early.calls()).toBe(0)
    },
  },
  {
    name: 'does not wait for work that is there already',
    async run({ store }) {
      await store.create(draftJob('a'))
      await soon(store.waitForWork(60_000), 'work that is there')
    },
  },
  {
    name: 'wakes a waiting worker when a job is created, from whichever process',
    async run({ store, peer }) {
      for (const [name, writer] of Object.entries({ a: store, b: peer })) {
        const waiting = store.waitForWork(60_000)
        await writer.create(draftJob(name))
        await soon(waiting, 'a new job')
        expect((await claimAny(store)).job.id).toBe(name)
      }
    },
  },
  {
    name: 'wakes a waiting worker by a follow-up, a release, and the end of a run on the same branch',
    async run({ store, peer }) {
      const source = { repository: 'https://git.example/docs', ref: 'shared' }
      await store.create(draftJob('a', { source }))
      await store.create(draftJob('b', { source }))
      const first = await claimAny(store)
      const afterRelease = peer.waitForWork(60_000)
      await store.release(first.lease)
      await soon(afterRelease, 'a released job')

      const second = await claimAny(store)
      const afterEnd = peer.waitForWork(60_000)
      await finish(store, second)
      await soon(afterEnd, 'the other job of the branch')
      await finish(store, await claimAny(store))

      const afterFollowUp = peer.waitForWork(60_000)
      await store.update(second.job.id, followUp('m2'))
      await soon(afterFollowUp, 'a job with a follow-up')
    },
  },
  {
    name: 'wakes a waiting worker when a lease runs out',
    async run({ store }) {
      await claimed(store, 'b')
      await store.create(draftJob('a'))
      await claimAny(store, 'dead', 40)
      await soon(store.waitForWork(60_000), 'a lease that ran out')
      expect(await store.claim('w2', LEASE_MS)).toMatchObject({ job: { id: 'a' }, attempts: 2 })
    },
  },
  {
    name: 'stops waiting for work after the time given',
    async run({ store }) {
      await claimed(store)
      await soon(store.waitForWork(30), 'the end of the waiting time')
      await soon(store.waitForWork(0), 'the end of no waiting time')
    },
  },
  {
    name: 'rejects a wait for work whose signal aborts, with its reason',
    async run({ store }) {
      const controller = new AbortController()
      const waiting = store.waitForWork(60_000, { signal: controller.signal })
      controller.abort(new Error('draining'))
      await expect(soon(waiting, 'the end of an aborted wait')).rejects.toThrow('draining')
    },
  },
]
