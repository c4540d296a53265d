import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { FallbackLimiter, type LimitRequest } from '@docent/core'
import { RedisRateLimiter } from '@docent/limiter-redis'
import { quantile, row } from './figures.ts'
import { startRedis } from './queue-peers/redis.ts'

/**
 * How long requests wait for their limits when Redis freezes or dies, and how soon Redis counts again afterwards. Requests
 * come at a steady rate and are counted as in the server: by Redis, or else in the process. Fails when a request is not
 * counted, when more than three wait for a frozen Redis, or when Redis does not come back. Run with
 * `node apps/bench/run.mjs limiter-outage [--rounds 10]`.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } })
const ROUNDS = Number(values.rounds)
const EVERY_MS = 2
const AWAY_MS = 1_000
const MOST_WAITING = 3
const BACK_WITHIN_MS = 10_000

const REQUESTS: LimitRequest[] = ['key', 'organization', 'ip'].map((scope) => ({
  scope: scope as LimitRequest['scope'],
  key: `bench:${scope}`,
  max: 1_000_000_000,
  window: { kind: 'fixed', ms: 3_600_000 },
}))
const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

interface Outage {
  /** Requests that the time limit of Redis ended. */
  waiting: number
  longestMs: number
  counted: number
  backMs: number
}

let redis = await startRedis()
const url = `redis://127.0.0.1:${redis.port}`
const shared = new RedisRateLimiter({ urls: [url], isCluster: false })
await shared.open()
const limiter = new FallbackLimiter(shared, { now: Date.now }, silent)
try {
  const usual: number[] = []
  for (let n = 0; n < 2_000; n += 1) usual.push(await take())
  row('', 'median', 'p99', 'longest')
  row('Redis counts, ms', ...[0.5, 0.99, 1].map((share) => quantile(usual, share).toFixed(2)))
  row('', 'waiting, most', 'longest, ms', 'counted', 'back, ms, most')
  const frozen: Outage[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    frozen.push(await outage(redis.freeze, async () => redis.thaw()))
  report('frozen', frozen)
  const killed: Outage[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    killed.push(
      await outage(redis.kill, async () => {
        redis = await startRedis(redis.port)
      }),
    )
  report('killed', killed)
  const most = Math.max(...[...frozen, ...killed].map(({ waiting }) => waiting))
  if (most > MOST_WAITING) throw new Error(`${most} requests waited for Redis, and ${MOST_WAITING} may.`)
} finally {
  shared.close()
  await redis.stop()
}

/** Milliseconds that a request waited until it was counted. */
async function take(): Promise<number> {
  const start = performance.now()
  await limiter.take(REQUESTS)
  return performance.now() - start
}

/** Requests at a steady rate, whether those before were counted or not. */
async function outage(begin: () => unknown, end: () => Promise<unknown>): Promise<Outage> {
  await isBack()
  const before = shared.timeouts
  const takes: Promise<number>[] = []
  const ticks = setInterval(() => takes.push(take()), EVERY_MS)
  await sleep(20)
  await begin()
  await sleep(AWAY_MS)
  clearInterval(ticks)
  const waits = await Promise.all(takes)
  const waiting = shared.timeouts - before
  await end()
  const ended = performance.now()
  await isBack()
  return {
    waiting,
    longestMs: Math.max(...waits),
    counted: waits.length,
    backMs: performance.now() - ended,
  }
}

async function isBack(): Promise<void> {
  const start = performance.now()
  for (;;) {
    const before = limiter.fallbacks
    await limiter.take(REQUESTS)
    if (limiter.fallbacks === before) return
    if (performance.now() - start > BACK_WITHIN_MS) throw new Error('Redis does not count again.')
    await sleep(5)
  }
}

function report(name: string, outages: readonly Outage[]): void {
  const most = (figure: (outage: Outage) => number) => Math.max(...outages.map(figure)).toFixed(0)
  const counted = outages.reduce((sum, outage) => sum + outage.counted, 0)
  row(
    `${name}, ${outages.length} times`,
    ...[most(({ waiting }) => waiting), most(({ longestMs }) => longestMs)],
    ...[counted.toLocaleString('en'), most(({ backMs }) => backMs)],
  )
}
