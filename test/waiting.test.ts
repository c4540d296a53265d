import { afterEach, beforeEach, expect, test, vi } from 'vitest'
// @ts-expect-error a script without types.
import { toldWhileWaiting } from '../scripts/waiting.mjs'

const registry = 'https://registry.example/'
const PROXIES = ['npm_config_https_proxy', 'npm_config_proxy', 'https_proxy', 'HTTPS_PROXY']

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  for (const name of PROXIES) vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('says within seconds that the registry cannot be reached, and goes on to say so', async () => {
  const said: string[] = []
  const cause = Object.assign(new Error('x'), { code: 'ENOTFOUND' })
  const request = () => Promise.reject(new TypeError('fetch failed', { cause }))
  const stop = toldWhileWaiting('Installing', { registry, say: (line: string) => said.push(line), request })
  await vi.advanceTimersByTimeAsync(22_000)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(said).toHaveLength(2)
  expect(said[0]).toBe(
    'The registry of packages, https://registry.example/, cannot be reached (ENOTFOUND). Trying again since 6 s. Check the connection, or the proxy of npm.',
  )
})

test('says that a step goes on, every 15 seconds, and nothing of a short one', async () => {
  const said: string[] = []
  const request = async () => new Response('')
  const stop = toldWhileWaiting('Installing', { registry, say: (line: string) => said.push(line), request })
  await vi.advanceTimersByTimeAsync(7_000)
  expect(said).toEqual([])
  await vi.advanceTimersByTimeAsync(30_000)
  stop()
  expect(said).toEqual(['Installing: still at work after 21 s', 'Installing: still at work after 36 s'])
})
