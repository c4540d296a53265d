import { ManualClock } from '@docent/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyId, projectId } from '../domain/ids.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { RateLimiter } from '../ports/rate-limiter.ts'
import { MemoryRateLimiter } from './memory-rate-limiter.ts'
import { SpendCaps } from './spend-caps.ts'

const MINUTE = 60_000
const MODEL = { id: 'test:priced', price: { input: 1, output: 5 } }
const signal = new AbortController().signal
const project = { id: projectId('docs'), spendUsdPerMonth: 10 }
const key = { id: keyId('k1'), spendUsdPerMonth: 4 }

let clock: ManualClock
let limiter: MemoryRateLimiter
let caps: SpendCaps

beforeEach(() => {
  clock = new ManualClock(Date.UTC(2026, 0, 15))
  limiter = new MemoryRateLimiter(clock)
  caps = new SpendCaps(limiter, clock)
})

async function opened(subject: Parameters<SpendCaps['open']>[0] = { project }, of = caps) {
  const spend = await of.open(subject, MODEL)
  if (!spend) throw new Error('There is no cap.')
  return spend
}

describe('a monthly spend cap', () => {
  test('counts what calls cost, and gives back what was only set aside', async () => {
    const spend = await opened()
    const hold = await spend.hold(3, MINUTE, signal)
    expect(hold.usd).toBe(3)
    expect(await caps.report({ project })).toMatchObject([{ scope: 'project', max: 10, left: 7 }])
    await hold.settle(0.25)
    await hold.settle(2)
    expect(await caps.report({ project })).toMatchObject([{ used: 0.25, left: 9.75 }])
    // The rest of the first pays for the second: all but 25 cents can be had again.
    expect((await spend.hold(9.75, MINUTE, signal)).usd).toBe(9.75)
    expect((await spend.hold(1, MINUTE, signal)).usd).toBe(0)
  })

  test('gives what is left when that is less than was asked for, and says whose cap it is', async () => {
    const spend = await opened({ project, key })
    const hold = await spend.hold(5, MINUTE, signal)
    expect(hold.usd).toBe(4)
    expect(hold.limit).toMatchObject({ name: 'spendUsdPerMonth', max: 4 })
    expect(hold.limit.message).toBe('the monthly spend cap of 4 US dollars of key k1 was reached.')
    await hold.settle(4)
    const refused = caps.open({ project, key }, MODEL)
    await expect(refused).rejects.toMatchObject({
      code: 'rate_limited',
      limit: 'key',
      message:
        'This API key has reached its monthly spend cap of 4 US dollars. Wait until 2026-02-01, or use a key with a higher cap.',
    })
    expect(await caps.report({ project })).toMatchObject([{ used: 4, left: 6 }])
  })

  test('is never exceeded by calls at the same time, over two processes', async () => {
    const other = new SpendCaps(limiter, clock)
    const holds = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        (await opened({ project }, index % 2 ? caps : other)).hold(0.7, MINUTE, signal),
      ),
    )
    const held = holds.reduce((sum, { usd }) => sum + usd, 0)
    expect(held).toBeLessThanOrEqual(10)
    expect(held).toBeGreaterThan(9.3)
    await Promise.all(holds.map((hold) => hold.settle(hold.usd / 2)))
    const again = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        (await (index % 2 ? caps : other).open({ project }, MODEL))?.hold(0.7, MINUTE, signal),
      ),
    )
    const more = again.reduce((sum, hold) => sum + (hold?.usd ?? 0), 0)
    expect(held / 2 + more).toBeLessThanOrEqual(10 + 1e-9)
  })

  test('counts a call that cost more than was foreseen', async () => {
    const spend = await opened()
    await (await spend.hold(9.5, MINUTE, signal)).settle(12)
    expect(await caps.report({ project })).toMatchObject([{ left: 0 }])
    await expect(opened()).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('begins anew with the month, without what was set aside in the last', async () => {
    const spend = await opened()
    const late = await spend.hold(10, MINUTE, signal)
    clock.advance(20 * 86_400_000)
    await late.settle(1)
    expect((await (await opened()).hold(20, MINUTE, signal)).usd).toBe(10)
  })

  test('refuses a model without a price, and lets one that costs nothing pass', async () => {
    await expect(caps.open({ project }, { id: 'test:secret' })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('know the price of the model "test:secret"'),
    })
    const free = { id: 'test:free', price: { input: 0, output: 0 } }
    expect(await caps.open({ project }, free)).toBeUndefined()
    expect(await caps.open({ project: { id: projectId('other') } }, { id: 'test:secret' })).toBeUndefined()
  })

  test('has back what a process that ended had set aside when the time of its call is over', async () => {
    await (await opened()).hold(10, 5 * MINUTE, signal)
    const survivor = new SpendCaps(limiter, clock)
    clock.advance(5 * MINUTE)
    await expect(opened({ project }, survivor)).rejects.toMatchObject({ code: 'rate_limited' })
    clock.advance(MINUTE)
    expect(await survivor.report({ project })).toMatchObject([{ left: 10 }])
    expect((await (await opened({ project }, survivor)).hold(10, MINUTE, signal)).usd).toBe(10)
  })

  test('counts a call late that ended while the limiter could not be reached', async () => {
    let isAway = false
    const flaky: RateLimiter = {
      take: async (requests, options) => {
        if (isAway) throw new DocentError('unavailable', 'away')
        return limiter.take(requests, options)
      },
    }
    const held = new SpendCaps(flaky, clock)
    const hold = await (await opened({ project }, held)).hold(5, MINUTE, signal)
    isAway = true
    await hold.settle(3)
    await expect(held.report({ project })).rejects.toThrow('away')
    isAway = false
    clock.advance(3 * MINUTE)
    expect(await held.report({ project })).toMatchObject([{ used: 3, left: 7 }])
    expect(await held.report({ project })).toMatchObject([{ used: 3, left: 7 }])
  })

  test('spends nothing while the limiter cannot be reached', async () => {
    const broken = new SpendCaps({ take: async () => Promise.reject(new Error('away')) }, clock)
    await expect(broken.open({ project }, MODEL)).rejects.toThrow('away')
  })

  test('says whose cap cannot be counted, and by what, while the limiter is away', async () => {
    const away = new DocentError('unavailable', 'Redis at 10.0.0.7:6379 does not answer.', {
      isRetryable: true,
      retryAfterMs: 1_000,
    })
    const silent: RateLimiter = { take: () => Promise.reject(away) }
    await expect(new SpendCaps(silent, clock).open({ project, key }, MODEL)).rejects.toMatchObject({
      code: 'unavailable',
      isRetryable: true,
      retryAfterMs: 1_000,
      message:
        "The monthly spend cap of project docs and key k1 can't be counted now, and nothing is spent uncounted. Redis at 10.0.0.7:6379 does not answer.",
    })
    // Whoever has no cap goes on.
    expect(await new SpendCaps(silent, clock).open({}, MODEL)).toBeUndefined()
  })
})
