import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { applyTransition, jobId, OUTBOX_TYPES } from '@docent/core'
import { JobStore } from '@docent/core/plugin'
import { scriptedModel, scriptedProvider } from '@docent/testing'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import type { DocentConfigInput } from '../../src/config/docent-config.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { wakeOften } from './wake-often.ts'
import { type ReceivedRequest, type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts'

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const NEWER = `whsec_${Buffer.alloc(32, 2).toString('base64')}`

const stack = new Set<AsyncDisposable>()
afterEach(async () => {
  for (const each of [...stack].reverse()) await each[Symbol.asyncDispose]()
  stack.clear()
})

async function receiver(...args: Parameters<typeof webhookReceiver>): Promise<WebhookReceiver> {
  const made = await webhookReceiver(...args)
  stack.add(made)
  return made
}

/** A server whose clock a test can move, and whose agent writes one page. */
async function server(webhooks: DocentConfigInput['webhooks'], env: Record<string, string> = {}) {
  let offset = 0
  const log: string[] = []
  const model = scriptedModel(({ prompt }) =>
    prompt.at(-1)?.role === 'user'
      ? { toolCalls: [{ toolName: 'write_file', input: { path: 'page.mdx', content: '# Page\n' } }] }
      : { text: 'Added a page.' },
  )
  const made = await startTestServer({
    config: { webhooks, http: { port: 0, drainMs: 2_000 } },
    env,
    models: scriptedProvider('test', { model }, { agent: 'model' }),
    clock: { now: () => Date.now() + offset },
    onLog: (line) => void log.push(line),
  })
  stack.add(made)
  const often = wakeOften(made.running.docent)
  stack.add({ [Symbol.asyncDispose]: async () => often[Symbol.dispose]() })
  const advance = (ms: number) => {
    offset += ms
  }
  return { ...made, log, advance }
}

/** What an independent implementation reads from a delivery; it throws unless the signature is right. */
function verified(
  request: ReceivedRequest,
  secret = SECRET,
): { type: string; timestamp: string; data: never } {
  const { headers, body } = request
  return new Webhook(secret).verify(body, headers as Record<string, string>) as never
}

const create = async (made: Pick<TestServer, 'call'>, project = 'docs') => {
  const reply = await made.call('POST', `/v2/agent/${project}/job`, { body: { prompt: 'Add a page' } })
  expect(reply.status).toBe(201)
  return String(reply.body.id)
}

/** Polls a list of the API until it is as wanted. */
async function deliveries(made: Pick<TestServer, 'call'>, wanted: (list: never[]) => boolean, query = '') {
  const until = Date.now() + 60_000
  for (;;) {
    const { body } = await made.call('GET', `/v1/webhooks/deliveries${query}`)
    if (wanted(body.deliveries)) return body.deliveries
    if (Date.now() > until) throw new Error(`It stays ${JSON.stringify(body.deliveries)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('outgoing webhooks', () => {
  test('tell of a job from its creation to its archiving, signed so that another implementation verifies them', async () => {
    const hook = await receiver()
    const docent = await server([{ url: `${hook.url}/hooks`, secret: SECRET, allowPrivate: true }])
    const id = await create(docent)
    await hook.received(1, 'job.completed')
    await docent.running.docent
      .resolve<JobStore>(JobStore)
      .update(jobId(id), (job) =>
        applyTransition(job, { type: 'pull-request', number: 1, state: 'merged', at: 1_000, by: 'writer' }),
      )
    await docent.call('POST', `/v2/agent/docs/job/${id}/archive`)
    await hook.received(1, 'job.archived')
    expect(hook.requests.map(({ body }) => JSON.parse(body).type).sort()).toEqual(
      OUTBOX_TYPES.filter((type) => type !== 'job.failed').toSorted(),
    )
    for (const request of hook.requests) {
      expect(request).toMatchObject({ method: 'POST', path: '/hooks' })
      expect(request.headers['content-type']).toBe('application/json')
      expect(verified(request)).toMatchObject({
        type: expect.any(String),
        timestamp: expect.stringMatching(/^\d{4}-.+Z$/),
        data: { projectId: 'docs', job: { id } },
      })
      const altered = { ...request, body: request.body.replace('docs', 'dogs') }
      expect(() => verified(altered)).toThrow()
      expect(() => verified(request, NEWER)).toThrow()
    }
    const [completed] = hook.ofType('job.completed')
    expect(JSON.parse(completed?.body ?? '').data).toMatchObject({
      job: { status: 'completed', prLink: expect.stringContaining('/pulls/') },
      messageToUser: expect.stringMatching(
        /^1 file changed \(\+\d+ −0\): added \S+\.\nChecked: .+\nPull request: \S+\n\nThe agent's own words:\n\nAdded a page\.$/,
      ),
      haltReason: 'completed',
      run: 1,
    })
    const [opened] = hook.ofType('pull_request.opened')
    expect(JSON.parse(opened?.body ?? '').data.pullRequest).toMatchObject({ number: 1, draft: false })
    const [merged] = hook.ofType('pull_request.merged')
    expect(JSON.parse(merged?.body ?? '').data.pullRequest).toMatchObject({
      number: 1,
      mergedAt: '1970-01-01T00:00:01.000Z',
      mergedBy: 'writer',
    })
    const ids = hook.requests.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(5)
  })

  test('go only to who asked for the event, the project and the organization', async () => {
    const hook = await receiver()
    const base = { secret: SECRET, allowPrivate: true }
    const docent = await server([
      { ...base, url: `${hook.url}/completed`, events: ['job.completed'] },
      { ...base, url: `${hook.url}/blog`, projects: ['blog'] },
      { ...base, url: `${hook.url}/elsewhere`, organization: 'elsewhere' },
      { ...base, url: `${hook.url}/all` },
    ])
    await create(docent)
    await hook.received(4)
    await deliveries(docent, (list) => list.length === 4)
    expect(hook.requests.map(({ path }) => path).sort()).toEqual(['/all', '/all', '/all', '/completed'])
  })

  test('are signed with the old and the new secret while one is being replaced, from the environment too', async () => {
    const hook = await receiver()
    const docent = await server(
      [
        {
          url: hook.url,
          secret: [{ env: 'HOOK_SECRET' }, SECRET],
          allowPrivate: true,
          events: ['job.created'],
        },
      ],
      { HOOK_SECRET: NEWER },
    )
    await create(docent)
    const [request] = await hook.received(1)
    if (!request) throw new Error('nothing came')
    expect(verified(request, NEWER)).toEqual(verified(request, SECRET))
  })

  test('are tried again under the same id, later and later, and given up in the end; then they can be sent again', async () => {
    let broken = true
    const hook = await receiver((_request, response) => void response.writeHead(broken ? 500 : 204).end())
    const docent = await server([
      { url: hook.url, secret: SECRET, allowPrivate: true, events: ['job.created'], id: 'ci' },
    ])
    await create(docent)
    for (let attempt = 1; attempt <= 8; attempt++) {
      await hook.received(attempt)
      const [delivery] = await deliveries(
        docent,
        ([one]: { attempts: number }[]) => one?.attempts === attempt,
      )
      expect(delivery).toMatchObject({ endpoint: 'ci', lastError: 'The endpoint answered 500.' })
      if (attempt < 8) docent.advance(Date.parse(delivery.nextAttemptAt) - Date.now() + 1)
    }
    const [dead] = await deliveries(docent, (list) => list.length === 1, '?status=dead')
    expect(dead).toMatchObject({ status: 'dead', attempts: 8, nextAttemptAt: null })
    expect(new Set(hook.requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([dead.id]))
    broken = false
    const resent = await docent.call('POST', `/v1/webhooks/deliveries/${dead.id}/resend`)
    expect(resent).toMatchObject({ status: 202, body: { id: dead.id, status: 'pending', attempts: 0 } })
    await hook.received(9)
    expect(await deliveries(docent, (list) => list.length === 1, '?status=delivered')).toMatchObject([
      { id: dead.id, attempts: 1, lastError: null },
    ])
  }, 120_000)

  test('are sent again when a reply was lost, and redirects are not followed', async () => {
    const elsewhere = await receiver()
    const hook = await receiver((_request, response, count) => {
      if (count === 1) response.destroy()
      else if (count === 2) response.writeHead(307, { location: elsewhere.url }).end()
      else response.writeHead(200).end('ok')
    })
    const docent = await server([
      { url: hook.url, secret: SECRET, allowPrivate: true, events: ['job.created'] },
    ])
    await create(docent)
    await deliveries(docent, ([one]: { lastError: string }[]) =>
      /could not be reached/.test(one?.lastError ?? ''),
    )
    docent.advance(60_000)
    await deliveries(docent, ([one]: { lastError: string }[]) => /answered 307/.test(one?.lastError ?? ''))
    docent.advance(600_000)
    await deliveries(docent, ([one]: { status: string }[]) => one?.status === 'delivered')
    expect(elsewhere.requests).toEqual([])
    expect(new Set(hook.requests.map(({ body }) => body)).size).toBe(1)
  })

  test('hold nobody up when one receiver never answers', async () => {
    const slow = await receiver(() => undefined)
    const quick = await receiver()
    const base = { secret: SECRET, allowPrivate: true, events: ['job.created' as const] }
    const docent = await server([
      { ...base, url: slow.url },
      { ...base, url: quick.url },
    ])
    for (let i = 0; i < 6; i++) await create(docent)
    await quick.received(6)
    expect(slow.requests.length).toBeLessThanOrEqual(2)
  })

  test('stop when the endpoint says that it is gone, until somebody sends one again', async () => {
    let gone = true
    const hook = await receiver((_request, response) => void response.writeHead(gone ? 410 : 204).end())
    const docent = await server([
      { url: hook.url, secret: SECRET, allowPrivate: true, events: ['job.created'] },
    ])
    await create(docent)
    const [first] = await deliveries(docent, ([one]: { status: string }[]) => one?.status === 'dead')
    expect(first.lastError).toBe('The endpoint answered 410 Gone and is disabled.')
    await create(docent)
    await deliveries(docent, (list) => list.length === 2, '?status=dead')
    expect(hook.requests).toHaveLength(1)
    gone = false
    await docent.call('POST', `/v1/webhooks/deliveries/${first.id}/resend`)
    await hook.received(2)
    await create(docent)
    await hook.received(3)
  })

  test.each([
    ['127.0.0.1', (port: string) => `https://127.0.0.1:${port}`],
    ['an IPv4 address within IPv6', (port: string) => `https://[::ffff:127.0.0.1]:${port}`],
    ['a name of this machine', (port: string) => `https://localhost:${port}`],
    ['a private network', () => 'https://10.1.2.3'],
    ['the metadata service of clouds', () => 'https://169.254.169.254/latest'],
  ])('never go to %s unless that is allowed', async (_what, url) => {
    const hook = await receiver()
    const docent = await server([
      { url: url(new URL(hook.url).port), secret: SECRET, events: ['job.created'] },
    ])
    await create(docent)
    const [delivery] = await deliveries(docent, ([one]: { attempts: number }[]) => (one?.attempts ?? 0) > 0)
    expect(delivery).toMatchObject({ status: 'dead', lastError: expect.stringContaining('not public') })
    expect(hook.requests).toEqual([])
  })

  test('let no secret and no address into the log, the replies or the disk', async () => {
    const hook = await receiver((_request, response) => void response.writeHead(500).end('upstream says no'))
    const docent = await server([
      { url: `${hook.url}/token-in-the-path`, secret: SECRET, allowPrivate: true, events: ['job.created'] },
      { url: 'https://127.0.0.1/another-token-in-the-path', secret: SECRET, events: ['job.created'] },
    ])
    await create(docent)
    const list = await deliveries(
      docent,
      (all: { attempts: number }[]) => all.length === 2 && all.every(({ attempts }) => attempts > 0),
    )
    const everything = [docent.log.join('\n'), JSON.stringify(list), contents(docent.directory)].join('\n')
    for (const secret of ['token-in-the-path', SECRET, SECRET.slice(6), 'upstream says no'])
      expect(everything.includes(secret), `leaked ${secret}`).toBe(false)
    expect(everything).toContain('The endpoint answered 500.')
  })

  test('are listed and sent again only for the organization and the projects of the key', async () => {
    const hook = await receiver()
    const docent = await server([
      { url: hook.url, secret: SECRET, allowPrivate: true, events: ['job.created'] },
    ])
    await create(docent)
    const [delivery] = await deliveries(docent, (list) => list.length === 1)
    const foreign = await docent.issueKey({ organizationId: 'elsewhere' as never })
    const narrow = await docent.issueKey({ projectIds: ['docs' as never] })
    const reader = await docent.issueKey({ scopes: ['read'] })
    const resend = (key: string | null) =>
      docent.call('POST', `/v1/webhooks/deliveries/${delivery.id}/resend`, { key })
    const seenBy = async (key: string) =>
      (await docent.call('GET', '/v1/webhooks/deliveries', { key })).body.deliveries.length
    expect(await seenBy(foreign.key)).toBe(0)
    expect((await resend(foreign.key)).status).toBe(404)
    expect(await seenBy(narrow.key)).toBe(1)
    expect((await resend(narrow.key)).status).toBe(202)
    expect((await resend(reader.key)).status).toBe(403)
    expect((await resend(docent.assistantKey)).status).toBe(403)
    expect((await resend(null)).status).toBe(401)
    expect((await docent.call('GET', '/v1/webhooks/deliveries?limit=0')).status).toBe(400)
    expect(
      (await docent.call('GET', '/v1/webhooks/deliveries', { key: reader.key })).body.deliveries,
    ).toHaveLength(1)
  })
})

/** Everything on disk below a folder, as text. */
function contents(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n')
}
