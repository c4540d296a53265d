import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HostRefusal } from './host-refusal.ts'
import { sendWithRetries } from './send-with-retries.ts'

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

const settings = { timeoutMs: 1000, retries: 3, retryDelayMs: 100, maxRateLimitWaitMs: 5000 }

/** When each attempt was made, ms after the first. */
async function attempts(random: number, failure: () => Error, signal?: AbortSignal): Promise<number[]> {
  const at: number[] = []
  const attempt = async () => {
    at.push(Date.now())
    throw failure()
  }
  const options = { settings, retries: 3, random: () => random, now: () => Date.now(), signal }
  const sent = sendWithRetries(attempt, options).catch(() => undefined)
  await vi.runAllTimersAsync()
  await sent
  return at
}

const away = () => new HostRefusal(503, 'away', {})

test('pauses grow, and chance spreads them', async () => {
  expect(await attempts(0.5, away)).toEqual([0, 100, 500, 1400])
  vi.setSystemTime(0)
  expect(await attempts(0, away)).toEqual([0, 50, 250, 700])
})

test('a rate limit is waited for once, as long as the host says', async () => {
  const limited = () => new HostRefusal(429, 'slow down', { 'retry-after': '3' })
  expect(await attempts(0.5, limited)).toEqual([0, 3000])
  vi.setSystemTime(0)
  const long = () => new HostRefusal(429, 'slow down', { 'retry-after': '60' })
  expect(await attempts(0.5, long)).toEqual([0])
})

test('a refusal and an abort end the attempts', async () => {
  expect(await attempts(0.5, () => new HostRefusal(404, 'absent', {}))).toEqual([0])
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 300)
  expect(await attempts(0.5, away, stop.signal)).toEqual([0, 100])
})
