import { ManualClock, MemoryProjectStore } from '@docent/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { KeyRecord } from '../domain/key.ts'
import { FindProject } from './find-project.ts'
import { ProjectConfig, toProject } from './project-config.ts'

let clock: ManualClock
let store: MemoryProjectStore
let find: FindProject

const key = (change: object = {}) =>
  ({ kind: 'admin', organizationId: 'default', projectIds: [], ...change }) as unknown as KeyRecord
const project = (id: string, organization = 'default') =>
  toProject(ProjectConfig.parse({ id, organization, repository: `https://git.example/${id}` }), 'store', 0)

beforeEach(async () => {
  clock = new ManualClock(0)
  store = new MemoryProjectStore()
  find = new FindProject(store, clock)
  await store.put(project('docs'))
  await store.put(project('blog'))
  await store.put(project('secret', 'elsewhere'))
  await store.put({ ...project('gone'), disabled: true })
})

describe('finding a project', () => {
  it('answers every project of the organization to an admin key without a list', async () => {
    expect((await find.byId(key(), 'docs')).id).toBe('docs')
    expect((await find.byId(key(), 'blog')).id).toBe('blog')
  })

  it('is the same refusal for whatever a key may not see', async () => {
    const refusals = await Promise.all([
      ...['nothing', 'secret', 'gone'].map((id) => find.byId(key(), id).catch((error: unknown) => error)),
      find.byId(key({ projectIds: ['blog'] }), 'docs').catch((error: unknown) => error),
      find
        .byDomain(key({ kind: 'assistant', projectIds: ['blog'] }), 'docs')
        .catch((error: unknown) => error),
      find.byDomain(key({ kind: 'assistant' }), 'docs').catch((error: unknown) => error),
    ])
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 'not_found', message: 'There is no such project.' })
  })

  it('answers a project by the host of its site to an assistant key that names it', async () => {
    await store.put({ ...project('docs'), siteUrl: 'https://docs.acme.com/base' })
    const assistant = (projectIds: string[]) => key({ kind: 'assistant', projectIds })
    const found = await find.byDomain(assistant(['blog', 'docs']), 'Docs.Acme.com')
    expect(found.id).toBe('docs')
    for (const [projectIds, domain] of [
      [['blog'], 'docs.acme.com'],
      [['docs'], 'acme.com'],
    ] as const)
      await expect(find.byDomain(assistant([...projectIds]), domain)).rejects.toMatchObject({
        code: 'not_found',
      })
  })

  it('sees that a project was disabled after 2 seconds at the latest', async () => {
    await find.byId(key(), 'docs')
    await store.put({ ...project('docs'), disabled: true })
    clock.advance(2_000)
    await expect(find.byId(key(), 'docs')).rejects.toMatchObject({ code: 'not_found' })
  })
})
