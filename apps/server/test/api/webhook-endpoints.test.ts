import { defined } from '@docent/core/plugin'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
let owner: TestSession
beforeAll(async () => {
  server = await startTestServer()
  owner = await signIn(server, 'owner')
})
afterAll(() => server[Symbol.asyncDispose]())

const asOwner = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { key: null, headers: owner.headers, ...defined({ body }) })
const listed = async () => (await asOwner('GET', '/api/organization')).body.webhooks

it('endpoints of webhooks are added, tested, changed, and removed, and only their hosts are shown', async () => {
  const url = 'https://127.0.0.1:1/a-secret-path'
  const added = await asOwner('POST', '/api/webhooks', { url, projectIds: ['docs'] })
  expect(added).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } })
  const { id, secret } = added.body
  const view = { id, host: '127.0.0.1:1', events: null, projectIds: ['docs'], createdBy: 'owner' }
  expect(await listed()).toMatchObject([view])

  expect((await asOwner('POST', `/api/webhooks/${id}/test`)).status).toBe(202)
  await expect
    .poll(async () => (await asOwner('GET', '/api/webhooks/deliveries')).body.deliveries, { timeout: 60_000 })
    .toMatchObject([
      {
        endpoint: id,
        type: 'webhook.test',
        status: 'dead',
        lastError: expect.stringContaining('not public'),
      },
    ])

  const change = { events: ['job.failed'], projectIds: null }
  expect((await asOwner('PATCH', `/api/webhooks/${id}`, change)).status).toBe(204)
  expect(await listed()).toMatchObject([{ ...view, ...change }])
  const rotated = await asOwner('POST', `/api/webhooks/${id}/secret`)
  expect(rotated.body.secret).toMatch(/^whsec_/)
  expect(rotated.body.secret).not.toBe(secret)

  expect((await asOwner('DELETE', `/api/webhooks/${id}`)).status).toBe(204)
  expect(await listed()).toEqual([])
  expect((await asOwner('POST', `/api/webhooks/${id}/test`)).status).toBe(404)

  const audit = await asOwner('GET', '/api/audit')
  for (const hidden of ['a-secret-path', secret, rotated.body.secret])
    expect(audit.text).not.toContain(hidden)
  expect(audit.body.entries.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining([
      'webhook.add',
      'webhook.change',
      'webhook.rotate',
      'webhook.test',
      'webhook.remove',
    ]),
  )
})

it('endpoints of webhooks name projects that exist, and public addresses', async () => {
  const wrong = async (body: object) => (await asOwner('POST', '/api/webhooks', body)).body.issues?.[0]?.path
  expect(await wrong({ url: 'https://hooks.example/', projectIds: ['other'] })).toBe('projectIds')
  expect(await wrong({ url: 'http://hooks.example/' })).toBe('url')
  expect(await wrong({ url: 'https://hooks.example/', events: ['job.unknown'] })).toMatch(/^events/)
})
