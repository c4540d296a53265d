import { ManualClock, MemoryProjectStore, ModelRateLimiter } from '@docent/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_ORGANIZATION, keyId, projectId } from '../domain/ids.ts'
import type { LimitSettings } from '../domain/settings-schemas.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { RateLimiter } from '../ports/rate-limiter.ts'
import type { Settings } from '../ports/settings.ts'
import { FallbackLimiter } from './fallback-limiter.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { RequestLimits } from './request-limits.ts'

const LIMITS: LimitSettings = { keyPerMonth: 5, organizationPerHour: 4, ipPerDay: 3, projectPerHour: 2 }
const subject = {
  organizationId: DEFAULT_ORGANIZATION,
  projectId: projectId('docs'),
  keyId: keyId('k1'),
  ip: '192.0.2.1',
}

let clock: ManualClock
let projects: MemoryProjectStore
let log: string[]

const logger = {
  debug() {},
  info: (_fields: object, message: string) => log.push(message),
  warn() {},
  error: (_fields: object, message: string) => log.push(message),
}

function requestLimits(limiter: RateLimiter = new ModelRateLimiter(clock)) {
  const fallback = new FallbackLimiter(limiter, clock, logger as never)
  const settings = { limits: LIMITS } as unknown as Settings
  return { limits: new RequestLimits(fallback, projects, settings, clock), fallback }
}

beforeEach(() => {
  clock = new ManualClock(Date.UTC(2026, 0, 31, 23, 30))
  projects = new MemoryProjectStore()
  log = []
})

describe('limits of a request', () => {
  it('are all taken, and the tightest is told', async () => {
    const { limits } = requestLimits()
    expect(await limits.take('assistant', subject)).toMatchObject({ scope: 'ip', max: 3, remaining: 2 })
  })

  it('come back when the server fails for its own reasons, and not when the request or the model does', async () => {
    const { limits } = requestLimits()
    const fail = async (code: 'unavailable' | 'model_failed' | 'invalid_request') => {
      await limits.take('assistant', subject)
      const error = new DocentError(code, 'No.')
      await expect(limits.within('assistant', subject, () => Promise.reject(error))).rejects.toBe(error)
    }
    const looked = { organizationId: subject.organizationId, projects: [], keys: [subject.keyId] }
    const used = async () =>
      (await limits.uses(looked)).filter((use) => use.used > 0).map(({ id, used }) => [id, used])
    for (let request = 0; request < 9; request++) await fail('unavailable')
    expect(await used()).toEqual([])
    for (const code of ['model_failed', 'invalid_request'] as const) await fail(code)
    expect(await used()).toEqual([
      [subject.organizationId, 2],
      [subject.keyId, 2],
    ])
    await fail('unavailable')
    expect(await limits.take('assistant', subject)).toMatchObject({ scope: 'ip', remaining: 0 })
    await expect(limits.take('assistant', subject)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('are looked at without being used', async () => {
    const { limits } = requestLimits()
    await limits.take('assistant', subject)
    await limits.take('agent', subject)
    const subjects = {
      organizationId: subject.organizationId,
      projects: [subject.projectId, projectId('idle')],
      keys: Array.from({ length: 60 }, (_, index) => keyId(`k${index}`)),
    }
    const uses = await limits.uses(subjects)
    expect(await limits.uses(subjects)).toEqual(uses)
    const used = uses.filter((use) => use.used > 0)
    expect(used.map(({ operation, id, used, max }) => [operation, id, used, max])).toEqual([
      ['assistant', 'default', 1, 4],
      ['agent', 'docs', 1, 2],
      ['assistant', 'k1', 1, 5],
    ])
    expect(uses).toHaveLength(4 + 2 + 60)
  })

  it('refuse with the scope and the end of the window, and use up nothing then', async () => {
    const { limits } = requestLimits()
    for (let i = 0; i < 3; i++) await limits.take('assistant', subject)
    await expect(limits.take('assistant', subject)).rejects.toMatchObject({
      code: 'rate_limited',
      limit: 'ip',
      resetAt: Date.UTC(2026, 1, 1),
      retryAfterMs: 1_800_000,
    })
    const other = { ...subject, ip: '192.0.2.2' }
    expect(await limits.take('assistant', other)).toMatchObject({ scope: 'organization', remaining: 0 })
  })

  it('of search and page are their own, and leave the uses of the key alone', async () => {
    const { limits } = requestLimits()
    for (let i = 0; i < 3; i++) await limits.take('search', subject)
    await expect(limits.take('search', subject)).rejects.toMatchObject({ limit: 'ip' })
    for (let i = 0; i < 3; i++) await limits.take('page', subject)
    expect(await limits.take('assistant', subject)).toMatchObject({ remaining: 2 })
  })

  it('of the agent count by project', async () => {
    const { limits } = requestLimits()
    await limits.take('agent', subject)
    await limits.take('agent', subject)
    await expect(limits.take('agent', subject)).rejects.toMatchObject({ limit: 'project' })
    expect(await limits.take('agent', { ...subject, projectId: projectId('other') })).toMatchObject({
      remaining: 1,
    })
  })

  it('of the key end with the calendar month', async () => {
    const { limits } = requestLimits()
    const from = (ip: number) => limits.take('assistant', { ...subject, ip: `10.0.0.${ip}` })
    for (let i = 0; i < 4; i++) await from(i)
    clock.advance(31 * 60_000)
    for (let i = 0; i < 4; i++) await from(i)
    await expect(from(9)).rejects.toMatchObject({ limit: 'organization' })
  })

  it('are those of the organization where it has its own', async () => {
    await projects.putOrganization({ id: DEFAULT_ORGANIZATION, name: 'Default', limits: { ipPerDay: 1 } })
    const { limits } = requestLimits()
    await limits.take('search', subject)
    await expect(limits.take('search', subject)).rejects.toMatchObject({ limit: 'ip' })
  })
})

describe('while the shared limiter cannot be reached', () => {
  it('limits are enforced locally, which log and health tell, until it is back', async () => {
    let isDown = true
    const shared = new ModelRateLimiter(clock)
    const { limits, fallback } = requestLimits({
      take: (requests) =>
        isDown
          ? Promise.reject(new DocentError('unavailable', 'gone', { isRetryable: true }))
          : shared.take(requests),
    })
    for (let i = 0; i < 3; i++) await limits.take('search', subject)
    await expect(limits.take('search', subject)).rejects.toMatchObject({ limit: 'ip' })
    expect(log).toEqual([expect.stringContaining('limits are local')])
    expect(fallback.health()).toMatchObject({ ok: false, message: expect.stringContaining('unreachable') })
    isDown = false
    await limits.take('search', subject)
    expect(fallback.health()).toEqual({ ok: true })
  })

  it('a request that was aborted is not decided locally', async () => {
    const { fallback } = requestLimits({ take: () => Promise.reject(new Error('aborted')) })
    const signal = AbortSignal.abort(new Error('left'))
    await expect(fallback.take([], { signal })).rejects.toThrow('left')
  })
})

it('writes the headers of the IETF draft', () => {
  const now = Date.UTC(2026, 1, 10)
  const state = {
    scope: 'key',
    max: 10_000,
    remaining: 9_999,
    resetAt: Date.UTC(2026, 2, 1),
    window: { kind: 'month' },
  } as const
  expect(rateLimitHeaders(state, now)).toEqual({
    'RateLimit-Policy': '"key";q=10000;w=2419200',
    RateLimit: '"key";r=9999;t=1641600',
  })
})
