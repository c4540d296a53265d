import { threadId } from '@docent/core'
import { projectId, type Thread, type ThreadStore, type ThreadTurn } from '@docent/core/plugin'
import { expect } from 'vitest'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'
import { threadAnalyticsCases } from './thread-analytics.ts'
import { threadClaimCases } from './thread-claims.ts'
import { threadFilterCases } from './thread-filters.ts'
import { threadReportCases } from './thread-reports.ts'
import { threadRetentionCases } from './thread-retention.ts'
import { threadYearCases } from './thread-year.ts'

export interface ThreadStoreContext extends ContractContext {
  readonly store: ThreadStore
  /** Another store over the same data, as another process has it. Absent when the data is in memory. */
  peer?(): ThreadStore | Promise<ThreadStore>
}

const project = projectId('docs')
const id = threadId('3f1c9a0e5b7d4c2a8e6f0b1d2c3a4e5f')
const unknown = threadId('ffffffffffffffffffffffffffffffff')

const thread: Thread = {
  id,
  projectId: project,
  fp: 'visitor-1 é',
  threadKeyHash: 'ab'.repeat(32),
  createdAt: 1_768_478_400_123,
}

export const threadStoreCases: readonly ContractCase<ThreadStoreContext>[] = [
  {
    name: 'gives back a thread as it was created, to every store over the same data',
    async run({ store, peer }) {
      await store.create(thread)
      const reader = (await peer?.()) ?? store
      expect(await reader.get(project, id)).toEqual(thread)
      expect(await reader.turns(id, 10)).toEqual([])
    },
  },
  {
    name: 'keeps a thread without a key hash',
    async run({ store }) {
      await store.create({ ...thread, threadKeyHash: null })
      expect((await store.get(project, id))?.threadKeyHash).toBeNull()
    },
  },
  {
    name: 'does not show a thread to another project',
    async run({ store }) {
      await store.create(thread)
      expect(await store.get(projectId('other'), id)).toBeUndefined()
    },
  },
  {
    name: 'answers an unknown id with undefined, no turns, and not_found for an append',
    async run({ store }) {
      await store.create(thread)
      expect(await store.get(project, unknown)).toBeUndefined()
      expect(await store.turns(unknown, 10)).toEqual([])
      await expect(store.append(unknown, turn('a'))).rejects.toMatchObject({ code: 'not_found' })
      const replacing = store.append(unknown, turn('a'), { replaceLast: true })
      await expect(replacing).rejects.toMatchObject({ code: 'not_found' })
      expect(await store.turns(unknown, 10)).toEqual([])
    },
  },
  {
    name: 'refuses a thread whose id is there already and keeps the first',
    async run({ store }) {
      await store.create(thread)
      await store.append(id, turn('a'))
      const again = store.create({ ...thread, fp: 'somebody else' })
      await expect(again).rejects.toMatchObject({ code: 'conflict' })
      expect(await store.get(project, id)).toEqual(thread)
      expect(await store.turns(id, 10)).toHaveLength(1)
    },
  },
  {
    name: 'gives back every field of a turn, with its index',
    async run({ store, peer }) {
      await store.create(thread)
      expect(await store.append(id, turn('a'))).toEqual({ ...turn('a'), index: 0 })
      const bare: Omit<ThreadTurn, 'index'> = {
        ...turn('b'),
        asked: {},
        answer: '',
        outcome: 'aborted',
        sources: [],
        searches: [],
        firstTextMs: null,
      }
      expect(await store.append(id, bare)).toEqual({ ...bare, index: 1 })
      const reader = (await peer?.()) ?? store
      expect(await reader.turns(id, 10)).toEqual([
        { ...turn('a'), index: 0 },
        { ...bare, index: 1 },
      ])
    },
  },
  {
    name: 'keeps text exactly: any script, line ends, NUL and half surrogate pairs',
    async run({ store }) {
      await store.create(thread)
      const text = 'naïve — 東京 🗼 \r\n \u0000 \ud83d \u2028 "quoted" \\'
      await store.append(id, { ...turn('a'), question: text, answer: text, asked: { text } })
      expect(await store.turns(id, 1)).toMatchObject([{ question: text, answer: text, asked: { text } }])
    },
  },
  {
    name: 'gives the newest turns, oldest first',
    async run({ store }) {
      await store.create(thread)
      for (const name of ['a', 'b', 'c', 'd']) await store.append(id, turn(name))
      expect((await store.turns(id, 2)).map((each) => [each.index, each.id])).toEqual([
        [2, 'turn-c'],
        [3, 'turn-d'],
      ])
      expect(await store.turns(id, 100)).toHaveLength(4)
      expect(await store.turns(id, 0)).toEqual([])
    },
  },
  {
    name: 'keeps the turns of two threads apart',
    async run({ store }) {
      const other = threadId('0'.repeat(32))
      await store.create(thread)
      await store.create({ ...thread, id: other })
      await store.append(id, turn('a'))
      expect((await store.append(other, turn('b'))).index).toBe(0)
      expect((await store.turns(id, 10)).map((each) => each.id)).toEqual(['turn-a'])
    },
  },
  {
    name: 'never gives two concurrent appends one index, also through two stores over the same data',
    async run({ store, peer }) {
      await store.create(thread)
      const stores = [store, (await peer?.()) ?? store]
      const appended = await Promise.all(
        Array.from({ length: 40 }, (_, n) => (stores[n % 2] ?? store).append(id, turn(String(n)))),
      )
      const expected = Array.from({ length: 40 }, (_, index) => index)
      expect(appended.map((each) => each.index).sort((a, b) => a - b)).toEqual(expected)
      const stored = await store.turns(id, 100)
      expect(stored.map((each) => each.index)).toEqual(expected)
      for (const each of appended) expect(stored[each.index]?.id).toBe(each.id)
    },
  },
  {
    name: 'cuts the last turn first when it replaces it',
    async run({ store }) {
      await store.create(thread)
      await store.append(id, turn('a'))
      await store.append(id, turn('b'))
      expect((await store.append(id, turn('c'), { replaceLast: true })).index).toBe(1)
      expect((await store.turns(id, 10)).map((each) => each.id)).toEqual(['turn-a', 'turn-c'])
      expect((await store.append(id, turn('d'))).index).toBe(2)
    },
  },
  {
    name: 'adds the first turn when there is none to replace',
    async run({ store }) {
      await store.create(thread)
      expect((await store.append(id, turn('a'), { replaceLast: true })).index).toBe(0)
      expect(await store.turns(id, 10)).toHaveLength(1)
    },
  },
  {
    name: 'leaves one turn after concurrent replacements of the only one',
    async run({ store }) {
      await store.create(thread)
      await store.append(id, turn('a'))
      await Promise.all(['b', 'c', 'd'].map((name) => store.append(id, turn(name), { replaceLast: true })))
      expect((await store.turns(id, 10)).map((each) => each.index)).toEqual([0])
    },
  },
  {
    name: 'is not changed by what a caller does with what it got',
    async run({ store }) {
      await store.create(thread)
      const added = await store.append(id, turn('a'))
      ;(added.searches as string[]).push('changed')
      const [read] = await store.turns(id, 1)
      ;(read?.sources as unknown[]).length = 0
      expect(await store.turns(id, 1)).toEqual([{ ...turn('a'), index: 0 }])
    },
  },
  {
    name: 'rejects with the reason of an aborted signal and writes nothing',
    async run({ store }) {
      const reason = new Error('gone')
      const signal = AbortSignal.abort(reason)
      await expect(store.create(thread, { signal })).rejects.toBe(reason)
      expect(await store.get(project, id)).toBeUndefined()
      await store.create(thread)
      await expect(store.append(id, turn('a'), { signal })).rejects.toBe(reason)
      await expect(store.get(project, id, { signal })).rejects.toBe(reason)
      await expect(store.turns(id, 1, { signal })).rejects.toBe(reason)
      expect(await store.turns(id, 10)).toEqual([])
    },
  },
  ...threadReportCases,
  ...threadClaimCases,
  ...threadFilterCases,
  ...threadRetentionCases,
  ...threadAnalyticsCases,
  ...threadYearCases,
]

/** Registers the tests that every ThreadStore must pass. */
export const threadStoreContract: ReturnType<typeof contractSuite<ThreadStoreContext>> = contractSuite(
  'ThreadStore',
  threadStoreCases,
)

function turn(name: string): Omit<ThreadTurn, 'index'> {
  return {
    id: `turn-${name}`,
    question: `What is ${name}?`,
    asked: { currentPath: 'guide/start', context: [{ type: 'code', value: 'a = 1' }], filter: null },
    answer: `It is **${name}**.`,
    outcome: 'answered',
    sources: [{ path: 'guide/start', url: 'https://docs.example.com/guide/start', title: 'Start' }],
    searches: ['what is it', name],
    model: 'offline:extract',
    inputTokens: 1_200,
    outputTokens: 80,
    firstTextMs: 12.5,
    totalMs: 340,
    createdAt: 1_768_478_401_000,
  }
}
