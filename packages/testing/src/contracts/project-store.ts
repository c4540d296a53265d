import {
  type Organization,
  organizationId,
  type Project,
  type ProjectStore,
  projectId,
} from '@docent/core/plugin'
import { expect } from 'vitest'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

export interface ProjectStoreContext extends ContractContext {
  readonly store: ProjectStore
  /** Another store over the same data. Absent when the data is in memory. */
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
      expect(await store.list()).toEqual([])
      expect(await store.organizations()).toEqual([])
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
        assistant: { finishThreadId: 'metadata', threadKeys: 'required', grounding: 'strict' },
      }
      await store.put(full)
      const reader = (await peer?.()) ?? store
      expect(await reader.get(docs)).toStrictEqual(full)
      expect(await reader.byDomain('docs-site')).toStrictEqual(full)
      for (const domain of ['docs', 'docs-site-2', 'DOCS-SITE', 'docs_site', '%', ''])
        expect(await reader.byDomain(domain)).toBeUndefined()
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
      await expect(store.list({ signal })).rejects.toBe(reason)
      await expect(store.get(docs, { signal })).rejects.toBe(reason)
      expect(await store.list()).toEqual([])
      expect(await store.organizations()).toEqual([])
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
