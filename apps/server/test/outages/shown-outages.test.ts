import { DocentError, type ModelProvider } from '@docent/core/plugin'
import { MemoryRetriever, scriptedModel } from '@docent/testing'
import { expect, test } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startTestServer } from '../start-test-server.ts'

const CAUSE = 'The model server refused the key for now. Check MODEL_KEY.'
const asked = {
  fp: 'anonymous',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'How do I sign in?' }] }],
}

/** A server whose model fails until it is told to work. */
async function scene() {
  let isAway = true
  const scripted = scriptedModel(() =>
    isAway
      ? { error: new DocentError('model_failed', CAUSE, { isRetryable: true }) }
      : { text: 'Sign in with your key.' },
  )
  const models: ModelProvider = {
    name: 'test',
    defaults: { assistant: 'm', agent: 'm' },
    model: (id) => ({
      id: `test:${id}`,
      contextTokens: 8_000,
      outputTokens: 1_000,
      caching: false,
      model: scripted,
    }),
  }
  const server = await startTestServer({
    models,
    retriever: new MemoryRetriever(),
    config: { assistant: { maxAttempts: 1 }, agent: { maxAttempts: 1 } },
  })
  const session = await signIn(server, 'viewer')
  const headers = { ...session.headers, origin: server.url }
  return {
    server,
    work: () => {
      isAway = false
    },
    attention: async () =>
      (await server.call('GET', '/api/projects/docs/overview', { key: null, headers })).body.attention,
    member: () =>
      server.call('POST', '/api/projects/docs/assistant/message', {
        key: null,
        headers: { ...headers, 'x-request-id': 'req-of-member' },
        body: asked,
      }),
    reader: () =>
      server.call('POST', '/discovery/v2/assistant/docs/message', {
        headers: { 'x-request-id': 'req-of-reader' },
        body: asked,
      }),
    turnFailures: async () => {
      const get = async (path: string) =>
        (await server.call('GET', `/api/projects/docs/conversations${path}`, { key: null, headers })).body
      const { conversations } = await get('')
      const threads = await Promise.all(
        conversations.map(({ threadId }: { threadId: string }) => get(`/${threadId}`)),
      )
      return threads.flatMap(({ turns }) => turns.map(({ failure }: { failure?: string }) => failure))
    },
    list: async () => (await server.call('GET', '/api/projects/docs/jobs', { key: null, headers })).body.jobs,
  }
}

test('an answer that fails tells members the cause, readers nothing of it, and Home since when', async () => {
  const { server, attention, member, reader, work, turnFailures } = await scene()
  await using _ = server
  expect(await attention()).toEqual([])
  const before = Date.now()
  const toReader = (await reader()).text
  expect(toReader).toContain('This is not available at the moment. Try again later. (Request req-of-reader)')
  expect(toReader).not.toMatch(/MODEL_KEY|refused/)
  const toMember = (await member()).text
  expect(toMember).toContain(`${CAUSE} (Request req-of-member)`)
  await expect.poll(attention, { timeout: 60_000 }).toMatchObject([
    {
      kind: 'outage',
      title: 'The model fails',
      detail: expect.stringContaining(CAUSE),
      at: expect.stringMatching(/Z$/),
      nextAt: null,
      waitsFor: 'model',
    },
  ])
  const failures = await turnFailures()
  expect(failures).toEqual([CAUSE, CAUSE])
  const [{ at }] = await attention()
  expect(Date.parse(at)).toBeGreaterThanOrEqual(before - 1)
  work()
  expect((await reader()).text).toContain('Sign in with your key')
  await expect.poll(attention, { timeout: 60_000 }).toEqual([])
})

test('a job that waits says for what, since when and until when, in the list and on Home, until it goes on', async () => {
  const { server, attention, list, work } = await scene()
  await using _ = server
  const created = await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Fix the title.' } })
  expect(created.status).toBe(201)
  const waiting = async () => (await list())[0]?.waiting ?? null
  await expect.poll(waiting, { timeout: 60_000 }).toMatchObject({ for: 'model', reason: CAUSE })
  const { since, until } = await waiting()
  expect(Date.parse(until)).toBeGreaterThan(Date.parse(since))
  expect(await attention()).toMatchObject([
    {
      kind: 'outage',
      title: 'The model fails: a job waits',
      detail: expect.stringContaining(CAUSE),
      id: created.body.id,
      at: since,
      nextAt: expect.stringMatching(/Z$/),
    },
  ])
  // Scripts of the public API read the three states of the contract alone.
  expect(created.body).not.toHaveProperty('waiting')
  work()
  await expect.poll(async () => (await list())[0]?.status, { timeout: 100_000 }).not.toBe('active')
  expect(await waiting()).toBeNull()
  await expect.poll(async () => (await attention()).filter(isOutage), { timeout: 60_000 }).toEqual([])
})

function isOutage({ kind }: { kind: string }): boolean {
  return kind === 'outage'
}
