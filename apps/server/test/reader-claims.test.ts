import { httpClaims } from '@docent/claims-http'
import { createClient } from '@docent/client'
import { projectId } from '@docent/core/plugin'
import { type ClaimsWire, claimsWire } from '@docent/simulators'
import { indexedPage, MemoryRetriever, scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

const TRUE_CLAIM = 'Start the server with the command docent serve.'
const FALSE_CLAIM = 'Elephants paint every blue submarine twice.'

describe('the claims of a reader’s own answer', () => {
  let checker: ClaimsWire
  let server: TestServer

  beforeAll(async () => {
    checker = await claimsWire('docent')
    const retriever = new MemoryRetriever()
    const writer = await retriever.begin(projectId('docs'))
    await writer.write([indexedPage({ path: '/starting', title: 'Starting', texts: [TRUE_CLAIM] })])
    await writer.commit('r1')
    const model = scriptedModel(() => ({ text: `${TRUE_CLAIM.slice(0, -1)} [1].\n\n${FALSE_CLAIM}` }))
    server = await startTestServer({
      retriever,
      models: scriptedProvider('test', { model }, { agent: 'model', assistant: 'model' }),
      morePlugins: [
        httpClaims({ url: `${checker.origin}/check`, name: 'a-checker', timeoutMs: 3_000, attempts: 2 }),
      ],
      project: { assistant: { claims: { by: 'checker', threshold: 0.3 } } },
    })
  }, 240_000)
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    await checker?.close()
  })

  const reader = (fp = 'ann') => {
    const { assistant } = createClient({ baseUrl: server.url, key: server.assistantKey, maxRetries: 0 })
    return { assistant, ask: () => assistant.ask('docs', 'How do I start the server?', { fp }).result() }
  }
  const read = (body: object, key = server.assistantKey) =>
    server.call('POST', '/discovery/v2/assistant/docs/claims', { key, body })

  test('come to a client that was told of the check, without what is for operators', async () => {
    const { assistant, ask } = reader()
    checker.plant({ kind: 'silent' })
    const { threadId, messageId, text, checksClaims } = await ask()
    expect(checksClaims).toBe(true)
    const own = { fp: 'ann', threadId, messageId }
    const early = await read(own)
    expect(early).toMatchObject({ status: 200, body: { status: 'checking' } })
    expect(early.headers.get('ratelimit')).toContain('r=')
    const checked = await assistant.claims('docs', own)
    const sentences = checked?.claims.map(({ start, end, supported }) => [
      text.slice(start, end).split(' ')[0],
      supported >= checked.threshold,
    ])
    expect(sentences).toEqual([
      ['Start', true],
      ['Elephants', false],
    ])
    const { body } = await read(own)
    expect(body).toEqual({ status: 'checked', ...checked })
    expect(Object.keys(body.claims[0]).sort()).toEqual(['end', 'start', 'supported'])
  })

  test('are 404 for whoever could not continue the thread', async () => {
    const { threadId, messageId } = await reader().ask()
    for (const body of [
      { fp: 'bob', threadId, messageId },
      { fp: 'ann', threadId: 'f'.repeat(32) },
      { fp: 'ann', threadId: '../..' },
      { fp: 'ann', threadId, messageId: 'another' },
      { fp: 'ann', threadId, threadKey: 'x' },
    ]) {
      const reply = await read(body)
      expect([reply.status, reply.body.detail]).toEqual([404, 'None of your threads has this answer.'])
    }
  })

  test('need an assistant key of the project', async () => {
    const { threadId } = await reader().ask()
    const own = { fp: 'ann', threadId }
    expect((await read(own, server.adminKey)).status).toBe(403)
    expect((await read(own, 'svc_dsc_wrong')).status).toBe(401)
  })

  test.each([
    [{ fp: '' }, 'fp'],
    [{ threadId: undefined }, 'threadId'],
    [{ waitMs: 10_001 }, 'waitMs'],
    [{ waitMs: -1 }, 'waitMs'],
  ])('with %j are refused', async (change, path) => {
    const { status, body } = await read({ fp: 'ann', threadId: 'f'.repeat(32), ...change })
    expect([status, body.issues[0].path]).toEqual([400, path])
  })

  test('a reader who leaves waits no longer', async () => {
    const { assistant, ask } = reader()
    checker.plant({ kind: 'silent' })
    const { threadId } = await ask()
    const leaving = new AbortController()
    const waiting = assistant.claims('docs', { fp: 'ann', threadId, signal: leaving.signal })
    leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
  })

  test('an answer of a project without a checker says nothing of them', async () => {
    await using plain = await startTestServer({})
    const { assistant } = createClient({ baseUrl: plain.url, key: plain.assistantKey })
    const { threadId, checksClaims } = await assistant.ask('docs', 'How do I start?').result()
    expect(checksClaims).toBeUndefined()
    expect(await assistant.claims('docs', { threadId })).toBeUndefined()
  })
})
