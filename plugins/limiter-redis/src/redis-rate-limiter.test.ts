import { setTimeout as delay } from 'node:timers/promises'
import { type LimitRequest, MemoryRateLimiter, type RateLimiter, windowAt } from '@docent/core/plugin'
import { REDIS } from '@docent/simulators/services'
import { ManualClock, needs } from '@docent/testing'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RedisServer } from '../test/redis-server.ts'
import { RedisRateLimiter, type RedisRateLimiterOptions } from './redis-rate-limiter.ts'

let server: RedisServer
const opened: RedisRateLimiter[] = []

async function open(options: Partial<RedisRateLimiterOptions> = {}): Promise<RedisRateLimiter> {
  const limiter = new RedisRateLimiter({ urls: [server.url], isCluster: false, ...options })
  opened.push(limiter)
  await limiter.open()
  return limiter
}

const use = (key: string, max = 1_000_000): LimitRequest => ({
  scope: 'ip',
  key,
  max,
  window: { kind: 'fixed', ms: 3_600_000 },
})

/** Takes as the server does: elsewhere while Redis cannot count. */
async function takeSomewhere(shared: RateLimiter, local: RateLimiter, key: string) {
  try {
    await shared.take([use(key)])
    return 'shared'
  } catch (error) {
    expect(error).toMatchObject({ code: 'unavailable', isRetryable: true })
    await local.take([use(key)])
    return 'local'
  }
}

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await delay(20)
}

describe('RedisRateLimiter', needs(REDIS), () => {
  beforeAll(async () => {
    server = await RedisServer.start()
  })
  afterAll(async () => {
    for (const limiter of opened) limiter.close()
    await server?.stop()
  })

  test('ends months where the calendar does, from 1970 to 2199', async () => {
    const clock = new ManualClock()
    const limiter = await open({ clock, timeoutMs: 30_000 })
    for (let month = 0; month < 230 * 12; month += 1) {
      const start = Date.UTC(1970, month, 1)
      for (const now of [start, start + 27.5 * 86_400_000]) {
        clock.set(now)
        const { states } = await limiter.take([
          { ...use('calendar', 1_000_000), window: { kind: 'month' }, cost: 0 },
        ])
        expect(states[0]?.resetAt).toBe(windowAt({ kind: 'month' }, now).end)
      }
    }
  })

  test('counts by the clock of Redis when none is given, and leaves nothing behind a minute after the window', async () => {
    const limiter = await open({ prefix: 'redis-clock', timeoutMs: 30_000 })
    const before = Date.now()
    const result = await limiter.take([use('a', 5), { ...use('b', 5), window: { kind: 'month' } }])
    const { end } = windowAt({ kind: 'fixed', ms: 3_600_000 }, before)
    expect([end, end + 3_600_000]).toContain(result.states[0]?.resetAt)
    await limiter.take([{ ...use('refused', 0) }, use('a', 5)])
    const redis = new Redis(server.url)
    const keys = (await redis.keys('{redis-clock}*')).toSorted()
    expect(keys).toEqual(['{redis-clock}:limit:0:b', '{redis-clock}:limit:3600000:a'])
    for (const key of keys) expect(await redis.pttl(key)).toBeGreaterThan(60_000 - 1_000)
    expect(await redis.pttl('{redis-clock}:limit:3600000:a')).toBeLessThanOrEqual(3_660_000)
    redis.disconnect()
  })

  test('counts exactly beyond what the JSON of Redis can hold', async () => {
    const limiter = await open({ timeoutMs: 30_000 })
    const huge = Number.MAX_SAFE_INTEGER
    const held = { ...use('huge', huge), cost: huge - 3, hold: { id: 'one', ms: 60_000 } }
    expect((await limiter.take([held])).states[0]?.remaining).toBe(3)
    expect((await limiter.take([{ ...use('huge', huge), cost: 2 }])).states[0]?.remaining).toBe(1)
    await limiter.take([{ ...held, cost: 0 }])
    await limiter.take([{ ...use('huge', huge), cost: huge - 3 }])
    expect((await limiter.take([use('huge', huge)])).states[0]?.remaining).toBe(0)
    expect((await limiter.take([use('huge', huge)])).allowed).toBe(false)
  })

  test('loads its script again after Redis forgot it', async () => {
    const limiter = await open({ timeoutMs: 30_000 })
    await limiter.take([use('script')])
    const redis = new Redis(server.url)
    await redis.script('FLUSH')
    redis.disconnect()
    expect((await limiter.take([use('script', 10)])).states[0]?.remaining).toBe(8)
  })

  test('finds no fault in Redis when this process is busy, however long', async () => {
    const changes: unknown[] = []
    const errors: unknown[] = []
    const limiter = await open({
      prefix: 'busy',
      onChange: (outage) => changes.push(outage),
      onConnectionError: (error) => errors.push(error),
    })
    const taken: Promise<string>[] = []
    const local = new MemoryRateLimiter({ now: Date.now })
    for (const busyMs of [60, 300, 700, 1_500]) {
      for (let each = 0; each < 5; each += 1) taken.push(takeSomewhere(limiter, local, 'busy'))
      block(busyMs)
      for (let each = 0; each < 5; each += 1) taken.push(takeSomewhere(limiter, local, 'busy'))
      // Redis itself is as slow as the machine is busy.
      block(400)
      await Promise.all(taken)
    }
    expect(new Set(await Promise.all(taken))).toEqual(new Set(['shared']))
    expect([limiter.timeouts, changes, errors]).toEqual([0, [], []])
  })

  test('makes at most three of a hundred requests wait for a frozen Redis, and comes back by itself', async () => {
    const changes: (string | undefined)[] = []
    const limiter = await open({
      prefix: 'frozen',
      onChange: (outage) => changes.push(outage ? 'gone' : 'back'),
    })
    const local = new MemoryRateLimiter({ now: Date.now })
    // On a machine that is this busy a take may be late although Redis runs: it must be back first.
    await until(async () => (await takeSomewhere(limiter, local, 'before')) === 'shared')
    const late = limiter.timeouts
    changes.length = 0
    server.freeze()
    try {
      const takes = Array.from({ length: 100 }, () => takeSomewhere(limiter, local, 'a'))
      expect(new Set(await Promise.all(takes))).toEqual(new Set(['local']))
      expect(limiter.timeouts - late).toBeLessThanOrEqual(3)
      expect(changes).toEqual(['gone'])
      expect(limiter.health()).toMatchObject({ ok: false, isDegraded: true })
      for (let later = 0; later < 1_000; later += 1)
        expect(await takeSomewhere(limiter, local, 'a')).toBe('local')
      expect(limiter.timeouts - late).toBeLessThanOrEqual(3)
    } finally {
      server.thaw()
    }
    await until(() => limiter.health().ok)
    await until(async () => (await takeSomewhere(limiter, local, 'after')) === 'shared')
    expect(changes.slice(0, 2)).toEqual(['gone', 'back'])
  })

  test('goes on locally when Redis is killed, and comes back with the counts of a new one', async () => {
    const own = await RedisServer.start()
    try {
      const limiter = await open({ urls: [own.url], prefix: 'killed' })
      const local = new MemoryRateLimiter({ now: Date.now })
      await until(async () => (await takeSomewhere(limiter, local, 'a')) === 'shared')
      await own.kill()
      for (let take = 0; take < 50; take += 1) expect(await takeSomewhere(limiter, local, 'a')).toBe('local')
      expect(limiter.health().ok).toBe(false)
      await own.start()
      await until(async () => (await takeSomewhere(limiter, local, 'a')) === 'shared')
      await until(() => limiter.health().ok)
    } finally {
      await own.stop()
    }
  })

  test('starts without Redis, and says that limits are local', async () => {
    const gone = await RedisServer.start()
    await gone.stop()
    const limiter = await open({ urls: [gone.url] })
    expect(limiter.health()).toMatchObject({
      ok: false,
      isDegraded: true,
      message: expect.stringMatching(
        new RegExp(
          `^Redis at 127\\.0\\.0\\.1:${gone.port} refuses connections\\. Start it, or correct the host and port in REDIS_URL\\. Since .*Z, each process`,
        ),
      ),
    })
    await expect(limiter.take([use('a')])).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('refuses to start with a wrong password, and names it without showing it', async () => {
    const locked = await RedisServer.start('--requirepass', 'right-password')
    try {
      const url = locked.url.replace('//', '//:wrong-password@')
      const failure = await open({ urls: [url] }).catch((error: Error) => error)
      expect(failure).toMatchObject({ code: 'configuration', message: expect.stringContaining('REDIS_URL') })
      expect(String(failure)).not.toContain('wrong-password')
      const limiter = await open({
        urls: [locked.url.replace('//', '//:right-password@')],
        timeoutMs: 30_000,
      })
      expect((await limiter.take([use('a')])).allowed).toBe(true)
    } finally {
      await locked.stop()
    }
  })
})
