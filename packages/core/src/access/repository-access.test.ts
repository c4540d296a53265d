import { MemoryProjectStore, makeProject } from '@docent/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { organizationId, projectId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import { makeDefaultOrganization } from '../projects/make-default-organization.ts'
import { RepositoryAccess } from './repository-access.ts'

const acme = organizationId('acme')
const beta = organizationId('beta')
const stored = (organization: typeof acme) => ({ organizationId: organization, origin: 'store' }) as const

let store: MemoryProjectStore
const access = (repositories: Record<string, string[]> = {}) => new RepositoryAccess(store, { repositories })
const put = (id: string, organization: typeof acme, more: Partial<Project>) =>
  store.put(
    makeProject({ id: projectId(id), domain: id, organizationId: organization, origin: 'config', ...more }),
  )

beforeEach(async () => {
  store = new MemoryProjectStore()
  await makeDefaultOrganization(store)
})

test('a server with one organization lets it use everything', async () => {
  for (const repository of ['file:///srv/git/docs', 'https://github.com/acme/docs', 'ssh://git@host/a/b'])
    expect(await access().reach(stored(organizationId('default')), repository)).toBe('server')
})

describe('with several organizations', () => {
  beforeEach(async () => {
    for (const id of [acme, beta]) await store.putOrganization({ id, name: id, limits: {} })
    await put('docs', acme, {
      repository: 'https://github.com/Acme/Docs',
      agent: {
        comments: { enabled: false, mention: '@docent' },
        contexts: [{ name: 'sdk', repository: 'file:///srv/git/acme/sdk.git' }],
      },
    })
  })

  test.each([
    'https://github.com/acme/docs',
    'https://github.com/acme/docs.git/',
    'https://GITHUB.com//acme/docs',
    'https://github.com./acme/docs',
    'https://github.com:443/acme/x/../docs',
    'https://github.com/acme/%64ocs',
    'https://github.com/%61cme/docs.GIT',
    'https://eve@github.com/acme/docs',
    'http://github.com/acme/docs',
    'ssh://git@github.com:2222/acme/docs',
    'git@github.com:acme/docs.git',
  ])('%s is the one of the organization whose project has it', async (repository) => {
    expect(await access().reach(stored(acme), repository)).toBe('server')
    expect(await access().reach(stored(beta), repository)).toBe('none')
    expect(await access().reach(stored(organizationId('default')), repository)).toBe('none')
  })

  test.each([
    'file:///srv/git/acme/sdk.git',
    'file://localhost/srv/git/acme/sdk.git/',
    'file:///srv/git/beta/../acme/sdk.git',
    'file:///srv/git/acme/%73dk.git',
    'file:///srv/git/acme/sdk',
    'file:///srv/git/acme/SDK.git',
    'file:///srv/git/nobody.git',
    'ssh://git@host/nobody/docs',
    'https://github.com/acme%2Fdocs',
    'https://github.com/x/..%2Facme%2Fdocs',
    'https://github.com/acme/docs%252e',
    'no url',
  ])('%s needs the word of the operator', async (repository) => {
    expect(await access().reach(stored(beta), repository)).toBe('none')
  })

  test('what nobody was given is read as anybody reads it', async () => {
    expect(await access().reach(stored(beta), 'https://github.com/public/library')).toBe('anybody')
    expect(await access().reach(stored(beta), 'https://github.com:8443/acme/docs')).toBe('anybody')
  })

  test('the operator gives repositories, alone or by their folder, and shares them', async () => {
    const given = access({
      acme: ['https://gitlab.example/acme/*', 'file:///srv/git/acme/*'],
      beta: ['https://github.com/acme/docs', 'file:///srv/git/beta'],
    })
    const reach = (organization: typeof acme, repository: string) =>
      given.reach(stored(organization), repository)
    expect(await reach(acme, 'https://gitlab.example/ACME/group/docs.git')).toBe('server')
    expect(await reach(beta, 'https://gitlab.example/acme/group/docs')).toBe('none')
    expect(await reach(acme, 'https://gitlab.example/acme-evil/docs')).toBe('anybody')
    expect(await reach(acme, 'file:///srv/git/acme/docs.git')).toBe('server')
    expect(await reach(acme, 'file:///srv/git/acme/../beta')).toBe('none')
    expect(await reach(acme, 'file:///srv/git/acme/%2e%2e/beta')).toBe('none')
    expect(await reach(acme, 'file:///srv/git/ACME/docs.git')).toBe('none')
    expect(await reach(beta, 'https://github.com/acme/docs')).toBe('server')
    expect(await reach(acme, 'https://github.com/acme/docs')).toBe('server')
    expect(await reach(beta, 'file:///srv/git/beta')).toBe('server')
    expect(await reach(beta, 'file:///srv/git/beta.git')).toBe('none')
    expect(await access({ beta: ['*'] }).reach(stored(beta), 'file:///srv/git/any')).toBe('server')
    expect(await access({ beta: ['*'] }).reach(stored(acme), 'https://github.com/acme/new')).toBe('anybody')
    expect(
      await access({ beta: ['https://github.com/*'] }).reach(stored(acme), 'https://github.com/a/b'),
    ).toBe('none')
  })

  test('projects of the dashboard give nothing, and keep others from a repository', async () => {
    const repository = 'https://github.com/public/handbook'
    await put('handbook', beta, { repository, origin: 'store' })
    expect(await access().reach(stored(beta), repository)).toBe('anybody')
    expect(await access().reach(stored(acme), repository)).toBe('none')
    expect(await access({ acme: [repository] }).reach(stored(acme), repository)).toBe('server')
    await put('handbook', beta, { repository, origin: 'store', disabled: true })
    expect(await access().reach(stored(acme), repository)).toBe('anybody')
  })

  test('a project that is gone from the file gives nothing any more', async () => {
    await put('docs', acme, { repository: 'file:///srv/git/docs', disabled: true })
    expect(await access().reach(stored(acme), 'file:///srv/git/docs')).toBe('none')
  })

  test('the demo has its own repository, and no other', async () => {
    const demo = { organizationId: organizationId('default'), origin: 'demo' } as const
    await put('demo', demo.organizationId, { repository: 'file:///data/demo.git', origin: 'demo' })
    expect(await access().reach(demo, 'file:///data/demo.git')).toBe('server')
    expect(await access().reach(demo, 'file:///srv/git/acme/sdk.git')).toBe('none')
  })
})
