import { scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
let editor: TestSession

beforeAll(async () => {
  const model = scriptedModel(() => ({ text: '[[unanswered]]The docs do not say.' }))
  server = await startTestServer({
    models: scriptedProvider('test', { model }, { agent: 'model', assistant: 'model' }),
  })
  editor = await signIn(server, 'editor')
  await ask('ann', 'What does the cloud cost?')
  const thread = await ask('ann', 'How do I turn on dark mode?')
  await ask('ann', 'And how do I undo it?', thread)
})
afterAll(() => server[Symbol.asyncDispose]())

async function ask(fp: string, text: string, thread: object = {}) {
  const reply = await server.call('POST', '/discovery/v2/assistant/docs/message', {
    body: { fp, ...thread, messages: [{ role: 'user', parts: [{ type: 'text', text }] }] },
  })
  expect(reply.status).toBe(200)
  const threadId = reply.headers.get('x-thread-id')
  return { threadId, threadKey: reply.headers.get('x-thread-key') }
}

const call = (method: string, path: string, body?: object) =>
  server.call(method, `/api/projects/docs${path}`, {
    key: null,
    headers: { ...editor.headers, origin: server.url },
    ...(body === undefined ? {} : { body }),
  })

interface Listed {
  id: string
  title: string
  count: number
  state: string
  snoozedUntil: string | null
  questions: { question: string; follows: string | null }[]
}

const list = async (state = 'open') =>
  (await call('GET', `/gaps?state=${state}`)).body as { gaps: Listed[]; total: number }
const idOf = async (title: string) => (await list()).gaps.find((gap) => gap.title === title)?.id ?? ''

const DARK = 'How do I turn on dark mode?'
const COST = 'What does the cloud cost?'

test('a follow-up is listed with the question that it follows', async () => {
  const { gaps } = await list()
  expect(gaps.map(({ title, count }) => [title, count])).toEqual([
    [DARK, 2],
    [COST, 1],
  ])
  expect(gaps[0]?.questions).toMatchObject([
    { question: DARK, follows: null },
    { question: 'And how do I undo it?', follows: DARK },
  ])
})

test('a dismissed gap is away until somebody else asks', async () => {
  const ids = [await idOf(COST)]
  expect(await call('POST', '/gaps/state', { state: 'dismissed', ids })).toMatchObject({
    status: 200,
    body: { changed: 1 },
  })
  expect([(await list()).total, (await list('dismissed')).gaps.map(({ title }) => title)]).toEqual([
    1,
    [COST],
  ])
  await ask('ann', COST)
  expect((await list()).total).toBe(1)
  await ask('bob', COST)
  expect((await list()).total).toBe(2)
  const { body } = await server.call('GET', '/v1/analytics/docs/assistant/gaps')
  expect(body.gaps.map(({ state }: Listed) => state)).toEqual(['open', 'open'])
})

test('several are snoozed at once, and opened again', async () => {
  const ids = (await list()).gaps.map(({ id }) => id)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  expect((await call('POST', '/gaps/state', { state: 'snoozed', ids, until })).body).toEqual({ changed: 2 })
  expect((await list('snoozed')).gaps.map(({ snoozedUntil }) => snoozedUntil)).toEqual([until, until])
  const overview = await call('GET', '/overview')
  expect(overview.body.attention.filter(({ kind }: { kind: string }) => kind === 'gap')).toEqual([])
  expect((await call('POST', '/gaps/state', { state: 'open', ids })).body).toEqual({ changed: 2 })
  expect((await list()).total).toBe(2)
})

test.each([
  [{ state: 'snoozed', ids: ['a'] }, 'until'],
  [{ state: 'gone', ids: ['a'] }, 'state'],
  [{ state: 'dismissed', ids: [] }, 'ids'],
  [{ state: 'dismissed', ids: Array<string>(101).fill('a') }, 'ids'],
])('what no gap can become is refused (%#)', async (body, path) => {
  const reply = await call('POST', '/gaps/state', body)
  expect([reply.status, reply.body.issues[0].path]).toEqual([400, path])
})

test('the prompt of a gap is read, and the job starts with what a person made of it', async () => {
  const id = await idOf(DARK)
  const { prompt } = (await call('GET', `/gaps/${id}/prompt`)).body
  expect(prompt).toContain(`"${DARK}", and then "And how do I undo it?"`)
  const started = await call('POST', `/gaps/${id}/job`, { prompt: 'Write one page about dark mode.' })
  expect(started).toMatchObject({ status: 201, body: { title: 'Write one page about dark mode' } })
  expect((await list()).gaps.find((gap) => gap.id === id)).toMatchObject({ jobId: started.body.id })
  const empty = await call('POST', `/gaps/${id}/job`, { prompt: ' ' })
  expect([empty.status, empty.body.issues[0].path]).toEqual([400, 'prompt'])
})
