import type { BackgroundTask } from '@docent/core'
import type { BackgroundTasks, TaskQueue } from '@docent/core/plugin'
import { expect } from 'vitest'
import { eventually } from './case-timeout.ts'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

export interface BackgroundTasksContext extends ContractContext {
  readonly tasks: BackgroundTasks
  /** A second adapter on the same data, as another process has it; the same one where that cannot be. */
  readonly peer: BackgroundTasks
  /** Moves the clock of the store. It also moves by itself, as real time does. */
  advance(ms: number): Promise<void>
}

const queue: TaskQueue = { name: 'contract', attempts: 2, retryMs: 1_000, leaseMs: 10_000 }
const HOUR_MS = 3_600_000

export const backgroundTasksCases: readonly ContractCase<BackgroundTasksContext>[] = [
  {
    name: 'gives each task to one of all workers, with its data',
    async run({ tasks, peer }) {
      const done: unknown[] = []
      await using _one = tasks.work(queue, async ({ data }) => void done.push(data))
      await using _two = peer.work(queue, async ({ data }) => void done.push(data))
      for (const n of [1, 2, 3, 4]) expect(await tasks.add(queue, { n, text: 'Äpfel "x"' })).toBe(true)
      await eventually(() => expect(done).toHaveLength(4))
      await tasks.add(queue, { n: 5, text: 'last' })
      await eventually(() => expect(done).toHaveLength(5))
      expect(new Set(done.map((data) => (data as { n: number }).n))).toEqual(new Set([1, 2, 3, 4, 5]))
      expect(done).toContainEqual({ n: 1, text: 'Äpfel "x"' })
    },
  },
  {
    name: 'lets one task of a key wait, and another one when that has begun',
    async run({ tasks, peer }) {
      expect(await tasks.add(queue, { n: 1 }, { key: 'docs' })).toBe(true)
      expect(await peer.add(queue, { n: 2 }, { key: 'docs' })).toBe(false)
      expect(await peer.add(queue, { n: 3 }, { key: 'other' })).toBe(true)
      const begun: BackgroundTask[] = []
      const go = Promise.withResolvers<void>()
      await using _worker = tasks.work(queue, async (task) => {
        begun.push(task)
        await go.promise
      })
      await eventually(() => expect(begun).toHaveLength(1))
      const [first] = begun.map(({ data }) => data as { n: number })
      const key = first?.n === 1 ? 'docs' : 'other'
      expect(await peer.add(queue, { n: 4 }, { key })).toBe(true)
      go.resolve()
      await eventually(() => expect(begun).toHaveLength(3))
    },
  },
  {
    name: 'adds one task in each period, whoever asks, also after it was done',
    async run({ tasks, peer, advance }) {
      const done: string[] = []
      await using _worker = peer.work(queue, async ({ id }) => void done.push(id))
      const asked = await Promise.all(
        [tasks, peer, tasks].map((each) => each.add(queue, {}, { everyMs: HOUR_MS })),
      )
      expect(asked.filter((added) => added)).toHaveLength(1)
      await eventually(() => expect(done).toHaveLength(1))
      expect(await tasks.add(queue, {}, { everyMs: HOUR_MS })).toBe(false)
      await advance(HOUR_MS)
      expect(await tasks.add(queue, {}, { everyMs: HOUR_MS })).toBe(true)
      await eventually(() => expect(done).toHaveLength(2))
    },
  },
  {
    name: 'begins no task before its delay',
    async run({ tasks, advance }) {
      const done: unknown[] = []
      await using _worker = tasks.work(queue, async ({ data }) => void done.push(data))
      await tasks.add(queue, 'later', { delayMs: HOUR_MS })
      await tasks.add(queue, 'now')
      await eventually(() => expect(done).toEqual(['now']))
      await advance(HOUR_MS)
      await eventually(() => expect(done).toEqual(['now', 'later']))
    },
  },
  {
    name: 'tries again what failed, keeps what fails each time with its reason, and revives it',
    async run({ tasks, peer, advance }) {
      const attempts: number[] = []
      let isBroken = true
      await using _worker = tasks.work(queue, async ({ attempt }) => {
        attempts.push(attempt)
        if (isBroken) throw new Error(`broken ${attempt}`)
      })
      await tasks.add(queue, { n: 1 })
      await eventually(() => expect(attempts).toEqual([1]))
      await eventually(async () => {
        await advance(3_000)
        expect(attempts).toEqual([1, 2])
      })
      const [dead, ...others] = await eventually(async () => {
        const found = await peer.dead(10)
        expect(found).toHaveLength(1)
        return found
      })
      expect(others).toEqual([])
      expect(dead).toMatchObject({ queue: 'contract', data: { n: 1 }, reason: 'broken 2' })
      expect(dead?.at).toBeGreaterThan(0)
      isBroken = false
      expect(await peer.revive('00000000-0000-4000-8000-000000000000')).toBe(false)
      expect(await peer.revive(dead?.id ?? '')).toBe(true)
      await eventually(() => expect(attempts).toHaveLength(3))
      await eventually(async () => expect(await peer.dead(10)).toEqual([]))
    },
  },
  {
    name: 'waits for the task that runs when a worker is disposed, and begins no other',
    async run({ tasks }) {
      const begun: unknown[] = []
      const ended: unknown[] = []
      const worker = tasks.work(queue, async ({ data }, signal) => {
        begun.push(data)
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        ended.push(data)
      })
      await tasks.add(queue, 'one')
      await eventually(() => expect(begun).toEqual(['one']))
      await tasks.add(queue, 'two')
      await worker[Symbol.asyncDispose]()
      expect([begun, ended]).toEqual([['one'], ['one']])
    },
  },
]

/** The promise that needs a second process: a worker that is silent for longer than the lease. */
export const silentWorkerCase: ContractCase<BackgroundTasksContext> = {
  name: 'takes up the task of a worker that is silent for longer than the lease',
  async run({ tasks, peer, advance }) {
    const go = Promise.withResolvers<void>()
    const begun: BackgroundTask[] = []
    const handle = async (task: BackgroundTask) => {
      begun.push(task)
      if (task.attempt === 1) await go.promise
    }
    const silent = tasks.work(queue, handle)
    await tasks.add(queue, { n: 1 })
    await eventually(() => expect(begun).toHaveLength(1))
    await using _worker = peer.work(queue, handle)
    await eventually(async () => {
      await advance(queue.leaseMs + 5_000)
      expect(begun.map(({ attempt }) => attempt)).toEqual([1, 2])
    })
    go.resolve()
    await silent[Symbol.asyncDispose]()
  },
}

/** A task that kills whoever works on it comes to an end, too. */
export const deadlyTaskCase: ContractCase<BackgroundTasksContext> = {
  name: 'gives up a task whose workers fall silent as often as it may be tried',
  async run({ tasks, peer, advance }) {
    const go = Promise.withResolvers<void>()
    const begun: number[] = []
    const silent = [tasks, peer, tasks].map((each) =>
      each.work(queue, async ({ attempt }) => {
        begun.push(attempt)
        await go.promise
      }),
    )
    await tasks.add(queue, { n: 1 })
    await eventually(async () => {
      await advance(queue.leaseMs + 5_000)
      expect(await peer.dead(10)).toMatchObject([
        { queue: 'contract', data: { n: 1 }, reason: expect.stringMatching(/./) },
      ])
    })
    expect(begun).toEqual([1, 2])
    go.resolve()
    for (const each of silent) await each[Symbol.asyncDispose]()
    expect(await tasks.dead(10)).toHaveLength(1)
  },
}

/** The promises of `BackgroundTasks`, as tests of an adapter that several processes share. */
export const backgroundTasksContract: (
  name: string,
  factory: () => BackgroundTasksContext | Promise<BackgroundTasksContext>,
) => void = contractSuite('BackgroundTasks', [...backgroundTasksCases, silentWorkerCase, deadlyTaskCase])
