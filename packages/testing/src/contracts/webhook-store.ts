import { jobId } from '@docent/core'
import { defined, organizationId, projectId, type WebhookStore, type WebhookTask } from '@docent/core/plugin'
import { expect } from 'vitest'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

export interface WebhookStoreContext extends ContractContext {
  readonly store: WebhookStore
  /** Another store over the same data, as another process has it. Absent when the data is in memory. */
  peer?(): WebhookStore | Promise<WebhookStore>
}

const mine = organizationId('mine')
const docs = projectId('docs')
const blog = projectId('blog')

const ids = (tasks: readonly WebhookTask[]): string[] => tasks.map((task) => task.id)

export const webhookStoreCases: readonly ContractCase<WebhookStoreContext>[] = [
  {
    name: 'gives back every field of a task, to every store over the same data',
    async run({ store, peer }) {
      const full: WebhookTask = {
        ...task('full'),
        jobId: jobId('j1'),
        endpointId: 'whe_1',
        attempts: 3,
        lastError: 'It answered 500.',
        data: { type: 'job.created', text: 'ü 漢字 🙂', list: [1, null, { deep: true }] },
      }
      const { organizationId: _o, projectId: _p, ...bare } = task('bare', { kind: 'received' })
      expect(await store.add([full, bare])).toEqual(['full', 'bare'])
      const reader = (await peer?.()) ?? store
      expect(await reader.get('full')).toStrictEqual(full)
      expect(await reader.get('bare')).toStrictEqual(bare)
      expect(await reader.get('nothing')).toBeUndefined()
    },
  },
  {
    name: 'keeps a task that is added again as it is, and says which were new',
    async run({ store, peer }) {
      const other = (await peer?.()) ?? store
      await store.add([task('a')])
      await store.change('a', (each) => ({ ...each, status: 'done' }))
      expect(await other.add([task('a'), task('b'), task('b')])).toEqual(['b'])
      expect((await store.get('a'))?.status).toBe('done')
    },
  },
  {
    name: 'lets one of two concurrent adds of one id win',
    async run({ store, peer }) {
      const other = (await peer?.()) ?? store
      const added = await Promise.all([store.add([task('a')]), other.add([task('a')])])
      expect(added.flat()).toEqual(['a'])
    },
  },
  {
    name: 'shows pending tasks that are due, the longest due first, and at most so many',
    async run({ store, peer }) {
      await store.add([
        task('later', { dueAt: 3_000 }),
        task('second', { dueAt: 2_000 }),
        task('first', { dueAt: 1_000 }),
        task('waits', { dueAt: 1_000, status: 'waiting' }),
        task('done', { dueAt: 1_000, status: 'done' }),
        task('dead', { dueAt: 1_000, status: 'dead' }),
      ])
      const reader = (await peer?.()) ?? store
      expect(ids(await reader.due(2_000, 10))).toEqual(['first', 'second'])
      expect(ids(await reader.due(2_000, 1))).toEqual(['first'])
      expect(ids(await reader.due(999, 10))).toEqual([])
    },
  },
  {
    name: 'changes a task in one transaction, and loses no change of many at once',
    async run({ store, peer }) {
      const other = (await peer?.()) ?? store
      await store.add([task('a')])
      const attempt = (each: WebhookTask) => ({ ...each, attempts: each.attempts + 1 })
      await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? store : other).change('a', attempt)))
      expect((await store.get('a'))?.attempts).toBe(20)
      const changed = await store.change('a', (each) => ({ ...each, status: 'pending', dueAt: 9_000 }))
      expect(changed).toMatchObject({ id: 'a', dueAt: 9_000, attempts: 20 })
      expect(ids(await other.due(8_999, 10))).toEqual([])
      expect(ids(await other.due(9_000, 10))).toEqual(['a'])
    },
  },
  {
    name: 'rethrows what a change throws and writes nothing, and answers undefined for an unknown task',
    async run({ store }) {
      await store.add([task('a')])
      const failing = () => {
        throw new Error('not allowed')
      }
      await expect(store.change('a', failing)).rejects.toThrow('not allowed')
      expect(await store.get('a')).toStrictEqual(task('a'))
      expect(await store.change('nothing', (each) => each)).toBeUndefined()
    },
  },
  {
    name: 'keeps id, kind and time of creation whatever a change says',
    async run({ store }) {
      await store.add([task('a')])
      await store.change('a', (each) => ({ ...each, id: 'b', kind: 'answer', createdAt: 1 }))
      expect(await store.get('a')).toStrictEqual(task('a'))
      expect(await store.get('b')).toBeUndefined()
    },
  },
  {
    name: 'finds the waiting tasks of a job, the oldest first',
    async run({ store }) {
      const of = (id: string, job: string, status: WebhookTask['status'] = 'waiting') =>
        task(id, { kind: 'answer', status, jobId: jobId(job) })
      await store.add([of('z', 'j1'), of('a', 'j1'), of('other', 'j2'), of('sent', 'j1', 'done')])
      expect(ids(await store.waiting(jobId('j1')))).toEqual(['z', 'a'])
      await store.change('z', (each) => ({ ...each, status: 'pending' }))
      expect(ids(await store.waiting(jobId('j1')))).toEqual(['a'])
      expect(await store.waiting(jobId('j3'))).toEqual([])
    },
  },
  {
    name: 'lists the tasks of one kind, organization, projects and status, newest first',
    async run({ store }) {
      await store.add([
        task('old', { createdAt: 1_000 }),
        task('a', { createdAt: 2_000, projectId: blog }),
        task('b', { createdAt: 2_000, status: 'dead' }),
        task('foreign', { organizationId: organizationId('theirs') }),
        task('answer', { kind: 'answer' }),
      ])
      const query = { kind: 'delivery', organizationId: mine, limit: 10 } as const
      expect(ids((await store.list(query)).tasks)).toEqual(['b', 'a', 'old'])
      expect(ids((await store.list({ ...query, status: 'dead' })).tasks)).toEqual(['b'])
      expect(ids((await store.list({ ...query, projectIds: [docs] })).tasks)).toEqual(['b', 'old'])
      expect(ids((await store.list({ ...query, projectIds: [] })).tasks)).toEqual([])
    },
  },
  {
    name: 'pages through every task once, also when new ones come in meanwhile, and refuses a wrong cursor',
    async run({ store }) {
      await store.add(['a', 'b', 'c', 'd', 'e'].map((id) => task(id, { createdAt: 5_000 })))
      const query = { kind: 'delivery', organizationId: mine, limit: 2 } as const
      const seen: string[] = []
      let cursor: string | undefined
      for (let page = 0; page < 3; page += 1) {
        const answer = await store.list({ ...query, ...defined({ cursor }) })
        seen.push(...ids(answer.tasks))
        await store.add([task(`new-${page}`, { createdAt: 6_000 })])
        cursor = answer.nextCursor ?? undefined
        expect(cursor === undefined).toBe(page === 2)
      }
      expect(seen).toEqual(['e', 'd', 'c', 'b', 'a'])
      await expect(store.list({ ...query, cursor: 'nonsense' })).rejects.toMatchObject({
        code: 'invalid_request',
      })
    },
  },
  {
    name: 'deletes what ended and was not touched since, and nothing else',
    async run({ store }) {
      await store.add([
        task('done', { status: 'done', updatedAt: 1_000 }),
        task('dead', { status: 'dead', updatedAt: 1_000 }),
        task('touched', { status: 'dead', updatedAt: 2_000 }),
        task('pending', { updatedAt: 1_000 }),
        task('waiting', { status: 'waiting', updatedAt: 1_000 }),
      ])
      await store.prune(2_000)
      const left = await Promise.all(
        ['done', 'dead', 'touched', 'pending', 'waiting'].map((id) => store.get(id)),
      )
      expect(left.map((each) => each?.id)).toEqual([undefined, undefined, 'touched', 'pending', 'waiting'])
      expect(await store.add([task('done')])).toEqual(['done'])
    },
  },
  {
    name: 'remembers disabled endpoints, with the first time, until they are used again',
    async run({ store, peer }) {
      const reader = (await peer?.()) ?? store
      await store.disableEndpoint('whe_1', 1_000)
      await store.disableEndpoint('whe_1', 2_000)
      await store.disableEndpoint('whe_2', 3_000)
      expect(await reader.disabledEndpoints()).toEqual(
        new Map([
          ['whe_1', 1_000],
          ['whe_2', 3_000],
        ]),
      )
      await reader.disableEndpoint('whe_1', null)
      await reader.disableEndpoint('whe_3', null)
      expect([...(await store.disabledEndpoints()).keys()]).toEqual(['whe_2'])
    },
  },
  {
    name: 'is not changed by what a caller does with what it gave or got',
    async run({ store }) {
      const data = { list: [1] }
      await store.add([task('a', { data })])
      data.list.push(2)
      const [got] = await store.due(1_000, 1)
      if (!got) throw new Error('The task is not there.')
      ;(got.data as { list: number[] }).list.push(3)
      expect((await store.get('a'))?.data).toEqual({ list: [1] })
    },
  },
  {
    name: 'rejects with the reason of an aborted signal and writes nothing',
    async run({ store }) {
      const reason = new Error('gone')
      const options = { signal: AbortSignal.abort(reason) }
      await expect(store.add([task('a')], options)).rejects.toBe(reason)
      await store.add([task('b', { status: 'dead', updatedAt: 1 })])
      await expect(store.change('b', (each) => ({ ...each, attempts: 9 }), options)).rejects.toBe(reason)
      await expect(store.prune(2_000, options)).rejects.toBe(reason)
      await expect(store.disableEndpoint('whe_1', 1, options)).rejects.toBe(reason)
      await expect(store.get('b', options)).rejects.toBe(reason)
      await expect(store.due(1, 1, options)).rejects.toBe(reason)
      await expect(store.waiting(jobId('j'), options)).rejects.toBe(reason)
      await expect(store.list({ kind: 'delivery', organizationId: mine, limit: 1 }, options)).rejects.toBe(
        reason,
      )
      await expect(store.disabledEndpoints(options)).rejects.toBe(reason)
      expect(await store.get('a')).toBeUndefined()
      expect(await store.get('b')).toMatchObject({ attempts: 0 })
      expect(await store.disabledEndpoints()).toEqual(new Map())
    },
  },
]

/** Registers the tests that every WebhookStore must pass. */
export const webhookStoreContract: ReturnType<typeof contractSuite<WebhookStoreContext>> = contractSuite(
  'WebhookStore',
  webhookStoreCases,
)

function task(id: string, overrides: Partial<WebhookTask> = {}): WebhookTask {
  return {
    id,
    kind: 'delivery',
    status: 'pending',
    organizationId: mine,
    projectId: docs,
    attempts: 0,
    dueAt: 1_000,
    createdAt: 1_000,
    updatedAt: 1_000,
    data: {},
    ...overrides,
  }
}
