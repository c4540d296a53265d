import { ManualClock, MemoryKeyStore, MemoryProjectStore, ModelRateLimiter } from '@docent/testing'
import { expect, test } from 'vitest'
import { RandomIds } from '../container/random-ids.ts'
import { DEFAULT_ORGANIZATION } from '../domain/ids.ts'
import { FallbackLimiter } from '../limits/fallback-limiter.ts'
import { Models } from '../models/models.ts'
import type { Settings } from '../ports/settings.ts'
import { Authenticate } from './authenticate.ts'
import { IssueKey } from './issue-key.ts'
import { KeysOfOlderSecrets } from './keys-of-older-secrets.ts'
import { revokeKey } from './revoke-key.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const settings = (...secrets: string[]) => ({ secrets }) as unknown as Settings
const [older, newer] = ['the older secret', 'the newer secret']

test('names the keys in force that no use has moved to the newest secret', async () => {
  const clock = new ManualClock(1_800_000_000_000)
  const keys = new MemoryKeyStore()
  const projects = new MemoryProjectStore()
  await projects.putOrganization({ id: DEFAULT_ORGANIZATION, name: 'Default', limits: {} })
  const issue = (name: string, secret: string, expiresAt?: number) =>
    new IssueKey(keys, projects, settings(secret), clock, new RandomIds(clock), new Models([])).issue({
      kind: 'admin',
      organizationId: DEFAULT_ORGANIZATION,
      name,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    })
  const left = async (...secrets: string[]) => {
    const found = await new KeysOfOlderSecrets(keys, projects, settings(...secrets), clock).list()
    return found.map(({ name }) => name).sort()
  }
  const use = async (key: string, ...secrets: string[]) => {
    const limiter = new FallbackLimiter(new ModelRateLimiter(clock), clock, silent)
    await new Authenticate(keys, settings(...secrets), clock, silent, limiter).authenticate({
      authorization: `Bearer ${key}`,
      ip: '192.0.2.1',
      origin: undefined,
      kind: 'admin',
    })
    await Promise.resolve()
  }

  const used = await issue('used', older)
  await issue('unused', older)
  const revoked = await issue('revoked', older)
  await revokeKey({ keys, clock }, DEFAULT_ORGANIZATION, revoked.record.id)
  await issue('expired', older, clock.now() + 1_000)
  clock.advance(2_000)
  await issue('new', newer)
  // A release that did not keep which secret made a hash.
  const { record } = await issue('unmarked', newer)
  const { keyedBy: _, ...unmarked } = record
  const bare = new MemoryKeyStore()
  await bare.create(unmarked)

  expect(await left(newer, older)).toEqual(['unused', 'used'])
  await use(used.key, newer, older)
  expect(await left(newer, older)).toEqual(['unused'])
  expect(await left(newer)).toEqual([])
  const ofBare = new KeysOfOlderSecrets(bare, projects, settings(newer, older), clock)
  expect((await ofBare.list()).map(({ name }) => name)).toEqual(['unmarked'])
  expect(await ofBare.lost()).toEqual([])

  const lost = async (...secrets: string[]) => {
    const found = await new KeysOfOlderSecrets(keys, projects, settings(...secrets), clock).lost()
    return found.map(({ name }) => name).sort()
  }
  expect(await lost(newer, older)).toEqual([])
  expect(await lost(newer)).toEqual(['unused'])
  expect(await lost('a secret of another server')).toEqual(['new', 'unmarked', 'unused', 'used'])
})

test('counts a key of a former release until its next use, which leaves its hash', async () => {
  const clock = new ManualClock(1_800_000_000_000)
  const keys = new MemoryKeyStore()
  const projects = new MemoryProjectStore()
  const issuing = new IssueKey(
    new MemoryKeyStore(),
    projects,
    settings(newer),
    clock,
    new RandomIds(clock),
    new Models([]),
  )
  const { key, record } = await issuing.issue({
    kind: 'admin',
    organizationId: DEFAULT_ORGANIZATION,
    name: 'old',
  })
  const { keyedBy, ...unmarked } = record
  await keys.create(unmarked)
  const limiter = new FallbackLimiter(new ModelRateLimiter(clock), clock, silent)
  const request = {
    authorization: `Bearer ${key}`,
    ip: '192.0.2.1',
    origin: undefined,
    kind: 'admin',
  } as const
  await new Authenticate(keys, settings(newer), clock, silent, limiter).authenticate(request)
  await Promise.resolve()
  expect(await keys.findByHash([record.hash])).toMatchObject({ hash: record.hash, keyedBy })
})
