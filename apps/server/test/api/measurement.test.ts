import type { ModelCheck } from '@docent/core'
import { ProjectStore, projectId } from '@docent/core/plugin'
import { openaiCompatible } from '@docent/model-ai-sdk'
import { openaiChatWire, type WireServer } from '@docent/simulators'
import type { ScriptedReply } from '@docent/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { behavedModel, type ChatBody } from '../model-check/behaved-model.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

const PATH = '/api/projects/docs/measurement'
let wire: WireServer
let server: TestServer
let reply: (body: ChatBody) => ScriptedReply

beforeAll(async () => {
  wire = await openaiChatWire((body) => reply(body as ChatBody))
  const models = { it: { contextTokens: 4_096, outputTokens: 256, price: { input: 1, output: 1 } } }
  server = await startTestServer({
    docs: { 'index.md': '# Docs\n\nWelcome to the docs.\n' },
    morePlugins: [openaiCompatible({ name: 'local', baseURL: wire.baseURL, models })],
    project: { models: { assistant: 'local:it', agent: 'local:it' } },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await wire.close()
})

const start = (body: object) => server.call('POST', PATH, { body })
const current = async () => (await server.call('GET', PATH)).body.measurement
const ended = (status: string) =>
  vi.waitFor(async () => expect(await current()).toMatchObject({ status }), {
    timeout: 60_000,
    interval: 100,
  })

it('evaluates in the background with another model, and shows the run and its progress', async () => {
  expect(await current()).toBeNull()
  const empty = await start({ kind: 'evaluation' })
  expect([empty.status, empty.body.detail]).toEqual([400, expect.stringContaining('has no questions')])
  const question = { question: 'Welcome to the docs?', pages: ['/'] }
  expect((await server.call('POST', '/api/projects/docs/evaluation', { body: question })).status).toBe(201)
  reply = () => ({ text: 'Welcome [1].' })
  const started = await start({ kind: 'evaluation', answers: true, model: 'local:other' })
  expect([started.status, started.body]).toMatchObject([202, { status: 'waiting' }])
  await ended('completed')
  expect(await current()).toMatchObject({ step: 'answers', done: 1, of: 1 })
  const { runs } = (await server.call('GET', '/api/projects/docs/evaluation/runs')).body
  expect(runs).toMatchObject([{ model: 'local:other', answers: { passed: { checked: 1 } } }])
  expect(wire.requests.at(-1)?.body).toMatchObject({ model: 'other' })
  const manager = await server.issueKey({ scopes: ['manage'] })
  const { entries } = (await server.call('GET', '/api/audit?action=measurement.start', { key: manager.key }))
    .body
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'measurement.start', target: 'evaluation' }),
  )
}, 90_000)

it('runs one at a time, and stops when somebody cancels', async () => {
  reply = () => ({ text: 'Welcome.' })
  wire.plant({ kind: 'silent' })
  expect((await start({ kind: 'evaluation' })).status).toBe(202)
  expect((await start({ kind: 'evaluation' })).status).toBe(409)
  await ended('running')
  expect((await server.call('DELETE', PATH)).status).toBe(204)
  const { status, step } = await current()
  expect([status, step]).toContain(status === 'running' ? 'stopping' : 'cancelled')
  await ended('cancelled')
  expect((await server.call('DELETE', PATH)).status).toBe(404)
  expect((await server.call('GET', '/api/projects/docs/evaluation/runs')).body.runs).toHaveLength(1)
}, 90_000)

it('checks a model, and ends when the spend cap of the project is used up', async () => {
  reply = behavedModel() as typeof reply
  expect((await start({ kind: 'model-check', model: 'nobody:x' })).status).not.toBe(202)
  const check = { kind: 'model-check', model: 'local:it', tasks: [] }
  expect((await start(check)).status).toBe(202)
  await ended('completed')
  const card = async () =>
    (await server.call('GET', '/api/projects/docs/model-checks')).body.cards[0] as {
      cost: number
      checks: ModelCheck[]
    }
  const whole = await card()
  expect(whole.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  const store = server.running.docent.resolve<ProjectStore>(ProjectStore)
  const project = await store.get(projectId('docs'))
  if (!project) throw new Error('The project is gone.')
  await store.put({ ...project, spendUsdPerMonth: 0.006 })
  expect((await start(check)).status).toBe(202)
  await ended('completed')
  const short = await card()
  expect(short.cost).toBeLessThanOrEqual(0.006)
  expect(short.checks[0]?.outcome).toBe('passed')
  expect(short.checks.at(-1)).toMatchObject({
    outcome: 'skipped',
    detail: expect.stringContaining('monthly spend cap of 0.006 US dollars'),
  })
}, 90_000)
