import { limiterProperty, ManualClock } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import type { LimitRequest, LimitWindow } from '../domain/limit.ts'
import { MemoryRateLimiter } from './memory-rate-limiter.ts'

const HOUR = 3_600_000
const hour: LimitWindow = { kind: 'fixed', ms: HOUR }
const day: LimitWindow = { kind: 'fixed', ms: 24 * HOUR }

const limit = (key: string, max: number, window: LimitWindow = hour): LimitRequest => ({
  scope: 'ip',
  key,
  max,
  window,
})

describe('MemoryRateLimiter', () => {
  test('decides every random take as the simple model does', async () => {
    await limiterProperty(() => {
      const clock = new ManualClock()
      return { clock, limiter: new MemoryRateLimiter(clock) }
    })
  })

  test('lets all counters of a window go at once, a minute after it ended', async () => {
    const clock = new ManualClock(0)
    const limiter = new MemoryRateLimiter(clock)
    for (let ip = 0; ip < 1_000; ip++) await limiter.take([limit(`ip:${ip}`, 5)])
    clock.set(HOUR)
    await limiter.take([limit('ip:0', 5)])
    expect(limiter.size).toBe(1_001)
    clock.set(HOUR + 60_000)
    await limiter.take([limit('ip:0', 5)])
    expect(limiter.size).toBe(1)
  })

  test('lets go of windows that nobody asks for any more', async () => {
    const clock = new ManualClock(0)
    const limiter = new MemoryRateLimiter(clock)
    for (let ip = 0; ip < 100; ip++) await limiter.take([limit(`ip:${ip}`, 5, { kind: 'fixed', ms: 1_000 })])
    clock.set(2 * HOUR)
    await limiter.take([limit('ip:0', 5)])
    expect(limiter.size).toBe(1)
  })

  test('keeps a bounded number of counters in a flood of keys and says so once a window', async () => {
    const clock = new ManualClock(0)
    const full: unknown[] = []
    const limiter = new MemoryRateLimiter(clock, { maxCounters: 1_000, onFull: (each) => full.push(each) })
    for (let ip = 0; ip < 50_000; ip++) await limiter.take([limit(`ip:${ip}`, 5)])
    expect(limiter.size).toBe(1_000)
    expect(full).toEqual([{ window: hour, maxCounters: 1_000 }])
  })

  test('never lets a flood of keys wipe a counter, nor get one more use out of it', async () => {
    const limiter = new MemoryRateLimiter(new ManualClock(0), { maxCounters: 1_000, seed: 1 })
    await limiter.take([limit('victim', 2)])
    await limiter.take([limit('victim', 2)])
    const admitted = new Map<string, number>()
    for (let use = 0; use < 40_000; use++) {
      const key = `ip:${use % 10_000}`
      if ((await limiter.take([limit(key, 2)])).allowed) admitted.set(key, (admitted.get(key) ?? 0) + 1)
    }
    expect(Math.max(...admitted.values())).toBe(2)
    expect((await limiter.take([limit('victim', 2)])).allowed).toBe(false)
  })

  test('does not let a flood in one window touch the limits of another', async () => {
    const limiter = new MemoryRateLimiter(new ManualClock(0), { maxCounters: 1_000 })
    for (let ip = 0; ip < 5_000; ip++) await limiter.take([limit(`ip:${ip}`, 5, day)])
    for (let use = 0; use < 3; use++) {
      expect((await limiter.take([limit('project', 3)])).allowed).toBe(true)
    }
  })

  test('admits new keys during a flood: the shared counters are many', async () => {
    const limiter = new MemoryRateLimiter(new ManualClock(0), { maxCounters: 1_000, seed: 1 })
    for (let ip = 0; ip < 20_000; ip++) await limiter.take([limit(`ip:${ip}`, 100)])
    expect((await limiter.take([limit('newcomer', 100)])).allowed).toBe(true)
  })

  test('starts over when the clock is set back by days', async () => {
    const clock = new ManualClock(100 * 24 * HOUR)
    const limiter = new MemoryRateLimiter(clock)
    await limiter.take([limit('a', 1)])
    clock.set(0)
    expect((await limiter.take([limit('a', 1)])).allowed).toBe(true)
    expect(limiter.size).toBe(1)
  })
})
