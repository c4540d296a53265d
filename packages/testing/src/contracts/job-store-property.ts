import { DEFAULT_ORGANIZATION, jobId } from '@docent/core'
import { DocentError, type JobId, type JobStore, type Lease } from '@docent/core/plugin'
import fc from 'fast-check'
import { expect } from 'vitest'
import { ManualClock } from '../fakes/manual-clock.ts'
import { MemoryJobStore } from '../fakes/memory-job-store.ts'
import {
  cancel,
  complete,
  draftJob,
  followUp,
  idempotency,
  PROJECT,
  readEvents,
  step,
} from './job-store-context.ts'

const JOBS = ['a', 'b', 'c', 'd']
const LEASE_MS = 1_000
const CONTENTS = [null, new Uint8Array(), new TextEncoder().encode('one'), new TextEncoder().encode('two')]

const job = fc.constantFrom(...JOBS)
/** Which of the leases given so far, the newest first: mostly one that is still good. */
const lease = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(4) })
const key = fc.constantFrom('k1', 'k2', undefined)

const command = fc.oneof(
  fc.record({ do: fc.constant('create' as const), job, branch: fc.constantFrom('x', 'y'), key }),
  fc.record({ do: fc.constant('follow-up' as const), job, key }),
  fc.record({ do: fc.constant('cancel' as const), job }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('claim' as const), worker: fc.constantFrom('w1', 'w2') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('record' as const),
      lease,
      reads: fc.boolean(),
      content: fc.constantFrom(...CONTENTS),
    }),
  },
  fc.record({ do: fc.constant('append' as const), lease, text: fc.string() }),
  fc.record({ do: fc.constant('extend' as const), lease }),
  fc.record({ do: fc.constant('release' as const), lease }),
  fc.record({
    do: fc.constant('postpone' as const),
    lease,
    delayMs: fc.constantFrom(0, 1, LEASE_MS, 5 * LEASE_MS),
    maxMs: fc.constantFrom(LEASE_MS, 100 * LEASE_MS),
  }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), lease }) },
  fc.record({
    do: fc.constant('advance' as const),
    ms: fc.constantFrom(1, 10, LEASE_MS - 1, LEASE_MS, 3 * LEASE_MS),
  }),
  fc.record({ do: fc.constant('prune' as const), steps: fc.nat(50), events: fc.nat(50) }),
)
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never

interface PropertyStore {
  store: JobStore
  close?(): void | Promise<void>
}

/**
 * Holds a store against `MemoryJobStore`: random lives of four jobs on two branches, with follow-ups, cancels, late and
 * lost leases, reused keys and pruning. Every answer, every error code and all that is stored must be the same.
 */
export async function jobStoreProperty(
  create: (clock: ManualClock) => PropertyStore | Promise<PropertyStore>,
  parameters: Pick<fc.Parameters, 'numRuns' | 'seed' | 'endOnFailure'> = {},
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 60, size: 'max' }), async (commands) => {
      const clock = new ManualClock()
      const model = new MemoryJobStore(clock)
      const { store, close } = await create(clock)
      try {
        const leases: Lease[] = []
        for (const [index, each] of commands.entries()) {
          if (each.do === 'advance') clock.advance(each.ms)
          const expected = await outcome(() => perform(model, each, index, leases, clock))
          const actual = await outcome(() => perform(store, each, index, leases, clock))
          expect(actual).toEqual(expected)
          if (isClaim(expected)) leases.unshift(expected.lease)
        }
        for (const name of JOBS) await expectSame(store, model, jobId(name))
        expect(await store.list({ projectId: PROJECT, limit: 100 })).toEqual(
          await model.list({ projectId: PROJECT, limit: 100 }),
        )
        expect(await store.outbox(1_000)).toEqual(await model.outbox(1_000))
        for (const name of ['k1', 'k2']) {
          expect(await store.replay(DEFAULT_ORGANIZATION, name)).toEqual(
            await model.replay(DEFAULT_ORGANIZATION, name),
          )
        }
      } finally {
        await close?.()
      }
    }),
    { numRuns: 60, ...parameters },
  )
}

/** Times of jobs are the number of the command, which is what `prune` goes by. */
async function perform(
  store: JobStore,
  each: Command,
  index: number,
  leases: readonly Lease[],
  clock: ManualClock,
): Promise<unknown> {
  const reply =
    'key' in each && each.key !== undefined
      ? idempotency(each.key, { expiresAt: clock.now() + LEASE_MS })
      : undefined
  const held = ('lease' in each && leases[each.lease]) || { jobId: jobId('a'), token: 99, worker: 'nobody' }
  switch (each.do) {
    case 'create': {
      const source = { repository: 'https://git.example/docs', ref: each.branch }
      return store.create(draftJob(each.job, { source, createdAt: index }), reply)
    }
    case 'follow-up':
      return store.update(jobId(each.job), followUp(`m${index}`, index), reply)
    case 'cancel':
      return store.update(jobId(each.job), cancel(index))
    case 'claim':
      return store.claim(each.worker, LEASE_MS)
    case 'record': {
      const messages = await store.messages(held.jobId)
      const read = each.reads ? messages.map((message) => message.id) : []
      const changes = [{ path: 'a.md', content: each.content }]
      return store.record(held, step({ read, changes }), [{ type: 'step-started', step: index }], (same) => ({
        ...same,
        title: `Title ${index}`,
      }))
    }
    case 'append':
      return store.append(held, [{ type: 'text', text: each.text }])
    case 'extend':
      return store.extend(held, LEASE_MS)
    case 'release':
      return store.release(held)
    case 'postpone': {
      const { delayMs, maxMs } = each
      return store.postpone(held, ({ waits, ms }) =>
        ms > maxMs ? undefined : { delayMs, events: [{ type: 'text', text: `${waits} waits in ${ms} ms` }] },
      )
    }
    case 'settle':
      return store.settle(held, complete(index), (same) => ({ ...same, publishing: false }))
    case 'prune':
      return store.prune({ steps: each.steps, events: each.events })
    case 'advance':
      return undefined
  }
}

async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    if (!DocentError.is(error)) throw error
    return { refused: error.code }
  }
}

async function expectSame(store: JobStore, model: MemoryJobStore, id: JobId): Promise<void> {
  expect(await store.get(id)).toEqual(await model.get(id))
  expect(await store.messages(id)).toEqual(await model.messages(id))
  expect(await store.steps(id)).toEqual(await model.steps(id))
  const events = model.storedEvents(id)
  if (events.length > 0) expect(await readEvents(store, id, events.length)).toEqual(events)
}

function isClaim(value: unknown): value is { lease: Lease } {
  return typeof value === 'object' && value !== null && 'lease' in value
}
