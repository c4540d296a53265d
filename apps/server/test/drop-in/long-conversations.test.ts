import { projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever, scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'

const ORIGIN = 'https://docs.acme.com'
const PATH = '/discovery/v2/assistant/docs/message'
/** What the model was asked, newest last: the texts of its messages. */
let asked: string[][] = []
let server: TestServer

beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([indexedPage({ path: '/start', title: 'Start', texts: ['Light the lantern so.'] })])
  await writer.commit('one')
  const model = scriptedModel(({ prompt }) => {
    asked.push(prompt.map(({ content }) => JSON.stringify(content)))
    return { text: ['Light it [1].'] }
  })
  server = await startTestServer({
    retriever,
    models: scriptedProvider(
      'test',
      { model },
      { assistant: 'model', agent: 'model', sonnet: 'model', opus: 'model' },
    ),
    config: {
      projects: [
        { id: 'docs', repository: 'file:///docs.git', branch: 'main', siteUrl: ORIGIN },
        {
          id: 'told',
          repository: 'file:///docs.git',
          branch: 'main',
          assistant: { finishReason: true, citations: true },
        },
      ],
    },
  })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  asked = []
})

const text = (text: string) => [{ type: 'text', text }]
const user = (words = 'How do I light the lantern?') => ({ id: 'u', role: 'user', parts: text(words) })
/** An answer as useChat sends it back: with the passages of its searches. */
const answer = (words: string, threadId?: string, bytes = 150_000) => ({
  id: 'a',
  role: 'assistant',
  ...(threadId !== undefined && { metadata: { threadId } }),
  parts: [
    { type: 'tool-search', toolCallId: 'c', state: 'output-available', output: 'x'.repeat(bytes) },
    ...text(words),
  ],
})

async function ask(messages: unknown[], more: object = {}, path = PATH) {
  const body = { fp: 'a', messages, ...more }
  const headers = { origin: 'https://docs.acme.com' }
  return server.call('POST', path, { body, headers, key: server.assistantKey })
}
const events = (body: string) =>
  body
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)))

async function newThread(): Promise<string> {
  const { headers } = await ask([user('Which lantern?')])
  return headers.get('x-thread-id') ?? ''
}

describe('a conversation that useChat sends whole', () => {
  test('goes on past the limits of a body and of the number of messages, and the thread is the history', async () => {
    const threadId = await newThread()
    const turns = Array.from({ length: 40 }, () => [user(), answer('So.', threadId)]).flat()
    expect(JSON.stringify(turns).length).toBeGreaterThan(5_000_000)
    for (const more of [{ threadId }, {}]) {
      const reply = await ask([...turns, user()], more)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('x-thread-id')).toBe(threadId)
    }
    const small = Array.from({ length: 150 }, () => [user('Old.'), answer('So.', threadId, 10)]).flat()
    expect((await ask([...small, user()])).status).toBe(200)
    expect(asked.at(-1)?.join()).toContain('Which lantern?')
    expect(asked.at(-1)?.join()).not.toContain('Old.')
  })

  test('drops what a thread does not need, however malformed, and refuses a malformed question', async () => {
    const threadId = await newThread()
    const odd = [{ role: 'user', parts: text('x'.repeat(40_000)) }, 7, null, { role: 'robot' }]
    expect((await ask([...odd, answer('So.', threadId, 10), user()])).status).toBe(200)
    expect((await ask([...odd, user()], { threadId })).status).toBe(200)
    const long = await ask([user(), user('x'.repeat(40_000))], { threadId })
    expect(long.status).toBe(400)
    expect(long.body.issues[0].path).toBe('messages[1]')
  })

  test('without a thread is cut from the front, and its messages keep their limits', async () => {
    const turns = Array.from({ length: 250 }, (_, at) => user(`Question ${at}.`))
    expect((await ask([...turns, user()])).status).toBe(200)
    const heard = asked.at(-1)?.join() ?? ''
    expect(heard).toContain('Question 249.')
    expect(heard).not.toContain('Question 50.')
    const refused = await ask([...turns.slice(0, 100), user('x'.repeat(40_000)), user()])
    expect(refused.status).toBe(400)
    expect(refused.body.issues[0].path).toBe('messages[100]')
  })

  test('of AI SDK 4 goes on the same way', async () => {
    const path = '/discovery/v1/assistant/docs/message'
    const threadId = await newThread()
    const said = {
      role: 'assistant',
      content: 'So.',
      annotations: [{ threadId }],
      toolInvocations: 'x'.repeat(90_000),
    }
    const turns = Array.from({ length: 30 }, () => [{ role: 'user', content: 'Old.' }, said]).flat()
    const reply = await ask([...turns, { role: 'user', content: 'And now?' }], {}, path)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('x-thread-id')).toBe(threadId)
  })

  test('has at most 8 MiB', async () => {
    const threadId = await newThread()
    const reply = await ask([answer('So.', threadId, 9 * 1024 * 1024), user()], { threadId })
    expect(reply.status).toBe(413)
    expect(reply.body.detail).toContain('8,388,608')
  })
})

describe('the path of the page', () => {
  test.each([
    ['of 200 Japanese letters', `/${encodeURIComponent('ク'.repeat(199))}`, 200],
    ['of 200 Japanese letters, not encoded', `/${'ク'.repeat(199)}`, 200],
    ['with a stray percent sign', '/100%/off', 200],
    ['of 200 letters', `/${'a'.repeat(199)}`, 200],
    ['of 201 letters', `/${'a'.repeat(200)}`, 400],
    ['of 201 Japanese letters', `/${encodeURIComponent('ク'.repeat(200))}`, 400],
  ])('%s', async (_, currentPath, status) => {
    expect((await ask([user()], { currentPath })).status).toBe(status)
  })
})

describe('clients of the AI SDK', () => {
  test('are told why an answer ended and what it cites, if the request or the project asks for it', async () => {
    const event = async (name: string, path: string, key = server.assistantKey) => {
      const reply = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ fp: 'a', messages: [user()] }),
      })
      return events(await reply.text()).find(({ type }) => type === name)
    }
    const finish = (...asked: [path: string, key?: string]) => event('finish', ...asked)
    const ending = (...asked: [path: string, key?: string]) => event('text-end', ...asked)
    expect(await finish(PATH)).not.toHaveProperty('finishReason')
    expect(await finish(`${PATH}?finishReason=true`)).toHaveProperty('finishReason', 'stop')
    const { key } = await server.issueKey({ kind: 'assistant', projectIds: [projectId('told')] })
    const told = PATH.replace('docs', 'told')
    expect(await finish(told, key)).toHaveProperty('finishReason', 'stop')
    expect(await finish(`${told}?finishReason=false`, key)).not.toHaveProperty('finishReason')
    const citations = [
      {
        source: {
          type: 'source',
          sourceType: 'url',
          id: '/start',
          url: `${ORIGIN}/start`,
          title: 'Start',
        },
      },
    ]
    expect(await ending(PATH)).not.toHaveProperty('citations')
    expect(await ending(`${PATH}?citations=true`)).toHaveProperty('citations', citations)
    expect(await ending(`${told}?citations=false`, key)).not.toHaveProperty('citations')
  })

  test('that ask for an answer to resume hear that there is none', async () => {
    for (const path of [PATH, '/v2/assistant/docs/message']) {
      const reply = await fetch(`${server.url}${path}/chat-1/stream`, {
        headers: { authorization: `Bearer ${server.assistantKey}`, origin: 'https://docs.acme.com' },
      })
      expect(reply.status).toBe(204)
      expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    }
    expect((await fetch(`${server.url}${PATH}/chat-1/stream`)).status).toBe(401)
  })

  test('may send the headers that they set', async () => {
    for (const path of [PATH, '/discovery/v1/assistant/docs/message', `${PATH}/c/stream`, '/mcp/docs']) {
      const reply = await fetch(`${server.url}${path}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://a.example' },
      })
      const allowed = reply.headers.get('access-control-allow-headers')?.toLowerCase().split(/, ?/)
      expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type', 'user-agent']))
    }
  })
})
