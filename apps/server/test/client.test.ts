import {
  type AgentJob,
  type AskOptions,
  type JobEvent as ClientJobEvent,
  createClient,
  DocentChatTransport,
} from '@docent/client'
import { type JobEvent, projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever, scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { V2AssistantBody } from '../../../packages/http/src/operations/schemas/assistant-body.ts'
import type { JobObject } from '../../../packages/http/src/operations/schemas/job-object.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([
    indexedPage({ path: '/start', title: 'Start', texts: ['Run npm start to start the server.'] }),
  ])
  await writer.commit('one')
  const assistant = scriptedModel(() => ({ text: ['Run ', 'npm start', ' [1].'] }))
  const agent = scriptedModel((call) =>
    JSON.stringify(call.prompt).includes('write_file\\"') || call.prompt.some(({ role }) => role === 'tool')
      ? { text: 'Written.' }
      : { toolCalls: [{ toolName: 'write_file', input: { path: 'new.md', content: '# New\n' } }] },
  )
  server = await startTestServer({
    retriever,
    models: scriptedProvider('test', { model: assistant, agent }, { assistant: 'model', agent: 'agent' }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const admin = () => createClient({ baseUrl: server.url, key: server.adminKey }).agent
const reader = () => createClient({ baseUrl: server.url, key: server.assistantKey }).assistant

describe('the client against the server', () => {
  test('creates a job, waits for its pull request, lists, continues and archives it', async () => {
    const created = await admin().create('docs', 'Add a page.')
    expect(created.status).toBe('active')
    const types: string[] = []
    const done = await admin().wait('docs', created.id, { onEvent: ({ type }) => types.push(type) })
    expect(done).toMatchObject({
      id: created.id,
      status: 'completed',
      prLink: expect.stringContaining('/pulls/'),
    })
    expect(types).toContain('pull-request')
    const page = await admin().list('docs', { status: 'completed', limit: 1 })
    expect(page.jobs).toEqual([done])
    expect((await admin().message('docs', done.id, 'Once more.')).status).toBe('active')
    expect((await admin().wait('docs', done.id)).status).toBe('completed')
    expect((await admin().archive('docs', done.id)).archivedAt).not.toBeNull()
    await expect(admin().cancel('docs', done.id)).rejects.toMatchObject({ status: 409 })
  })

  test('the same idempotency key makes one job of two calls', async () => {
    const [first, second] = await Promise.all([
      admin().create('docs', 'Twice.', { idempotencyKey: 'k' }),
      admin().create('docs', 'Twice.', { idempotencyKey: 'k' }),
    ])
    expect(second.id).toBe(first.id)
  })

  test('asks, continues the thread, rates the answer, searches and reads a page', async () => {
    const first = await reader().ask('docs', 'How do I start the server?').result()
    expect(first.text).toContain('npm start')
    expect(first.sources.map(({ title }) => title)).toEqual(['Start'])
    const second = await reader().ask('docs', 'And then?', { threadId: first.threadId }).result()
    expect(second.threadId).toBe(first.threadId)
    await reader().feedback('docs', { threadId: first.threadId, rating: 'up', text: 'Thanks.' })
    expect((await reader().search('docs', 'start server', { pageSize: 1 }))[0]?.path).toBe('/start')
    expect((await reader().page('docs', '/start')).content).toContain('npm start')
    await expect(reader().page('docs', '/missing')).rejects.toMatchObject({ status: 404 })
  })

  test('the chat transport continues a thread by the metadata of its messages', async () => {
    const transport = new DocentChatTransport({
      baseUrl: server.url,
      key: server.assistantKey,
      domain: 'docs',
    })
    const user = (id: string) => ({
      id,
      role: 'user' as const,
      parts: [{ type: 'text', text: 'How do I start?' }],
    })
    const stream = await transport.sendMessages({
      trigger: 'submit-message',
      messages: [user('1')],
      abortSignal: undefined,
    })
    const types: string[] = []
    for await (const { type } of stream as unknown as AsyncIterable<{ type: string }>) types.push(type)
    expect(types.at(0)).toBe('start')
    expect(types.at(-1)).toBe('finish')
  })
})

test('the client has the types of the schemas that validate requests and replies', () => {
  type Body = z.input<typeof V2AssistantBody>
  type Given<Type> = { [Key in keyof Type]: Exclude<Type[Key], null | undefined> }
  expectTypeOf<AgentJob>().toEqualTypeOf<z.output<typeof JobObject>>()
  expectTypeOf<Required<Omit<AskOptions, 'signal' | 'context' | 'filter'>>>().toExtend<
    Partial<Given<Required<Body>>>
  >()
  expectTypeOf<Exclude<keyof AskOptions, 'signal' | keyof Body>>().toEqualTypeOf<never>()
  expectTypeOf<ClientJobEvent['type']>().toEqualTypeOf<JobEvent['type']>()
  expectTypeOf<JobEvent & { sequence: number; at: string }>().toExtend<ClientJobEvent>()
})
