import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Health, type PluginHost, RateLimiter } from '@docent/core/plugin'
import { ManualClock } from '@docent/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sqliteLimiter } from './sqlite-limiter.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'docent-limiter-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true })
})

function install(options?: { file: string }) {
  const provided = new Map<symbol, unknown>()
  const hooks: { start?(): unknown; stop?(): unknown; health?(): Promise<Health> } = {}
  const host = {
    dataDirectory: directory,
    clock: new ManualClock(),
    logger: { warn: () => {} },
    provide: (token: symbol, adapter: unknown) => void provided.set(token, adapter),
    onStart: (start: () => unknown) => void Object.assign(hooks, { start }),
    onStop: (stop: () => unknown) => void Object.assign(hooks, { stop }),
    onHealth: (health: () => Promise<Health>) => void Object.assign(hooks, { health }),
  } as unknown as PluginHost
  sqliteLimiter(options).install(host)
  return { hooks, limiter: provided.get(RateLimiter) as RateLimiter }
}

const uses = [{ scope: 'ip', key: 'a', max: 1, window: { kind: 'month' } }] as const

test('fills the port of rate limits and opens its file at the start', async () => {
  const { hooks, limiter } = install({ file: 'counts.sqlite' })
  const file = join(directory, 'counts.sqlite')
  expect(existsSync(file)).toBe(false)
  hooks.start?.()
  expect(existsSync(file)).toBe(true)
  expect((await limiter.take(uses)).allowed).toBe(true)
  hooks.stop?.()
  const again = install({ file: 'counts.sqlite' })
  again.hooks.start?.()
  expect((await again.limiter.take(uses)).allowed).toBe(false)
  again.hooks.stop?.()
})

test('is unhealthy while another process does not let go of the file, and after the stop', async () => {
  const { hooks } = install()
  hooks.start?.()
  expect(await hooks.health?.()).toEqual({ ok: true })
  {
    using other = new DatabaseSync(join(directory, 'limits.sqlite'))
    other.exec('BEGIN IMMEDIATE')
    expect(await hooks.health?.()).toMatchObject({ ok: false })
  }
  expect(await hooks.health?.()).toEqual({ ok: true })
  hooks.stop?.()
  expect(await hooks.health?.()).toMatchObject({ ok: false })
})
