import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDocent, threadId } from '@docent/core'
import {
  AuditLog,
  BackgroundTasks,
  type Health,
  JobStore,
  KeyStore,
  NamedLeases,
  type Plugin,
  type PluginHost,
  ProjectNotes,
  ProjectStore,
  projectId,
  RateLimiter,
  ReadingStore,
  Retriever,
  SecretStore,
  ThreadStore,
  WebhookStore,
  Workspaces,
} from '@docent/core/plugin'
import { MemoryJobStore, MemoryRetriever, ModelRateLimiter } from '@docent/testing'
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

test('fills the eleven stores and opens nothing before the start', () => {
  sqlite().install(host.host)
  expect([...host.provided.keys()].toSorted(byName)).toEqual(
    [
      AuditLog,
      BackgroundTasks,
      JobStore,
      KeyStore,
      NamedLeases,
      ProjectNotes,
      ProjectStore,
      ReadingStore,
      SecretStore,
      ThreadStore,
      WebhookStore,
    ].toSorted(byName),
  )
  expect(existsSync(join(directory, 'docent.db'))).toBe(false)
  expect(host.health()).toMatchObject({ ok: false })
})

test('leaves a port to another plugin, and two that fill one are told what to do', async () => {
  const jobs = new MemoryJobStore()
  const otherJobs: Plugin = { name: 'store-memory', install: (target) => target.provide(JobStore, jobs) }
  const rest: Plugin = {
    name: 'rest',
    install(target) {
      target.provide(RateLimiter, new ModelRateLimiter({ now: () => 0 }))
      target.provide(Retriever, new MemoryRetriever())
      target.provide(Workspaces, { open: () => Promise.reject(new Error('none')), forget: async () => {} })
    },
  }
  const create = (store: Plugin) =>
    createDocent({ plugins: [store, otherJobs, rest], dataDirectory: directory })
  expect(() => create(sqlite())).toThrow(
    /Both store-sqlite and store-memory fill the port JobStore\. .*leave the port to the other/,
  )
  const docent = create(sqlite({ without: ['JobStore'] }))
  await docent.start()
  expect(docent.resolve(JobStore)).toBe(jobs)
  await docent.resolve(JobStore).create(draftJob('a'))
  const thread = {
    id: threadId('a'.repeat(32)),
    projectId: projectId('docs'),
    fp: 'v1',
    threadKeyHash: null,
    createdAt: 1,
  }
  await docent.resolve(ThreadStore).create(thread)
  expect(await docent.resolve(ThreadStore).get(thread.projectId, thread.id)).toEqual(thread)
  await docent.stop()
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
  expect(host.health()).toMatchObject({ ok: false })
  await expect(jobs.create(draftJob('b'))).rejects.toMatchObject({ code: 'unavailable' })
})

test('refuses an option that it does not know', () => {
  expect(() => sqlite({ path: 'x.db' } as never).install(host.host)).toThrow(
    /options of the plugin store-sqlite are wrong/,
  )
})

function byName(a: symbol, b: symbol): number {
  return String(a.description).localeCompare(String(b.description))
}
