import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Health,
  JobStore,
  KeyStore,
  type PluginHost,
  ProjectStore,
  ThreadStore,
  WebhookStore,
} from '@docent/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { draftJob } from '../test/draft-job.ts'
import { sqlite } from './plugin.ts'

let directory: string
let host: ReturnType<typeof recordingHost>

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'docent-sqlite-'))
  host = recordingHost(directory)
})

afterEach(() => {
  host.stop()
  rmSync(directory, { recursive: true })
})

/** A host that keeps what a plugin registers and runs it when asked. */
function recordingHost(dataDirectory: string) {
  const provided = new Map<symbol, unknown>()
  const hooks: {
    start?(): unknown
    stop?(signal: AbortSignal): unknown
    health?(): Health | Promise<Health>
  } = {}
  const host = {
    dataDirectory,
    clock: { now: () => Date.now() },
    provide: (token: symbol, adapter: unknown) => void provided.set(token, adapter),
    onStart: (start: () => unknown) => {
      hooks.start = start
    },
    onStop: (stop: (signal: AbortSignal) => unknown) => {
      hooks.stop = stop
    },
    onHealth: (health: () => Health) => {
      hooks.health = health
    },
  } as unknown as PluginHost
  return {
    host,
    provided,
    start: () => hooks.start?.(),
    stop: () => hooks.stop?.(new AbortController().signal),
    health: () => hooks.health?.(),
  }
}

test('fills the five stores and opens nothing before the start', () => {
  sqlite().install(host.host)
  expect([...host.provided.keys()].toSorted(byName)).toEqual(
    [JobStore, KeyStore, ProjectStore, ThreadStore, WebhookStore].toSorted(byName),
  )
  expect(existsSync(join(directory, 'docent.db'))).toBe(false)
  expect(host.health()).toEqual({ ok: false })
})

test('keeps its file below the data directory, from start to stop', async () => {
  sqlite({ file: 'stores/docs.db' }).install(host.host)
  host.start()
  expect(host.health()).toEqual({ ok: true })
  const jobs = host.provided.get(JobStore) as JobStore
  const created = jobs.create(draftJob('a'))
  host.stop()
  expect((await created).id).toBe('a')
  expect(existsSync(join(directory, 'stores/docs.db'))).toBe(true)
  expect(host.health()).toEqual({ ok: false })
  await expect(jobs.create(draftJob('b'))).rejects.toMatchObject({ code: 'unavailable' })
})

test('refuses an option that it does not know', () => {
  expect(() => sqlite({ path: 'x.db' } as never).install(host.host)).toThrow(/store-sqlite has wrong options/)
})

function byName(a: symbol, b: symbol): number {
  return String(a.description).localeCompare(String(b.description))
}
