import { type Project, ProjectStore, projectId } from '@docent/core/plugin'
import { type ScriptedReply, scriptedModel, scriptedProvider } from '@docent/testing'
import { expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

/** A million tokens of output cost 100 dollars. */
const PRICE = { input: 1, output: 100 }
const DOCS = projectId('docs')
const question = {
  fp: 'ann',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'What is this?' }] }],
}

async function pricedServer(spendUsdPerMonth: number | undefined, reply: (call: number) => ScriptedReply) {
  let calls = 0
  const model = scriptedModel(() => reply(++calls))
  const provider = scriptedProvider('test', { model }, { agent: 'model', assistant: 'model' })
  const models = {
    name: provider.name,
    defaults: provider.defaults ?? {},
    model: (id: string) => ({ ...provider.model(id), outputTokens: 4_000, price: PRICE }),
  }
  const server = await startTestServer({ models })
  const projects = server.running.docent.resolve(ProjectStore)
  const project = (await projects.get(DOCS)) as Project
  if (spendUsdPerMonth !== undefined) await projects.put({ ...project, spendUsdPerMonth })
  return { server, calls: () => calls }
}

const ask = (server: TestServer, key?: string) =>
  server.call('POST', '/discovery/v2/assistant/docs/message', {
    body: question,
    ...(key === undefined ? {} : { key }),
  })

/** A thousand tokens, ten cents. */
const answer = () => ({ text: 'These are the docs.', usage: { inputTokens: 100, outputTokens: 1_000 } })

test('answers until the cap of the project is used up, and then calls no model', async () => {
  const { server, calls } = await pricedServer(1, answer)
  await using _ = server
  const told: string[] = []
  let refused = await ask(server)
  for (; refused.status === 200 && told.length < 30; refused = await ask(server)) {
    expect(refused.headers.get('spend-policy')).toMatch(/^"project";q=1;w=\d+$/)
    expect(refused.headers.get('spend')).toMatch(/^"project";r=[01]\.\d\d;t=\d+$/)
    told.push(refused.text)
  }
  expect(told.length).toBeGreaterThanOrEqual(9)
  expect(told.length).toBeLessThanOrEqual(12)
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({ code: 'rate_limited', limit: 'project' })
  expect(refused.body.error).toMatch(
    /monthly spend cap of 1 US dollars\. Wait until \d{4}-\d\d-01, or raise spendUsdPerMonth of the project/,
  )
  const before = calls()
  expect((await ask(server)).status).toBe(429)
  const job = await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Add a page' } })
  expect(job.status).toBe(429)
  expect(calls()).toBe(before)
}, 60_000)

test('questions at the same time spend no more than the cap', async () => {
  const { server, calls } = await pricedServer(1, answer)
  await using _ = server
  const replies = await Promise.all(Array.from({ length: 40 }, () => ask(server)))
  expect(replies.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
  expect(calls()).toBeLessThanOrEqual(10)
}, 60_000)

test('a key has a cap of its own', async () => {
  const { server } = await pricedServer(undefined, answer)
  await using _ = server
  const request = { kind: 'assistant', projectIds: [DOCS], spendUsdPerMonth: 0.1 } as const
  const { key } = await server.issueKey(request)
  const statuses: number[] = []
  for (let asked = 0; asked < 3; asked++) statuses.push((await ask(server, key)).status)
  expect(statuses).toEqual([200, 429, 429])
  expect((await ask(server)).status).toBe(200)
}, 60_000)

test('a run that uses the cap up ends with a draft that says so', async () => {
  const { server, calls } = await pricedServer(1, (call) => ({
    toolCalls: [
      call === 1
        ? { toolName: 'write_file', input: { path: 'spent.md', content: '# Spent\n' } }
        : { toolName: 'read_file', input: { path: 'spent.md' } },
    ],
    usage: { inputTokens: 100, outputTokens: 1_000 },
  }))
  await using _ = server
  const { body } = await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Add a page' } })
  const finished = await vi.waitUntil(
    async () => {
      const job = await server.call('GET', `/v2/agent/docs/job/${body.id}`)
      return job.body.status !== 'active' && job.body
    },
    { timeout: 40_000, interval: 100 },
  )
  expect(finished).toMatchObject({ status: 'completed', prLink: expect.any(String) })
  expect(calls()).toBeLessThanOrEqual(11)
  const session = await server.call('GET', `/v1/agent/docs/job/${body.id}`)
  expect(JSON.stringify(session.body)).toMatch(/monthly spend cap of 1 US dollars/)
}, 60_000)

test('a cap of a model without a price is refused when it is set', async () => {
  await using server = await startTestServer()
  const refusal = {
    code: 'configuration',
    message: expect.stringContaining('price of the model "test:model"'),
  }
  await expect(server.issueKey({ spendUsdPerMonth: 5 })).rejects.toMatchObject(refusal)
})
