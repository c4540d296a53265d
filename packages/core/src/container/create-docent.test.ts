import {
  MemoryAuditLog,
  MemoryBackgroundTasks,
  MemoryJobStore,
  MemoryKeyStore,
  MemoryNamedLeases,
  MemoryProjectNotes,
  MemoryProjectStore,
  MemoryReadingStore,
  MemoryRetriever,
  MemorySecretStore,
  MemoryThreadStore,
  MemoryWebhookStore,
  ModelRateLimiter,
  scriptedModel,
  scriptedProvider,
} from '@docent/testing'
import { expect, test, vi } from 'vitest'
import { Authenticate } from '../access/authenticate.ts'
import { IssueKey } from '../access/issue-key.ts'
import { AnswerQuestion } from '../assistant/answer/answer-question.ts'
import { DEFAULT_ORGANIZATION } from '../domain/ids.ts'
import type { Plugin } from '../plugin/plugin.ts'
import { AuditLog } from '../ports/audit-log.ts'
import { BackgroundTasks } from '../ports/background-tasks.ts'
import type { Health } from '../ports/call-options.ts'
import { JobStore } from '../ports/job-store.ts'
import { KeyStore } from '../ports/key-store.ts'
import { NamedLeases } from '../ports/named-leases.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { RateLimiter } from '../ports/rate-limiter.ts'
import { ReadingStore } from '../ports/reading-store.ts'
import { Retriever } from '../ports/retriever.ts'
import { SecretStore } from '../ports/secret-store.ts'
import { Settings } from '../ports/settings.ts'
import { ThreadStore } from '../ports/thread-store.ts'
import { WebhookStore } from '../ports/webhook-store.ts'
import { Workspaces } from '../ports/workspaces.ts'
import { ProjectConfig, toProject } from '../projects/project-config.ts'
import { createDocent, type DocentOptions } from './create-docent.ts'

const clock = { now: () => 1_768_478_400_000 }
const projects = () => new MemoryProjectStore()

function memory(store = projects()): Plugin {
  return {
    name: 'memory',
    install(host) {
      host.provide(JobStore, new MemoryJobStore())
      host.provide(ThreadStore, new MemoryThreadStore())
      host.provide(KeyStore, new MemoryKeyStore())
      host.provide(ProjectStore, store)
      host.provide(ProjectNotes, new MemoryProjectNotes())
      host.provide(NamedLeases, new MemoryNamedLeases(clock))
      host.provide(WebhookStore, new MemoryWebhookStore())
      host.provide(BackgroundTasks, new MemoryBackgroundTasks(clock))
      host.provide(AuditLog, new MemoryAuditLog())
      host.provide(ReadingStore, new MemoryReadingStore())
      host.provide(SecretStore, new MemorySecretStore())
      host.provide(RateLimiter, new ModelRateLimiter(clock))
      host.provide(Retriever, new MemoryRetriever())
      host.provide(Workspaces, { open: () => Promise.reject(new Error('none')), forget: async () => {} })
    },
  }
}

const create = (options: Partial<DocentOptions> = {}) =>
  createDocent({ plugins: [memory()], dataDirectory: '/nowhere', ...options })

test('every setting has a default', () => {
  const settings = create().resolve(Settings)
  expect(settings).toMatchObject({
    secrets: [],
    limits: { keyPerMonth: 10_000, projectPerHour: 100 },
    agent: { concurrency: 4, author: { name: 'Docent' } },
    leases: {
      jobs: { leaseMs: 15_000, heartbeatMs: 5_000 },
      index: { leaseMs: 30_000, heartbeatMs: 10_000 },
      webhooks: { leaseMs: 15_000, heartbeatMs: 5_000 },
    },
    assistant: { maxSteps: 5, rerank: { candidates: 50 } },
  })
})

test('a setting that is given replaces its default alone, and a wrong one is named', () => {
  const { agent, leases } = create({ settings: { agent: { concurrency: 1 } } }).resolve(Settings)
  expect([agent.concurrency, leases.jobs.leaseMs]).toEqual([1, 15_000])
  expect(() => create({ settings: { agent: { concurrency: 0 } } })).toThrow(/settings\.agent\.concurrency/)
})

test('leases are set by what they keep, and the former names of those of jobs still work', () => {
  const index = { leaseMs: 60_000, heartbeatMs: 20_000 }
  const agent = { leaseMs: 45_000, heartbeatMs: 9_000 }
  const { leases } = create({ settings: { leases: { index }, agent } }).resolve(Settings)
  expect(leases).toEqual({ jobs: agent, index, webhooks: { leaseMs: 15_000, heartbeatMs: 5_000 } })
})

test('a lease that ends before it is renewed is refused', () => {
  const webhooks = { leaseMs: 5_000, heartbeatMs: 5_000 }
  expect(() => create({ settings: { leases: { webhooks } } })).toThrow(
    /settings\.leases\.webhooks\.heartbeatMs: must be less than leaseMs/,
  )
})

test('a start makes the default organization on a fresh store, and leaves another one as it is', async () => {
  const store = projects()
  await create({ plugins: [memory(store)] }).start()
  expect(await store.organization(DEFAULT_ORGANIZATION)).toEqual({
    id: 'default',
    name: 'Default',
    limits: {},
  })
  const ours = { id: DEFAULT_ORGANIZATION, name: 'Ours', limits: { ipPerDay: 3 } }
  await store.putOrganization(ours)
  await create({ plugins: [memory(store)] }).start()
  expect(await store.organization(DEFAULT_ORGANIZATION)).toEqual(ours)
})

test('a store that cannot be read stops what has started', async () => {
  const stop = vi.fn()
  const store = projects()
  store.organization = () => Promise.reject(new Error('no disk'))
  const open: Plugin = { name: 'open', install: (host) => host.onStop(stop) }
  await expect(create({ plugins: [memory(store), open] }).start()).rejects.toThrow('no disk')
  expect(stop).toHaveBeenCalledOnce()
})

test('a part that is degraded leaves the whole healthy, and one that fails does not', async () => {
  const part = (name: string, health: Health): Plugin => ({
    name,
    install: (host) => host.onHealth(() => health),
  })
  const degraded = part('limiter', { ok: false, isDegraded: true, message: 'Redis is gone.' })
  const one = create({ plugins: [memory(), degraded] })
  expect(await one.health()).toMatchObject({ ok: true, parts: { limiter: { ok: false } } })
  const other = create({ plugins: [memory(), degraded, part('store', { ok: false })] })
  expect(await other.health()).toMatchObject({ ok: false })
})

test('keys need a secret, and the error says where it is set', async () => {
  const request = { kind: 'admin', name: 'a', organizationId: DEFAULT_ORGANIZATION } as const
  const bare = create()
  await bare.start()
  await expect(bare.resolve(IssueKey).issue(request)).rejects.toThrow(/settings\.secrets/)
  const docent = create({ settings: { secrets: ['s'.repeat(32)] } })
  await docent.start()
  const { key, record } = await docent.resolve(IssueKey).issue(request)
  const found = docent
    .resolve(Authenticate)
    .authenticate({ authorization: `Bearer ${key}`, kind: 'admin', ip: '::1', origin: undefined })
  expect((await found).id).toBe(record.id)
})

/** What a program needs that only answers questions. */
function assistantPlugin(): Plugin {
  const model = scriptedModel(() => ({ text: ['Use ', 'it.'] }))
  return {
    name: 'assistant',
    install(host) {
      host.provide(Retriever, new MemoryRetriever())
      host.provide(ThreadStore, new MemoryThreadStore())
      host.provide(RateLimiter, new ModelRateLimiter(clock))
      host.addModelProvider(scriptedProvider('test', { model }, { assistant: 'model' }))
    },
  }
}

test('an assistant alone needs three ports and a model; what needs more says which port nothing fills', async () => {
  const docent = create({ plugins: [assistantPlugin()] })
  await docent.start()
  const project = toProject(
    ProjectConfig.parse({ id: 'docs', repository: 'https://git.example/docs.git' }),
    'store',
    0,
  )
  const question = { project, fp: 'me', question: 'How?', clientHistory: [], context: [], regenerate: false }
  const answer = await docent
    .resolve(AnswerQuestion)
    .answer({ ...question, retrievalPageSize: 5 }, AbortSignal.timeout(60_000))
  let text = ''
  await answer.stream((part) => {
    if (part.type === 'text') text += part.text
    return undefined
  })
  expect(text).toBe('Use it.')
  expect(() => docent.resolve(JobStore)).toThrow('No plugin fills the port JobStore.')
  expect(() => docent.resolve(Authenticate)).toThrow('No plugin fills the port KeyStore.')
  await docent.stop()
})

test('a program names the ports that it needs beside', () => {
  const plugins = [assistantPlugin()]
  expect(() => create({ plugins, requires: [JobStore, Retriever, KeyStore] })).toThrow(
    'These ports have no plugin: JobStore, KeyStore.',
  )
  expect(() => create({ plugins: [] })).toThrow(
    'These ports have no plugin: Retriever, ThreadStore, RateLimiter.',
  )
})

test('a plugin that is only for a port fills it where no other plugin does, wherever it is in the list', () => {
  const retriever = new MemoryRetriever()
  const other: Plugin = {
    name: 'other',
    onlyFor: Retriever,
    install: (host) => host.provide(Retriever, retriever),
  }
  expect(create({ plugins: [other, memory()] }).resolve(Retriever)).not.toBe(retriever)
  const without: Plugin = {
    name: 'without',
    install: (host) => {
      const provide: typeof host.provide = (port, adapter) =>
        void (port === Retriever || host.provide(port, adapter))
      memory().install({ ...host, provide })
    },
  }
  expect(create({ plugins: [other, without] }).resolve(Retriever)).toBe(retriever)
})
