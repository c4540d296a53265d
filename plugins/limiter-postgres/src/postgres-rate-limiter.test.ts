import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type LimitRequest, MemoryRateLimiter, type RateLimiter, windowAt } from '@docent/core/plugin'
import { Postgres } from '@docent/postgres'
import { withPostgres } from '@docent/simulators'
import { afterEach, expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../scripts/from-sources.ts'
import { PostgresRateLimiter, type PostgresRateLimiterOptions } from './postgres-rate-limiter.ts'

/** `LIMITER_TAKES=50000 LIMITER_MAX=10000` is the long run. */
const TAKES = Number(process.env.LIMITER_TAKES ?? 2_000)
const MAX = Number(process.env.LIMITER_MAX ?? 500)
const PROGRAM = fileURLToPath(new URL('../test/take-many.ts', import.meta.url))

const use = (key: string, max = 1_000_000): LimitRequest => ({
  scope: 'ip',
  key,
  max,
  window: { kind: 'fixed', ms: 3_600_000 },
})

/** Takes as the server does: elsewhere while PostgreSQL cannot count. */
async function takeSomewhere(shared: RateLimiter, local: RateLimiter) {
  try {
    await shared.take([use('a')])
    return 'shared'
  } catch (error) {
    expect(error).toMatchObject({ code: 'unavailable', isRetryable: true })
    await local.take([use('a')])
    return 'local'
  }
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await delay(20)
}

withPostgres('PostgresRateLimiter, over its outages', (server) => {
  const opened: PostgresRateLimiter[] = []
  const children: ChildProcess[] = []
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    for (const limiter of opened.splice(0)) await limiter.close()
  })

  async function open(schema: string, options: PostgresRateLimiterOptions = {}) {
    const { url } = server()
    const postgres = new Postgres({ url, directUrl: url, schema, connections: 5 }, { retryMs: 0 })
    const limiter = new PostgresRateLimiter(postgres, options)
    opened.push(limiter)
    await limiter.open()
    return limiter
  }

  test('counts by the clock of the database when none is given', async () => {
    const limiter = await open('by_clock', { timeoutMs: 30_000 })
    const before = Date.now()
    const { states } = await limiter.take([use('a', 5), { ...use('b', 5), window: { kind: 'month' } }])
    const { end } = windowAt({ kind: 'fixed', ms: 3_600_000 }, before)
    expect([end, end + 3_600_000]).toContain(states[0]?.resetAt)
    const months = [before, Date.now()].map((now) => windowAt({ kind: 'month' }, now).end)
    expect(months).toContain(states[1]?.resetAt)
  })

  test('goes on locally when PostgreSQL is gone, and comes back with its counts', async () => {
    const limiter = await open('gone', { timeoutMs: 30_000 })
    const local = new MemoryRateLimiter({ now: Date.now })
    for (let take = 0; take < 3; take += 1) expect(await takeSomewhere(limiter, local)).toBe('shared')
    server().stop()
    for (let take = 0; take < 50; take += 1) expect(await takeSomewhere(limiter, local)).toBe('local')
    expect(limiter.health()).toMatchObject({
      ok: false,
      isDegraded: true,
      message: expect.stringMatching(
        /^PostgreSQL at 127\.0\.0\.1:\d+ (?:\(database \w+\) )?(?:refuses connections|closed the connection)\. .* Since \S+Z, each process counts requests separately\.$/,
      ),
    })
    server().resume()
    await until(() => limiter.health().ok)
    const look = await limiter.take([{ ...use('a'), cost: 0 }])
    expect(look.states[0]?.remaining).toBe(1_000_000 - 3)
  })

  test('starts without PostgreSQL, and shares limits as soon as it is there', async () => {
    server().stop()
    const limiter = await open('late', { timeoutMs: 30_000 })
    expect(limiter.health()).toMatchObject({ ok: false, isDegraded: true })
    await expect(limiter.take([use('a')])).rejects.toMatchObject({ code: 'unavailable' })
    server().resume()
    await until(() => limiter.health().ok)
    expect((await limiter.take([use('a', 5)])).states[0]?.remaining).toBe(4)
  })

  test(`admits exactly ${MAX} of ${TAKES} requests that four processes send at once`, async () => {
    const limiter = await open('docent', { timeoutMs: 60_000 })
    const processes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const args = [...FROM_SOURCES, PROGRAM, server().url, String(TAKES / 4), String(MAX)]
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
        children.push(child)
        await once(child, 'message')
        return child
      }),
    )
    const replies = processes.map((child) => once(child, 'message'))
    for (const child of processes) child.send('begin')
    const results = (await Promise.all(replies)).map(([result]) => result as { admitted: number; ms: number })
    expect(results.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(MAX)
    const window = { kind: 'fixed', ms: 31 * 86_400_000 } as const
    const look = await limiter.take([
      { scope: 'key', key: 'shared', max: MAX, window, cost: 0 },
      { scope: 'organization', key: 'wide', max: 1_000_000, window, cost: 0 },
    ])
    expect(look.states.map(({ remaining }) => remaining)).toEqual([0, 1_000_000 - MAX])
    if (process.env.LIMITER_TAKES) console.log(JSON.stringify({ takes: TAKES, max: MAX, processes: results }))
  })
})
