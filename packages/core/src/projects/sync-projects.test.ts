import { ManualClock, MemoryProjectStore } from '@docent/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_ORGANIZATION, organizationId, projectId } from '../domain/ids.ts'
import { Models } from '../models/models.ts'
import { AddProject } from './add-project.ts'
import { ProjectConfig } from './project-config.ts'
import { SyncProjects } from './sync-projects.ts'

let clock: ManualClock
let store: MemoryProjectStore & { writes: number }
let sync: SyncProjects

class CountingStore extends MemoryProjectStore {
  writes = 0
  override put(...call: Parameters<MemoryProjectStore['put']>): Promise<void> {
    this.writes += 1
    return super.put(...call)
  }
}

const project = (id: string, more: object = {}) =>
  ProjectConfig.parse({ id, repository: `https://git.example/${id}`, ...more })
const run = (...projects: ProjectConfig[]) => sync.sync({ organizations: [], projects })

beforeEach(() => {
  clock = new ManualClock(1_000)
  store = new CountingStore()
  sync = new SyncProjects(store, clock, new Models([]))
})

describe('bringing the store in line with the config', () => {
  it('makes the default organization and the named projects', async () => {
    await run(project('docs'))
    expect(await store.organization(DEFAULT_ORGANIZATION)).toMatchObject({ id: 'default' })
    expect(await store.get(projectId('docs'))).toMatchObject({
      domain: 'docs',
      origin: 'config',
      disabled: false,
      createdAt: 1_000,
    })
  })

  it('updates what changed, keeps when it was made, and writes nothing when nothing changed', async () => {
    await run(project('docs'))
    clock.advance(5_000)
    await run(project('docs', { name: 'Handbook' }))
    expect(await store.get(projectId('docs'))).toMatchObject({ name: 'Handbook', createdAt: 1_000 })
    const { writes } = store
    await run(project('docs', { name: 'Handbook' }))
    expect(store.writes).toBe(writes)
  })

  it('disables a project that is gone, and enables it when it is back', async () => {
    await run(project('docs'))
    await run()
    expect(await store.get(projectId('docs'))).toMatchObject({ disabled: true })
    await run(project('docs'))
    expect(await store.get(projectId('docs'))).toMatchObject({ disabled: false })
  })

  it('leaves alone what the command line made', async () => {
    await run()
    await new AddProject(store, clock, new Models([])).add(project('mine'))
    await run()
    expect(await store.get(projectId('mine'))).toMatchObject({ origin: 'store', disabled: false })
  })

  it('refuses to move a project to another domain or organization, naming it', async () => {
    await run(project('docs'))
    await expect(run(project('docs', { domain: 'other' }))).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('"docs"'),
    })
  })

  it('keeps the limits of organizations', async () => {
    const acme = { id: organizationId('acme'), name: 'Acme', limits: { ipPerDay: 7 } }
    await sync.sync({ organizations: [acme], projects: [] })
    expect(await store.organization(acme.id)).toEqual(acme)
  })
})

describe('adding a project', () => {
  it('refuses an id that is taken and an organization that is not there', async () => {
    await run()
    const add = new AddProject(store, clock, new Models([]))
    await add.add(project('docs'))
    await expect(add.add(project('docs'))).rejects.toMatchObject({ code: 'conflict' })
    await expect(add.add(project('x', { organization: 'acme' }))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('asks for a domain when the id is not a DNS label', async () => {
    await run()
    const add = new AddProject(store, clock, new Models([]))
    await expect(add.add(project('My_Docs'))).rejects.toMatchObject({ issues: [{ path: 'domain' }] })
  })
})
