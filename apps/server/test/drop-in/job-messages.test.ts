import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const at = (id: string, rest = '') => `/v2/agent/docs/job/${id}${rest}`
const statusOf = async (id: string) => (await server.call('GET', at(id))).body.status
const read = async (id: string) => (await server.call('GET', at(id, '/messages'))).body.messages

test('a job is read as prompt, closing message and follow-ups in order; the job itself stays as it is', async () => {
  const { id } = (await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Fix the typos' } })).body
  expect((await read(id))[0]).toMatchObject({ kind: 'prompt', role: 'user', content: 'Fix the typos' })
  await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe('completed')
  await server.call('POST', at(id, '/message'), { body: { prompt: 'And the titles' } })
  expect((await read(id)).map(({ kind }: { kind: string }) => kind).slice(0, 3)).toEqual([
    'prompt',
    'closing',
    'follow_up',
  ])
  await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe('completed')
  const messages = await read(id)
  expect(messages.map(({ kind, role }: Record<string, string>) => [kind, role])).toEqual([
    ['prompt', 'user'],
    ['closing', 'assistant'],
    ['follow_up', 'user'],
    ['closing', 'assistant'],
  ])
  for (const message of messages) expect(message.content).not.toBe('')
  const fields = ['archivedAt', 'createdAt', 'id', 'model', 'prLink', 'source', 'status']
  expect(Object.keys((await server.call('GET', at(id))).body).sort()).toEqual(fields)
  expect((await server.call('GET', at('unknown', '/messages'))).status).toBe(404)
})
