import { type Organization, organizationId, type Project, type ProjectStore, projectId } from '@docent/core'
import { expect } from 'vitest'
import type { ManualClock } from '../fakes/manual-clock.ts'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

export interface ProjectStoreContext extends ContractContext {
  readonly store: ProjectStore
  /** The store's only source of time. */
  readonly clock: ManualClock
  /** Another store over the same data and with the same clock. Absent when the data is in memory. */
  peer?(): ProjectStore | Promise<ProjectStore>
}

const mine = organizationId('mine')
const docs = projectId('docs')

export const projectStoreCases: readonly ContractCase<ProjectStoreContext>[] = [
  {
    name: 'creates and replaces organizations by id',
    async run({ store, peer }) {
      const first: Organization = { id: mine, name: 'Mine', limits: {} }
      const changed: Organization = { id: mine, name: 'Ours', limits: { keyPerMonth: 5, ipPerDay: 7 } }
      await store.putOrganization(first)
      expect(await store.organization(mine)).toEqual(first)
      await store.putOrganization(changed)
      await store.putOrganization({ id: organizationId('default'), name: 'Default', limits: {} })
      const reader = (await peer?.()) ?? store
      expect(await reader.organization(mine)).toEqual(changed)
      expect((await reader.organizations()).map((each) => each.id)).toEqual(['default', 'mine'])
    },
  },
  {
    name: 'answers unknown ids and names with undefined',
    async run({ store }) {
      expect(await store.organization(organizationId('nobody'))).toBeUndefined()
      expect(await store.get(projectId('nothing'))).toBeUndefined()
      expect(await store.byDomain('nowhere')).toBeUndefined()
      expect(await store.state(projectId('nothing'), 'index')).toBeUndefined()
      expect(await store.list()).toEqual([])
      expect(await store.organizations()).toEqual([])
      await store.unlease('never taken', 'me')
    },
  },
  {
    name: 'gives back every field of a project by id and by domain, to every store over the same data',
    async run({ store, peer }) {
      const full: Project = {
        ...project('docs'),
        branch: 'main',
        gitHost: 'github',
        siteUrl: 'https://docs.example.com',
        models: { agent: 'anthropic:large', embedding: 'ollama:small' },
        assistant: { finishThreadId: 'metadata', threadKeys: 'required' },
      }
      await store.put(full)
      const reader = (await peer?.()) ?? store
      expect(await reader.get(docs)).toStrictEqual(full)
      expect(await reader.byDomain('docs-site')).toStrictEqual(full)
    },
  },
  {
    name: 'leaves out what a project leaves out',
    async run({ store }) {
      await store.put({ ...project('docs'), branch: 'main' })
      await store.put(project('docs'))
      expect(await store.get(docs)).toStrictEqual(project('docs'))
    },
  },
  {
    name: 'replaces a project by id',
    async run({ store }) {
      await store.put(project('docs'))
      const changed = { ...project('docs'), name: 'New name', disabled: true, docsPath: 'site' }
      await store.put(changed)
      expect(await store.list()).toEqual([changed])
      expect(await store.byDomain('docs-site')).toEqual(changed)
    },
  },
  {
    name: 'lists projects by id, disabled ones too',
    async run({ store }) {
      for (const name of ['b', 'c', 'a']) await store.put({ ...project(name), disabled: name === 'a' })
      expect((await store.list()).map((each) => each.id)).toEqual(['a', 'b', 'c'])
    },
  },
  {
    name: 'refuses the domain of another project, a disabled one too',
    async run({ store }) {
      await store.put({ ...project('docs'), disabled: true })
      const thief = store.put({ ...project('blog'), domain: 'docs-site' })
      await expect(thief).rejects.toMatchObject({ code: 'conflict' })
      expect(await store.get(projectId('blog'))).toBeUndefined()
      expect((await store.byDomain('docs-site'))?.id).toBe('docs')
    },
  },
  {
    name: 'refuses another domain or organization for a project that is there, and changes nothing',
    async run({ store }) {
      await store.put(project('docs'))
      const moved = store.put({ ...project('docs'), name: 'X', domain: 'elsewhere' })
      await expect(moved).rejects.toMatchObject({ code: 'conflict' })
      const given = store.put({ ...project('docs'), name: 'X', organizationId: organizationId('theirs') })
      await expect(given).rejects.toMatchObject({ code: 'conflict' })
      expect(await store.list()).toEqual([project('docs')])
      expect(await store.byDomain('elsewhere')).toBeUndefined()
    },
  },
  {
    name: 'gives a domain to one of many concurrent projects',
    async run({ store, peer }) {
      const stores = [store, (await peer?.()) ?? store]
      const puts = Array.from({ length: 10 }, (_, n) =>
        (stores[n % 2] ?? store).put({ ...project(`p${n}`), domain: 'wanted' }),
      )
      const outcomes = await Promise.allSettled(puts)
      expect(outcomes.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
      expect(await store.list()).toHaveLength(1)
    },
  },
  {
    name: 'gives a lease to one holder until it ends by the clock of the store',
    async run({ store, peer, clock }) {
      const other = (await peer?.()) ?? store
      expect(await store.lease('index:docs', 'one', 15_000)).toBe(true)
      expect(await other.lease('index:docs', 'two', 15_000)).toBe(false)
      clock.advance(14_999)
      expect(await other.lease('index:docs', 'two', 15_000)).toBe(false)
      clock.advance(1)
      expect(await other.lease('index:docs', 'two', 15_000)).toBe(true)
      expect(await store.lease('index:docs', 'one', 15_000)).toBe(false)
    },
  },
  {
    name: 'renews a lease for its holder from now on',
    async run({ store, clock }) {
      await store.lease('index:docs', 'one', 15_000)
      clock.advance(10_000)
      expect(await store.lease('index:docs', 'one', 15_000)).toBe(true)
      clock.advance(14_999)
      expect(await store.lease('index:docs', 'two', 15_000)).toBe(false)
      clock.advance(1)
      expect(await store.lease('index:docs', 'two', 15_000)).toBe(true)
    },
  },
  {
    name: 'keeps leases of different names apart',
    async run({ store }) {
      expect(await store.lease('index:docs', 'one', 15_000)).toBe(true)
      expect(await store.lease('index:blog', 'two', 15_000)).toBe(true)
    },
  },
  {
    name: 'takes a lease back from its holder only',
    async run({ store }) {
      await store.lease('index:docs', 'one', 15_000)
      await store.unlease('index:docs', 'two')
      expect(await store.lease('index:docs', 'two', 15_000)).toBe(false)
      await store.unlease('index:docs', 'one')
      expect(await store.lease('index:docs', 'two', 15_000)).toBe(true)
    },
  },
  {
    name: 'gives a lease to one of many who ask at once',
    async run({ store, peer }) {
      const stores = [store, (await peer?.()) ?? store]
      const asked = Array.from({ length: 20 }, (_, n) =>
        (stores[n % 2] ?? store).lease('index:docs', `holder ${n}`, 15_000),
      )
      expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
    },
  },
  {
    name: 'keeps the state of a project by key: any JSON, the last value set',
    async run({ store, peer }) {
      const value = { done: 3, of: 10, failed: ['a.md'], last: null, note: 'é 🗼 \ud83d', deep: { ok: true } }
      await store.setState(docs, 'index', { done: 1 })
      await store.setState(docs, 'index', value)
      await store.setState(docs, 'empty', null)
      await store.setState(docs, 'number', 0)
      await store.setState(projectId('blog'), 'index', 'other')
      const reader = (await peer?.()) ?? store
      expect(await reader.state(docs, 'index')).toEqual(value)
      expect(await reader.state(docs, 'empty')).toBeNull()
      expect(await reader.state(docs, 'number')).toBe(0)
      expect(await reader.state(projectId('blog'), 'index')).toBe('other')
      expect(await reader.state(docs, 'never set')).toBeUndefined()
    },
  },
  {
    name: 'is not changed by what a caller does with what it got',
    async run({ store }) {
      await store.put(project('docs'))
      const got = await store.get(docs)
      ;(got as { models: Record<string, string> }).models.agent = 'changed'
      expect(await store.get(docs)).toEqual(project('docs'))
    },
  },
  {
    name: 'rejects with the reason of an aborted signal and writes nothing',
    async run({ store }) {
      const reason = new Error('gone')
      const signal = AbortSignal.abort(reason)
      await expect(store.put(project('docs'), { signal })).rejects.toBe(reason)
      await expect(store.putOrganization({ id: mine, name: 'x', limits: {} }, { signal })).rejects.toBe(
        reason,
      )
      await expect(store.lease('name', 'one', 1_000, { signal })).rejects.toBe(reason)
      await expect(store.setState(docs, 'index', 1, { signal })).rejects.toBe(reason)
      await expect(store.list({ signal })).rejects.toBe(reason)
      await expect(store.get(docs, { signal })).rejects.toBe(reason)
      expect(await store.list()).toEqual([])
      expect(await store.organizations()).toEqual([])
      expect(await store.state(docs, 'index')).toBeUndefined()
      expect(await store.lease('name', 'two', 1_000)).toBe(true)
    },
  },
]

/** Registers the tests that every ProjectStore must pass. */
export const projectStoreContract: ReturnType<typeof contractSuite<ProjectStoreContext>> = contractSuite(
  'ProjectStore',
  projectStoreCases,
)

function project(id: string): Project {
  return {
    id: projectId(id),
    organizationId: mine,
    domain: `${id}-site`,
    name: `The ${id}`,
    repository: `https://github.com/acme/${id}`,
    docsPath: '',
    models: { assistant: 'offline:extract' },
    assistant: { finishThreadId: 'auto', threadKeys: 'optional' },
    origin: 'store',
    disabled: false,
    createdAt: 1_768_478_400_123,
  }
}
