import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectId } from '@docent/core/plugin'
import { GitDocsSource } from '@docent/source-git'
import { indexedPage, MemoryRetriever, scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../start-test-server.ts'
import { AGENT_CLIENTS, session } from './clients/agent-clients.ts'
import { ANALYTICS_CLIENTS } from './clients/analytics-clients.ts'
import { ASSISTANT_CLIENTS } from './clients/assistant-clients.ts'
import { PLATFORM_CLIENT } from './clients/platform-client.ts'
import { SEARCH_CLIENTS } from './clients/search-clients.ts'
import { UPDATE_CLIENTS } from './clients/update-clients.ts'
import type { Kept, Request, Step } from './replayed-client.ts'

const CLIENTS = [
  ...SEARCH_CLIENTS,
  ...ASSISTANT_CLIENTS,
  ...AGENT_CLIENTS,
  ...UPDATE_CLIENTS,
  PLATFORM_CLIENT,
  ...ANALYTICS_CLIENTS,
]

/** A page of it: another origin than the server's. */
const ORIGIN = 'https://docs.acme.com'
const NEVER_ENDS = 'Never end.'
const POLLS = 1_200
const POLL_MS = 50

let server: TestServer
let cacheDir: string
beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([
    indexedPage({ path: '/keys', title: 'API keys', texts: ['Revoke a key with docent keys revoke.'] }),
    indexedPage({ path: '/proxy', title: 'Proxies', texts: ['Put a proxy in front, with a key.'] }),
  ])
  await writer.commit('one')
  const model = scriptedModel(({ prompt }) => ({
    text: 'Use docent keys revoke [1].',
    hang: JSON.stringify(prompt).includes(NEVER_ENDS),
  }))
  cacheDir = await mkdtemp(join(tmpdir(), 'docent-replay-'))
  server = await startTestServer({
    retriever,
    models: scriptedProvider(
      'test',
      { model },
      { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' },
    ),
    source: new GitDocsSource({ cacheDir }),
    docs: {
      'keys.mdx': '---\ntitle: API keys\n---\n\nRevoke a key with docent keys revoke.\n',
      'proxy.mdx': '---\ntitle: Proxies\n---\n\nPut a proxy in front, with a key.\n',
    },
    project: { siteUrl: ORIGIN },
  })
  await readSomething()
}, 120_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(cacheDir, { recursive: true })
})

/** What the reports tell of. */
async function readSomething(): Promise<void> {
  const discovery = (path: string, body: object) => server.call('POST', `/discovery/${path}`, { body })
  const message = { role: 'user', parts: [{ type: 'text', text: 'How do I revoke a key?' }] }
  const done = [
    await discovery('v1/search/docs', { query: 'key' }),
    await discovery('v1/view/docs', { path: '/keys' }),
    await discovery('v1/feedback/docs', { path: '/keys', helpful: false, comment: 'Which one?' }),
    await discovery('v2/assistant/docs/message', { fp: 'anonymous', messages: [message] }),
  ]
  expect(done.map(({ status }) => status)).toEqual([200, 204, 201, 200])
}

describe.each(CLIENTS)('$client', ({ steps, isBrowser = false }) => {
  test('does what it can with the address and the keys changed alone', async () => {
    let kept: Kept = {}
    for (const step of steps) {
      if (step.cannot !== undefined) continue
      kept = { ...kept, ...(await run(step, kept, isBrowser)) }
    }
    for (const step of steps)
      if (step.cannot !== undefined)
        await expect(run(step, kept, isBrowser), `can ${step.cannot}`).rejects.toThrow()
  })
})

test('the bot platform cannot read a job while it is active: it insists on a halt reason', async () => {
  const { id } = (await server.call('POST', '/v2/agent/docs/job', { body: { prompt: NEVER_ENDS } })).body
  const read = async () => (await server.call('GET', `/v1/agent/docs/job/${id}`)).body
  const { error } = session.safeParse(await read())
  expect(error?.issues.map(({ path }) => path)).toEqual([['haultReason']])
  await server.call('POST', `/v2/agent/docs/job/${id}/cancel`)
  expect(session.parse(await read())).toMatchObject({ haulted: true, haultReason: 'error' })
})

test('every operation of the interface is called by one client at least', async () => {
  const { paths } = (await server.call('GET', '/openapi.json', { key: null })).body
  const ids = Object.entries<Record<string, { operationId: string }>>(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ operationId }) => ({ path, operationId })),
  )
  const called = new Set(CLIENTS.flatMap(({ steps }) => steps.map(({ operation }) => operation)))
  called.delete(undefined)
  const known = ids.map(({ operationId }) => operationId)
  expect(known).toEqual(expect.arrayContaining([...called]))
  const published = ids.filter(({ path }) => /^\/(v1|v2|discovery|mcp)\//.test(path))
  const uncalled = published.filter(({ operationId }) => !called.has(operationId))
  expect(uncalled.map(({ operationId }) => operationId).sort()).toEqual(OURS)
  expect(CLIENTS.length).toBeGreaterThanOrEqual(15)
})

/** Operations that the hosted service does not have, and `triggerAutomation`, whose clients make their body up. */
const OURS = [
  'archiveAgentJob',
  'cancelAgentJob',
  'changePageFeedback',
  'createGapJob',
  'forgetVisitor',
  'getConversation',
  'givePageFeedback',
  'handOverConversation',
  'listAgentJobs',
  'listAnswerFeedback',
  'listAssistantSearches',
  'listGaps',
  'listJobMessages',
  'listThreads',
  'listWebhookDeliveries',
  'rateAssistantAnswer',
  'readAnswerClaims',
  'readBrand',
  'readSiteVariants',
  'recordPageView',
  'resendWebhookDelivery',
  'resumeAssistantMessage',
  'showServerCard',
  'streamAgentEvents',
  'triggerAutomation',
]

async function run(step: Step, kept: Kept, isBrowser: boolean): Promise<Kept> {
  const request = typeof step.request === 'function' ? step.request(kept) : step.request
  const until = step.until as ((reply: unknown) => boolean) | undefined
  const keep = step.keep as ((reply: unknown, headers: Headers) => Kept) | undefined
  for (let poll = 0; poll < POLLS; poll++) {
    const { value, headers } = await send(request, step, isBrowser)
    if (until !== undefined && !until(value)) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      continue
    }
    const reply = step.reply.parse(value)
    return keep?.(reply, headers) ?? {}
  }
  throw new Error(`${request.method} ${request.path} never came to its end.`)
}

async function send(request: Request, { statuses, read = JSON.parse }: Step, isBrowser: boolean) {
  if (isBrowser) await preflight(request)
  const keys = { assistant: server.assistantKey, admin: server.adminKey, none: undefined }
  const key = keys[request.key]
  const reply = await fetch(server.url + request.path, {
    method: request.method,
    headers: {
      ...request.headers,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(isBrowser ? { origin: ORIGIN } : {}),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  })
  const text = await reply.text()
  if (!(statuses?.includes(reply.status) ?? reply.ok))
    throw new Error(`${request.method} ${request.path} answered ${reply.status}: ${text}`)
  return { value: read(text) as unknown, headers: isBrowser ? seenByPage(reply.headers) : reply.headers }
}

/** What a browser asks before it sends JSON and a key to another origin. */
async function preflight({ method, path, headers = {} }: Request): Promise<void> {
  const wanted = [...Object.keys(headers), 'authorization']
  const reply = await fetch(server.url + path, {
    method: 'OPTIONS',
    headers: {
      origin: ORIGIN,
      'access-control-request-method': method,
      'access-control-request-headers': wanted.join(','),
    },
  })
  const allowed = (reply.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/,\s*/)
  expect(reply.ok).toBe(true)
  expect(['*', ORIGIN]).toContain(reply.headers.get('access-control-allow-origin'))
  expect(allowed).toEqual(expect.arrayContaining(wanted))
}

function seenByPage(headers: Headers): Headers {
  expect(['*', ORIGIN]).toContain(headers.get('access-control-allow-origin'))
  const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/,\s*/)
  return new Headers([...headers].filter(([name]) => exposed.includes(name)))
}
