import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Job } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import { scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentRig, rigProject } from './crash/agent-rig.ts'
import { HOSTILE_MODELS, type HostileModel, hostileModel } from './hostile-models.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const roles = { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' } as const
const price = { input: 10, output: 50 }
const LIMITS = { maxSteps: 3, maxTokens: 50_000, maxCostUsd: 0.5, maxOutputBytes: 20_000, maxToolCalls: 10 }
/** Of a text of 500 tokens that comes letter by letter, each in the frame of the protocol. */
const MOST_BYTES = 200_000

const body = {
  fp: 'x',
  messages: [{ id: '1', role: 'user', content: 'How?', parts: [{ type: 'text', text: 'How?' }] }],
}

/** A model that is another for each test, behind one server. */
let now: ReturnType<typeof hostileModel>
let server: TestServer

beforeAll(async () => {
  const model = new Proxy({} as typeof now, { get: (_, name) => Reflect.get(now, name) })
  server = await startTestServer({
    models: scriptedProvider('test', { model: { model, price } }, roles),
    config: {
      assistant: { ...LIMITS, maxOutputTokens: 500, maxAnswerMs: 3_000 },
      limits: { ipPerDay: 1e6, organizationPerHour: 1e6, keyPerMonth: 1e6 },
    },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const cases = HOSTILE_MODELS.map((model): [string, HostileModel] => [model.does, model])

describe.each(['v1', 'v2'])('an answer of assistant %s ends when a model', (version) => {
  test.each(cases)('%s', { timeout: 120_000 }, async (_, hostile) => {
    now = hostileModel(hostile)
    const reply = await server.call('POST', `/discovery/${version}/assistant/docs/message`, { body })
    expect(reply.status).toBe(200)
    expect(now.count).toBeLessThanOrEqual(LIMITS.maxSteps)
    expect(reply.text.length).toBeLessThan(MOST_BYTES)
    const { finished, ids, text } = read(version, reply.text)
    expect(finished).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    if (hostile.limit === undefined) expect(text.trim()).toBe('Done.')
    else expect(reply.text).toContain(`the limit of ${hostile.limit} was reached.`)
  })
})

/** Whether the reply ended as a whole message, the ids of its tool calls, and its text. */
function read(version: string, reply: string): { finished: boolean; ids: string[]; text: string } {
  if (version === 'v1') {
    const lines = reply.split('\n').filter((line) => line !== '')
    const ids = lines.flatMap((line) => (line.startsWith('9:') ? [JSON.parse(line.slice(2)).toolCallId] : []))
    const text = lines.flatMap((line) => (line.startsWith('0:') ? [JSON.parse(line.slice(2))] : [])).join('')
    const end = lines.at(-1) ?? ''
    const reasons = ['stop', 'length', 'other']
    return {
      finished: end.startsWith('d:') && reasons.includes(JSON.parse(end.slice(2)).finishReason),
      ids,
      text,
    }
  }
  const events = reply.split('\n\n').filter((event) => event.startsWith('data: {'))
  const chunks = events.map((event) => JSON.parse(event.slice(6)))
  const ids = chunks.flatMap((chunk) => (chunk.type === 'tool-input-available' ? [chunk.toolCallId] : []))
  const text = chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : [])).join('')
  return { finished: chunks.at(-1)?.type === 'finish' && reply.endsWith('data: [DONE]\n\n'), ids, text }
}

describe('a run of the agent ends when a model', () => {
  let directory: string
  let repository: string
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'docent-hostile-'))
    mkdirSync(join(directory, 'pages'))
    writeFileSync(join(directory, 'pages', 'index.md'), '# Home\n')
    const path = join(directory, 'docs.git')
    const author = { name: 'A', email: 'a@example.com' }
    await createLocalRepository({
      path,
      from: join(directory, 'pages'),
      message: 'Begin',
      author,
      date: 1e12,
    })
    repository = pathToFileURL(path).href
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  test.each(cases)('%s', { timeout: 120_000 }, async (name, hostile) => {
    const model = hostileModel(hostile)
    const rig = agentRig({
      directory,
      script: [],
      provider: scriptedProvider('scripted', { model: { model, price, outputTokens: 500 } }),
      settings: { ...LIMITS, maxRunMs: hostile.limit === '3 seconds' ? 3_000 : 60_000 },
    })
    try {
      const project = rigProject(repository)
      await rig.projects.putOrganization({ id: project.organizationId, name: 'Default', limits: {} })
      await rig.projects.put(project)
      const { id } = await rig.create.create({
        project,
        apiVersion: 'v2',
        messages: [{ role: 'user', content: name }],
      })
      rig.worker.start()
      let job: Job | undefined
      for await (const { event } of rig.jobs.events(id, 0, { signal: AbortSignal.timeout(100_000) }))
        if (event.type === 'run-finished') {
          job = await rig.jobs.get(id)
          break
        }
      expect(job?.status, job?.messageToUser).toBe('completed')
      expect(model.count).toBeLessThanOrEqual(LIMITS.maxSteps)
      const { limit } = hostile
      if (limit === undefined) expect(job?.messageToUser).toContain('Done.')
      else expect(job?.messageToUser).toContain(`the limit of ${limit} was reached.`)
    } finally {
      await rig.close()
    }
  })
})
