import { type Health, type PluginHost, RateLimiter } from '@docent/core/plugin'
import { REDIS } from '@docent/simulators/services'
import { ManualClock, needs } from '@docent/testing'
import { expect, onTestFinished, test } from 'vitest'
import { RedisServer } from '../test/redis-server.ts'
import { redisLimiter } from './plugin.ts'

function install(options: Parameters<typeof redisLimiter>[0], env: Record<string, string> = {}) {
  const provided = new Map<symbol, unknown>()
  const hooks: { start?(): Promise<void>; stop?(): void; health?(): Health } = {}
  const silent = () => {}
  const host = {
    env,
    clock: new ManualClock(),
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    provide: (token: symbol, adapter: unknown) => void provided.set(token, adapter),
    onStart: (start: () => Promise<void>) => void Object.assign(hooks, { start }),
    onStop: (stop: () => void) => void Object.assign(hooks, { stop }),
    onHealth: (health: () => Health) => void Object.assign(hooks, { health }),
  } as unknown as PluginHost
  redisLimiter(options).install(host)
  return { hooks, limiter: provided.get(RateLimiter) as RateLimiter }
}

const once = [{ scope: 'ip', key: 'a', max: 1, window: { kind: 'month' } }] as const

test('fills the port of rate limits, and two servers share their counts', needs(REDIS), async () => {
  const server = await RedisServer.start()
  onTestFinished(() => server.stop())
  const one = install({ timeoutMs: 10_000 }, { REDIS_URL: server.url })
  const other = install({ url: server.url, timeoutMs: 10_000 })
  await one.hooks.start?.()
  await other.hooks.start?.()
  expect((await one.limiter.take(once)).allowed).toBe(true)
  expect((await other.limiter.take(once)).allowed).toBe(false)
  expect(one.hooks.health?.()).toEqual({ ok: true })
  one.hooks.stop?.()
  other.hooks.stop?.()
  await expect(one.limiter.take(once)).rejects.toMatchObject({ code: 'unavailable' })
})

test.each([
  [{ url: 'localhost:6379' }, /url: must be an address like redis/],
  [{ cluster: [] }, /cluster/],
  [{ prefix: '{docs}' }, /prefix: must be without braces/],
])('names the option that is wrong: %o', (options, message) => {
  expect(() => install(options)).toThrow(message)
})
