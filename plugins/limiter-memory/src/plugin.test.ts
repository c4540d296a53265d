import { type PluginHost, RateLimiter } from '@docent/core/plugin'
import { ManualClock } from '@docent/testing'
import { expect, test } from 'vitest'
import { memoryLimiter } from './plugin.ts'

function host() {
  const provided = new Map<symbol, unknown>()
  const warnings: object[] = []
  const silent = () => {}
  const host: Partial<PluginHost> = {
    logger: { debug: silent, info: silent, warn: (fields) => warnings.push(fields), error: silent },
    clock: new ManualClock(),
    provide: (token, adapter) => void provided.set(token, adapter),
    onStart: silent,
    onStop: silent,
    onHealth: silent,
  }
  return { host: host as PluginHost, provided, warnings }
}

test('fills the port of rate limits, and warns once when a window is full', async () => {
  const { host: target, provided, warnings } = host()
  memoryLimiter({ maxCounters: 1 }).install(target)
  const limiter = provided.get(RateLimiter) as RateLimiter
  const window = { kind: 'month' } as const
  for (const key of ['a', 'b', 'c']) {
    expect((await limiter.take([{ scope: 'ip', key, max: 9, window }])).allowed).toBe(true)
  }
  expect(warnings).toEqual([{ window, maxCounters: 1 }])
})

test('names the option that is wrong', () => {
  expect(() => memoryLimiter({ maxCounters: 0 }).install(host().host)).toThrow(/limiter-memory.*maxCounters/)
})
