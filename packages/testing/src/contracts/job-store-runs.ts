import { jobId, type ModelMessage } from '@docent/core'
import { DocentError } from '@docent/core/plugin'
import { expect } from 'vitest'
import {
  cancel,
  claimAny,
  claimed,
  complete,
  finish,
  followUp,
  type JobStoreCase,
  LEASE_MS,
  readEvents,
  step,
} from './job-store-context.ts'

const MIB = 1024 * 1024

/** record, append, settle and steps. */
export const runCases: readonly JobStoreCase[] = [
  {
    name: 'keeps recorded steps in order, with messages, data, tokens and file contents',
    async run({ store, peer }) {
      const { lease } = await claimed(store)
      const messages: ModelMessage[] = [
        { role: 'user', content: [{ type: 'text', text: 'Fix the typo. 🙂' }] },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 't1', toolName: 'read_file', input: { path: 'a.md' } }],
        },
      ]
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
      const drafts = [
        step({ kind: 'opened', data: { commit: 'abc' } }),
        step({
          messages,
          inputTokens: 12,
          outputTokens: 3,
          workMs: 250,
          changes: [
            { path: 'z.bin', content: bytes },
            { path: 'a.md', content: new TextEncoder().encode('# ü\n') },
            { path: 'gone.md', content: null },
            { path: 'empty.md', content: new Uint8Array() },
            { path: 'run.sh', content: new Uint8Array([35]), executable: true },
            { path: 'plain.md', content: new Uint8Array([35]), executable: false },
            { path: 'as-long.md', content: new Uint8Array([36]) },
          ],
        }),
      ]
      const recorded = []
      for (const draft of drafts) recorded.push(await store.record(lease, draft, []))
      expect(recorded.map((each) => each.index)).toEqual([1, 2])
      const steps = await peer.steps(jobId('a'))
      expect(steps).toEqual(recorded)
      expect(steps).toEqual(
        drafts.map((draft, index) => ({ ...draft, index: index + 1, at: steps[index]?.at })),
      )
    },
  },
  {
    name: 'keeps bytes and links in the file parts of model messages',
    async run({ store }) {
      const { lease } = await claimed(store)
      const messages: ModelMessage[] = [
        {
          role: 'user',
          content: [
            {
              type: 'file',
              mediaType: 'image/png',
              data: { type: 'data', data: new Uint8Array([137, 80, 78, 71]) },
            },
            {
              type: 'file',
              mediaType: 'image/png',
              data: { type: 'url', url: new URL('https://docs.example/a.png') },
            },
          ],
        },
      ]
      await store.record(lease, step({ messages }), [])
      expect((await store.steps(jobId('a')))[0]?.messages).toEqual(messages)
    },
  },
  {
    name: 'keeps a step as it was recorded when the caller changes its buffers afterwards',
    async run({ store }) {
      const { lease } = await claimed(store)
      const content = new TextEncoder().encode('first')
      await store.record(lease, step({ changes: [{ path: 'a.md', content }] }), [])
      content.fill(0)
      const [recorded] = await store.steps(jobId('a'))
      expect(recorded?.changes).toEqual([{ path: 'a.md', content: new TextEncoder().encode('first') }])
    },
  },
  {
    name: 'commits a step with the messages it read, its events and the change of the job',
    async run({ store, peer }) {
      const { lease } = await claimed(store)
      await store.update(jobId('a'), followUp('m2'))
      await store.record(
        lease,
        step({ read: ['a-m1'] }),
        [
          { type: 'step-started', step: 1 },
          { type: 'text', text: 'Hm.' },
        ],
        (job) => ({ ...job, publishing: true }),
      )
      expect((await peer.messages(jobId('a'))).map((each) => each.state)).toEqual(['read', 'unread'])
      expect((await peer.get(jobId('a')))?.publishing).toBe(true)
      const events = await readEvents(peer, jobId('a'), 5)
      expect(events.map((each) => each.event.type)).toEqual([
        'status',
        'message',
        'message',
        'step-started',
        'text',
      ])
    },
  },
  {
    name: 'records nothing when the change of a step throws',
    async run({ store }) {
      const { lease, job } = await claimed(store)
      const failing = () => {
        throw new Error('not allowed')
      }
      await expect(
        store.record(
          lease,
          step({ read: ['a-m1'], changes: [{ path: 'a', content: new Uint8Array([1]) }] }),
          [{ type: 'text', text: 'no' }],
          failing,
        ),
      ).rejects.toThrow('not allowed')
      await expect(store.settle(lease, failing, failing)).rejects.toThrow('not allowed')
      expect(await store.steps(job.id)).toEqual([])
      expect((await store.messages(job.id))[0]?.state).toBe('unread')
      const recorded = await store.record(lease, step(), [{ type: 'text', text: 'yes' }])
      expect(recorded.index).toBe(1)
      expect((await readEvents(store, job.id, 3)).at(-1)?.event).toEqual({ type: 'text', text: 'yes' })
    },
  },
  {
    name: 'takes a file of 1 MiB and refuses a larger one, with nothing written',
    async run({ store }) {
      const { lease } = await claimed(store)
      const oversized = step({
        read: ['a-m1'],
        changes: [{ path: 'big.md', content: new Uint8Array(MIB + 1) }],
      })
      await expect(store.record(lease, oversized, [])).rejects.toMatchObject({ code: 'invalid_request' })
      expect(await store.steps(jobId('a'))).toEqual([])
      expect((await store.messages(jobId('a')))[0]?.state).toBe('unread')
      await store.record(lease, step({ changes: [{ path: 'big.md', content: new Uint8Array(MIB) }] }), [])
    },
  },
  {
    name: 'takes 20 MiB of different contents a job and refuses one byte more',
    async run({ store }) {
      const { lease } = await claimed(store)
      const content = (fill: number) => new Uint8Array(MIB).fill(fill)
      const full = Array.from({ length: 20 }, (_, fill) => ({ path: `${fill}.md`, content: content(fill) }))
      await store.record(lease, step({ changes: full.slice(0, 12) }), [])
      await store.record(lease, step({ changes: full.slice(12) }), [])
      const again = step({
        changes: [
          { path: 'again.md', content: content(3) },
          { path: 'gone.md', content: null },
        ],
      })
      await store.record(lease, again, [])
      const oneMore = step({ changes: [{ path: 'more.md', content: new Uint8Array([1]) }] })
      await expect(store.record(lease, oneMore, [])).rejects.toMatchObject({ code: 'invalid_request' })
      expect(await store.steps(jobId('a'))).toHaveLength(3)
    },
  },
  {
    name: 'keeps equal contents of several jobs apart and whole',
    async run({ store }) {
      const content = new TextEncoder().encode('same')
      const first = await claimed(store, 'a')
      const second = await claimed(store, 'b')
      await store.record(first.lease, step({ changes: [{ path: 'a.md', content }] }), [])
      await store.record(second.lease, step({ changes: [{ path: 'b.md', content }] }), [])
      await store.settle(first.lease, complete(), (job) => job)
      expect((await store.steps(jobId('a')))[0]?.changes).toEqual([{ path: 'a.md', content }])
      expect((await store.steps(jobId('b')))[0]?.changes).toEqual([{ path: 'b.md', content }])
    },
  },
  {
    name: 'settles a run whose messages are all read',
    async run({ store, peer }) {
      const { lease } = await claimed(store)
      await store.record(lease, step({ read: ['a-m1'] }), [])
      const never = () => {
        throw new Error('must not continue')
      }
      expect(await store.settle(lease, complete(), never)).toBe('settled')
      expect(await peer.get(jobId('a'))).toMatchObject({ status: 'completed', messageToUser: 'Done.' })
      const events = await readEvents(peer, jobId('a'), 4)
      expect(events.at(-1)?.event).toMatchObject({ type: 'run-finished', status: 'completed' })
    },
  },
  {
    name: 'goes on instead of settling when a follow-up came late, and keeps the lease',
    async run({ store, peer }) {
      const { lease } = await claimed(store)
      await store.record(lease, step({ read: ['a-m1'] }), [], (job) => ({ ...job, publishing: true }))
      await peer.update(jobId('a'), followUp('late'))
      const never = () => {
        throw new Error('must not settle')
      }
      expect(await store.settle(lease, never, (job) => ({ ...job, publishing: false }))).toBe('continue')
      expect(await store.get(jobId('a'))).toMatchObject({ status: 'active', publishing: false })
      expect(await peer.claim('w2', LEASE_MS)).toBeUndefined()
      await store.record(lease, step({ read: ['late'] }), [])
      expect(await store.settle(lease, complete(), never)).toBe('settled')
    },
  },
  {
    name: 'never loses a follow-up that races with the end of the run',
    async run({ store, peer }) {
      for (let round = 0; round < 10; round += 1) {
        const name = `race-${round}`
        const { lease, job } = await claimed(store, name)
        await store.record(lease, step({ read: [`${name}-m1`] }), [])
        const writes = [
          () => store.settle(lease, complete(), (same) => same),
          () => peer.update(job.id, followUp('late')),
        ]
        const [settled] = await Promise.all(
          (round % 2 ? writes : writes.toReversed()).map((write) => write()),
        )
        expect(settled).toBeDefined()
        expect((await store.get(job.id))?.status).toBe('active')
        expect((await store.messages(job.id)).at(-1)).toMatchObject({ id: 'late', state: 'unread' })
        await store.update(job.id, cancel())
      }
    },
  },
  {
    name: 'numbers steps on through the runs of a job',
    async run({ store }) {
      await finish(store, await claimed(store))
      await store.update(jobId('a'), followUp('m2'))
      const { lease } = await claimAny(store)
      expect((await store.record(lease, step({ run: 2 }), [])).index).toBe(2)
      expect((await store.steps(jobId('a'))).map((each) => each.run)).toEqual([1, 2])
    },
  },
  {
    name: 'fails the writes alone that must fail, of many at once',
    async run({ store, advance }) {
      const lost = await claimed(store, 'lost')
      advance(LEASE_MS + 1)
      const again = await claimAny(store, 'w2')
      const held = [again, await claimed(store, 'b'), await claimed(store, 'c'), await claimed(store, 'd')]
      const refuse = () => {
        throw new DocentError('conflict', 'This change is refused.')
      }
      const writes = await Promise.allSettled([
        ...held.slice(0, 2).map(({ lease }) => store.record(lease, step(), [])),
        store.record(lost.lease, step(), []),
        ...held
          .slice(2)
          .map(({ lease }) => store.record(lease, step(), [], lease === held[3]?.lease ? refuse : undefined)),
      ])
      expect(writes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
        'rejected',
      ])
      const recorded = await Promise.all(held.map(({ job }) => store.steps(job.id)))
      expect(recorded.map((steps) => steps.length)).toEqual([1, 1, 1, 0])
    },
  },
]
