import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
let viewer: TestSession
beforeAll(async () => {
  server = await startTestServer()
  viewer = await signIn(server, 'viewer')
})
afterAll(() => server[Symbol.asyncDispose]())

async function ask(text: string, currentPath?: string): Promise<string> {
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }]
  const { headers } = await server.call('POST', '/discovery/v2/assistant/docs/message', {
    key: server.assistantKey,
    body: { fp: 'ann', messages, ...(currentPath === undefined ? {} : { currentPath }) },
  })
  return headers.get('x-thread-id') ?? ''
}

async function questions(query: string): Promise<string[]> {
  const path = `/api/projects/docs/conversations${query}`
  const { status, body } = await server.call('GET', path, { key: null, headers: viewer.headers })
  expect(status).toBe(200)
  return body.conversations.map(({ question }: { question: string }) => question)
}

describe('finding conversations', () => {
  it('filters by words, by page and by feedback', async () => {
    const threadId = await ask('How do I revoke a KEY?', '/guides/keys')
    await ask('What does the cloud cost?')
    const said = { fp: 'ann', threadId, rating: 'down', text: 'Not my key.' }
    const rated = await server.call('POST', '/discovery/v2/assistant/docs/feedback', {
      key: server.assistantKey,
      body: said,
    })
    expect(rated.status).toBeLessThan(300)
    expect((await questions('')).toSorted()).toEqual(['How do I revoke a KEY?', 'What does the cloud cost?'])
    expect(await questions('?text=revoke%20a%20key')).toEqual(['How do I revoke a KEY?'])
    expect(await questions('?page=guides/KEYS')).toEqual(['How do I revoke a KEY?'])
    expect(await questions('?rating=down')).toEqual(['How do I revoke a KEY?'])
    expect(await questions('?rating=up')).toEqual([])
    expect(await questions('?text=cloud&rating=down')).toEqual([])
  })

  it('refuses filters that are none, and names them', async () => {
    for (const [query, path] of [
      ['rating=good', 'rating'],
      [`text=${'x'.repeat(201)}`, 'text'],
      ['page=%20', 'page'],
    ]) {
      const address = `/api/projects/docs/conversations?${query}`
      const { status, body } = await server.call('GET', address, { key: null, headers: viewer.headers })
      expect([status, body.issues[0].path]).toEqual([400, path])
    }
  })
})
