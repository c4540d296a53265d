import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectId } from '@docent/core/plugin'
import { GitDocsSource } from '@docent/source-git'
import { indexedPage, MemoryRetriever, scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiOperation } from '../../../../packages/http/src/open-api/api-document.ts'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestReply, type TestServer } from '../start-test-server.ts'
import { faultsOf } from './json-validator.ts'
import { DOCUMENT, OPERATIONS } from './published-document.ts'

/** Streams that end when the reader leaves, and what ends the session that the others need. */
const LEFT_OUT = new Set([
  'streamNews',
  'streamAgentEvents',
  'streamJobEvents',
  'signOut',
  'signOutEverywhere',
])

/** Refused because no example can hold the password or code of the person. */
const SECRET = new Set(['beginSecondFactor', 'confirmSecondFactor', 'removeSecondFactor'])

let server: TestServer
let owner: TestSession
let cacheDir: string
/** What stands for the parameters of paths. */
let names: Readonly<Record<string, string>>

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'docent-examples-'))
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([
    indexedPage({ path: '/index', title: 'Welcome', texts: ['How to add your own project and keys.'] }),
  ])
  await writer.commit('one')
  const model = scriptedModel(() => ({ text: 'Add it [1].' }))
  server = await startTestServer({
    retriever,
    models: scriptedProvider(
      'test',
      { model },
      { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' },
    ),
    source: new GitDocsSource({ cacheDir }),
    project: { siteUrl: 'https://docs.acme.com' },
  })
  owner = await signIn(server)
  const message = { role: 'user', parts: [{ type: 'text', text: 'How do I add my own project?' }] }
  const body = { fp: 'anonymous', messages: [message] }
  const asked = await server.call('POST', '/discovery/v2/assistant/docs/message', { body })
  const feedback = await server.call('POST', '/discovery/v1/feedback/docs', {
    body: { path: '/index', helpful: true },
  })
  const update = await server.call('POST', '/v1/project/update/docs')
  names = {
    ...{ projectId: 'docs', domain: 'docs', fp: 'ann', host: 'nowhere', userId: owner.userId },
    threadId: asked.headers.get('x-thread-id') ?? '',
    feedbackId: feedback.body.id,
    statusId: update.body.statusId,
  }
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(cacheDir, { recursive: true })
})

/** A job that has ended. */
async function makeJob(): Promise<string> {
  const { body } = await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Set the title.' } })
  const status = async () => (await server.call('GET', `/v2/agent/docs/job/${body.id}`)).body.status
  await expect.poll(status, { timeout: 60_000 }).not.toBe('active')
  return body.id
}

async function send({ method, path, operation }: (typeof OPERATIONS)[number]): Promise<TestReply> {
  const id = path.includes('/job')
    ? await makeJob()
    : path.includes('feedback/{id}')
      ? names.feedbackId
      : 'none'
  const url = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent((name === 'id' ? id : names[name]) ?? 'none'),
  )
  const body = operation.requestBody?.content['application/json']?.example
  const isForPeople = path.startsWith('/api/')
  const key = isForPeople ? null : keyOf(operation)
  return server.call(method, url, {
    key,
    headers: {
      accept: 'application/json, text/event-stream;q=0.9, */*;q=0.1',
      ...(isForPeople ? { ...owner.headers, origin: server.url } : {}),
    },
    ...(body === undefined ? {} : { body: isBranch(path) ? { branch: 'main' } : body }),
  })
}

/** The one example that names something of the repository. */
const isBranch = (path: string) => path.includes('/project/preview/')

function keyOf({ security }: ApiOperation): string | null {
  const ways = security.flatMap((way) => Object.keys(way))
  if (ways.includes('assistant')) return server.assistantKey
  return ways.includes('admin') ? server.adminKey : null
}

/** What is wrong with a reply by the document. */
function faultsOfReply({ responses }: ApiOperation, { status, headers, body }: TestReply): string[] {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  if (status >= 400) {
    // Pages for people.
    if (type === 'text/html') return responses[200]?.content?.['application/json'] ? ['a page'] : []
    if (type !== 'application/problem+json') return [`${status} as ${type}`]
    return faultsOf(body, { $ref: '#/components/schemas/Problem' })
  }
  const described = responses[status]
  if (described === undefined) return [`${status} is not in the document`]
  if (type === '') return described.content === undefined ? [] : [`${status} without a body`]
  const media = described.content?.[type]
  if (media === undefined) return [`${status} as ${type} is not in the document`]
  return type === 'application/json' ? faultsOf(body, media.schema) : []
}

describe('the example of every operation', () => {
  const run = OPERATIONS.filter(({ operation }) => !LEFT_OUT.has(operation.operationId))
  const succeeded = new Set<string>()

  test.each(run)('$method $path is answered as the document says', async (published) => {
    const reply = await send(published)
    expect(faultsOfReply(published.operation, reply), `${reply.status} ${reply.text.slice(0, 500)}`).toEqual(
      [],
    )
    const isRefused = [400, 405, 413, 415, 500].includes(reply.status)
    expect(isRefused, reply.text).toBe(SECRET.has(published.operation.operationId))
    if (reply.status < 400) succeeded.add(published.operation.operationId)
  })

  test('works for everything that clients call, but for what nothing of the server is named by', () => {
    const called = run.filter(({ path }) => /^\/(v1|v2|discovery|mcp)\//.test(path))
    const failed = called.filter(({ operation }) => !succeeded.has(operation.operationId))
    expect(failed.map(({ operation }) => operation.operationId).sort()).toEqual([
      'cancelAgentJob',
      'createGapJob',
      'handOverConversation',
      'rateAssistantAnswer',
      'readAnswerClaims',
      'readDocumentationPage',
      'resendWebhookDelivery',
      // The project is not open to all.
      'showServerCard',
      'triggerAutomation',
    ])
  })
})

test('the document of the server is the one that was held against its replies', async () => {
  expect((await server.call('GET', '/openapi.json', { key: null })).body).toEqual(DOCUMENT)
})
