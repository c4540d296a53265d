import { ManualClock, MemoryKeyStore, MemoryProjectStore, ModelRateLimiter } from '@docent/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { RandomIds } from '../container/random-ids.ts'
import { userId } from '../domain/account.ts'
import { DEFAULT_ORGANIZATION, organizationId, projectId } from '../domain/ids.ts'
import { RateLimited } from '../domain/rate-limited.ts'
import { FallbackLimiter } from '../limits/fallback-limiter.ts'
import { Models } from '../models/models.ts'
import type { Settings } from '../ports/settings.ts'
import { ProjectConfig, toProject } from '../projects/project-config.ts'
import { Authenticate, type AuthenticateRequest } from './authenticate.ts'
import { IssueKey, type IssueKeyRequest } from './issue-key.ts'
import { makeReaderToken } from './reader-token.ts'
import { revokeKey } from './revoke-key.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
let clock: ManualClock
let keys: MemoryKeyStore
let projects: MemoryProjectStore
let authenticate: Authenticate

const settings = (...secrets: string[]) => ({ secrets }) as unknown as Settings

function authenticator(secrets = settings('the secret of the test')): Authenticate {
  const limiter = new FallbackLimiter(new ModelRateLimiter(clock), clock, silent)
  return new Authenticate(keys, secrets, clock, silent, limiter)
}

function issue(request: Partial<IssueKeyRequest> = {}, secrets = settings('the secret of the test')) {
  const useCase = new IssueKey(keys, projects, secrets, clock, new RandomIds(clock), new Models([]))
  return useCase.issue({ kind: 'admin', organizationId: DEFAULT_ORGANIZATION, name: 'test', ...request })
}

function present(key: string | undefined, request: Partial<AuthenticateRequest> = {}) {
  const authorization = key === undefined ? undefined : `Bearer ${key}`
  return authenticate.authenticate({
    authorization,
    ip: '192.0.2.1',
    origin: undefined,
    kind: 'admin',
    ...request,
  })
}

beforeEach(async () => {
  clock = new ManualClock(1_800_000_000_000)
  keys = new MemoryKeyStore()
  projects = new MemoryProjectStore()
  const config = ProjectConfig.parse({ id: 'docs', repository: 'https://git.example/docs' })
  await projects.put(toProject(config, 'store', 0))
  authenticate = authenticator()
})

describe('a key', () => {
  it('is shown once and stored only as a keyed hash with its last four characters', async () => {
    const { key, record } = await issue()
    expect(record.lastFour).toBe(key.slice(-4))
    expect(JSON.stringify(await keys.list(DEFAULT_ORGANIZATION))).not.toContain(key.slice(4, -4))
  })

  it('opens what it is for', async () => {
    const { key, record } = await issue()
    expect(await present(key)).toMatchObject({ id: record.id, kind: 'admin' })
  })

  it('is known by its record, whatever its prefix says', async () => {
    const { key } = await issue({ kind: 'assistant', projectIds: [projectId('docs')] })
    expect(key).toMatch(/^svc_dsc_/)
    await expect(present(key)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await present(key, { kind: 'assistant' })).toMatchObject({ kind: 'assistant' })
  })

  it.each([undefined, 'nonsense', `svc_${'a'.repeat(43)}`])('that is %s is refused', async (key) => {
    await expect(present(key)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('that lacks the scope is refused', async () => {
    const { key } = await issue({ scopes: ['read'] })
    expect(await present(key, { scope: 'read' })).toBeDefined()
    await expect(present(key, { scope: 'write' })).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('ends with its expiry, also when it was seen just before', async () => {
    const { key } = await issue({ expiresAt: clock.now() + 1_000 })
    await present(key)
    clock.advance(1_000)
    await expect(present(key)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('is refused within 5 seconds after it was revoked', async () => {
    const { key, record } = await issue()
    await present(key)
    await revokeKey({ keys, clock }, DEFAULT_ORGANIZATION, record.id)
    clock.advance(4_999)
    await expect(present(key)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('is tied to its IP ranges', async () => {
    const { key } = await issue({ allowedIps: ['10.0.0.0/8', '2001:db8::1'] })
    expect(await present(key, { ip: '10.1.2.3' })).toBeDefined()
    expect(await present(key, { ip: '2001:db8::1' })).toBeDefined()
    await expect(present(key, { ip: '192.0.2.1' })).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('is tied to its origins', async () => {
    const { key } = await issue({
      kind: 'assistant',
      projectIds: [projectId('docs')],
      allowedOrigins: ['https://docs.example.com'],
    })
    const at = (origin?: string) => present(key, { kind: 'assistant', origin })
    expect(await at('https://docs.example.com')).toBeDefined()
    await expect(at('https://evil.example.com')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(at()).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('issued under an older secret still opens', async () => {
    const { key } = await issue({}, settings('the older secret'))
    authenticate = authenticator(settings('the newer secret', 'the older secret'))
    expect(await present(key)).toBeDefined()
    expect(await present(key)).toBeDefined()
  })

  it('issued under an older secret opens without that secret once it was used', async () => {
    const [used, unused] = [
      await issue({}, settings('the older secret')),
      await issue({}, settings('the older secret')),
    ]
    authenticate = authenticator(settings('the newer secret', 'the older secret'))
    await present(used.key)
    await Promise.resolve()
    authenticate = authenticator(settings('the newer secret'))
    expect(await present(used.key)).toMatchObject({ id: used.record.id })
    await expect(present(unused.key)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('records its last use at most once a minute, without holding up the request', async () => {
    const { key, record } = await issue()
    const lastUse = async () =>
      (await keys.list(DEFAULT_ORGANIZATION)).find(({ id }) => id === record.id)?.lastUsedAt
    const first = clock.now()
    await present(key)
    await Promise.resolve()
    expect(await lastUse()).toBe(first)
    clock.advance(59_000)
    await present(key)
    expect(await lastUse()).toBe(first)
    clock.advance(1_000)
    await present(key)
    await Promise.resolve()
    expect(await lastUse()).toBe(first + 60_000)
  })
})

describe('failed authentications', () => {
  const fail = (ip: string) => present(undefined, { ip }).catch((error: unknown) => error)

  it('answer 429 after 100 of one address in 10 minutes, for 10 minutes', async () => {
    for (let i = 0; i < 100; i++) expect(await fail('192.0.2.1')).toMatchObject({ code: 'unauthorized' })
    clock.advance(5_000)
    const refused = await fail('192.0.2.1')
    expect(RateLimited.isRateLimited(refused)).toBe(true)
    expect(refused).toMatchObject({ limit: 'ip', resetAt: clock.now() + 600_000 })
    clock.advance(599_999)
    expect(await fail('192.0.2.1')).toMatchObject({ code: 'rate_limited' })
    clock.advance(1)
    expect(await fail('192.0.2.1')).toMatchObject({ code: 'unauthorized' })
  })

  it('never stop a valid key of the same address, nor another address', async () => {
    const { key } = await issue()
    for (let i = 0; i < 101; i++) await fail('192.0.2.1')
    expect(await present(key)).toBeDefined()
    expect(await fail('192.0.2.2')).toMatchObject({ code: 'unauthorized' })
  })

  it('count by the /64 of an IPv6 address', async () => {
    for (let i = 0; i < 100; i++) await fail(`2001:db8:1:2::${i + 1}`)
    expect(await fail('2001:db8:1:2:ffff::1')).toMatchObject({ code: 'rate_limited' })
  })
})

describe('issuing a key', () => {
  const assistant = { kind: 'assistant', projectIds: [projectId('docs')] } as const

  it.each<[string, Partial<IssueKeyRequest>, string]>([
    ['a name', { name: ' ' }, 'name'],
    ['an expiry in the future', { expiresAt: 1 }, 'expiresAt'],
    ['addresses', { allowedIps: ['10.0.0.0/99'] }, 'allowedIps'],
    ['at least one project for an assistant key', { kind: 'assistant' }, 'projectIds'],
    ['no scopes for an assistant key', { ...assistant, scopes: ['read'] }, 'scopes'],
    ['some scope for an admin key', { scopes: [] }, 'scopes'],
    ['origins', { ...assistant, allowedOrigins: ['https://a.example/path'] }, 'allowedOrigins'],
    ['no origins for an admin key', { allowedOrigins: ['https://a.example'] }, 'allowedOrigins'],
    ['no trusted groups for an admin key', { trustGroups: true }, 'trustGroups'],
  ])('needs %s', async (_name, request, path) => {
    await expect(issue(request)).rejects.toMatchObject({ code: 'invalid_request', issues: [{ path }] })
  })

  it('needs projects of its own organization', async () => {
    const request = { projectIds: [projectId('docs')], organizationId: organizationId('another') }
    await expect(issue(request)).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('ends the key of a reader with the membership', async () => {
  const member = userId('ada')
  let organizations = [DEFAULT_ORGANIZATION]
  const memberships = async () =>
    organizations.map((organizationId) => ({ organizationId, role: 'viewer' }) as const)
  const limiter = new FallbackLimiter(new ModelRateLimiter(clock), clock, silent)
  const secrets = settings('the secret of the test')
  authenticate = new Authenticate(keys, secrets, clock, silent, limiter, { memberships })
  const project = { id: projectId('docs'), organizationId: DEFAULT_ORGANIZATION }
  const until = clock.now() + 7_200_000
  const shared = { project, reader: '192.0.2.1', origins: [], until }
  const ofMember = makeReaderToken(secrets.secrets as [string], { ...shared, member })
  const ofAnybody = makeReaderToken(secrets.secrets as [string], shared)
  expect(await present(ofMember, { kind: 'assistant' })).toMatchObject({ member })
  organizations = [organizationId('elsewhere')]
  await expect(present(ofMember, { kind: 'assistant' })).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await present(ofAnybody, { kind: 'assistant' })).toMatchObject({ kind: 'assistant' })
})
