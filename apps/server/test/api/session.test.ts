import { DEFAULT_ORGANIZATION, makeOwnerLink } from '@docent/core'
import { Accounts, defined } from '@docent/core/plugin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const browser = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.call(method, path, { key: null, headers, ...defined({ body }) })

async function ownerSecret(): Promise<string> {
  const { docent, services } = server.running
  const link = await makeOwnerLink(docent.resolve<Accounts>(Accounts), services.clock, DEFAULT_ORGANIZATION)
  return link.secret
}

describe('a session', () => {
  it('is nobody’s without a cookie', async () => {
    const reply = await browser('GET', '/api/session')
    expect(reply).toMatchObject({ status: 200, body: { user: null, csrfToken: null, organizations: [] } })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('begins with the link of the owner, which works once, and ends by signing out', async () => {
    const secret = await ownerSecret()
    const reply = await browser('POST', '/api/session/owner-link', { secret })
    expect(reply).toMatchObject({
      status: 200,
      body: {
        user: { email: null, hasPassword: false },
        organizations: [{ id: 'default', role: 'owner', permissions: ['view', 'edit', 'manage', 'members'] }],
        missing: ['email', 'password'],
      },
    })
    const setCookie = reply.headers.get('set-cookie') ?? ''
    expect(setCookie).toMatch(/^docent_session=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    expect((await browser('POST', '/api/session/owner-link', { secret })).status).toBe(401)

    const cookie = setCookie.split(';', 1)[0] ?? ''
    const { body } = await browser('GET', '/api/session', undefined, { cookie })
    expect(body.user.id).toBe(reply.body.user.id)
    const headers = { cookie, 'x-csrf-token': body.csrfToken }
    const signedOut = await browser('DELETE', '/api/session', undefined, headers)
    expect([signedOut.status, signedOut.headers.get('set-cookie')]).toEqual([
      204,
      'docent_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ])
    expect((await browser('GET', '/api/session', undefined, { cookie })).body.user).toBeNull()
  })

  it('does not count where the request carries Authorization', async () => {
    const { cookie } = await signIn(server)
    const reply = await server.call('GET', '/api/session', { headers: { cookie } })
    expect(reply.body).toMatchObject({
      user: null,
      organizations: [{ id: 'default', role: null, permissions: ['view', 'edit'] }],
    })
    const wrong = await server.call('GET', '/api/session', { key: 'svc_nonsense', headers: { cookie } })
    expect(wrong.status).toBe(401)
  })

  it('opens no other route', async () => {
    const { headers } = await signIn(server)
    expect((await browser('GET', '/v2/agent/docs/jobs', undefined, headers)).status).toBe(401)
    expect((await browser('POST', '/discovery/v1/search/docs', { query: 'x' }, headers)).status).toBe(401)
  })
})

describe('a change by cookie', () => {
  it('needs the token of the session', async () => {
    const [one, two] = [await signIn(server), await signIn(server)]
    for (const token of ['', 'x', two.csrfToken]) {
      const headers = { cookie: one.cookie, 'x-csrf-token': token }
      expect((await browser('DELETE', '/api/session', undefined, headers)).status).toBe(403)
    }
    expect((await browser('DELETE', '/api/session', undefined, { cookie: one.cookie })).status).toBe(403)
    expect((await browser('DELETE', '/api/session', undefined, one.headers)).status).toBe(204)
  })

  it('is refused from a page of another address', async () => {
    const { headers } = await signIn(server)
    const from = (origin: string) => browser('DELETE', '/api/session', undefined, { ...headers, origin })
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
      expect((await from(origin)).status).toBe(403)
    const crossSite = { ...headers, 'sec-fetch-site': 'same-site' }
    expect((await browser('DELETE', '/api/session', undefined, crossSite)).status).toBe(403)
    expect((await from(server.url)).status).toBe(204)
  })

  it('and signing in too', async () => {
    const secret = await ownerSecret()
    const evil = { origin: 'https://evil.example' }
    expect((await browser('POST', '/api/session/owner-link', { secret }, evil)).status).toBe(403)
    const form = { 'content-type': 'text/plain' }
    const body = JSON.stringify({ secret })
    const reply = await server.call('POST', '/api/session/owner-link', { key: null, headers: form, body })
    expect(reply.status).toBe(415)
    expect((await browser('POST', '/api/session/owner-link', { secret })).status).toBe(200)
  })
})

describe('behind a proxy with HTTPS', () => {
  it('takes flags, origin and links from http.publicUrl and from no header', async () => {
    await using secure = await startTestServer({
      config: { http: { port: 0, drainMs: 1_000, publicUrl: 'https://docent.example/' } },
    })
    const accounts = secure.running.docent.resolve<Accounts>(Accounts)
    const { services } = secure.running
    const { secret } = await makeOwnerLink(accounts, services.clock, DEFAULT_ORGANIZATION)
    expect(services.publicUrl()).toBe('https://docent.example')
    const send = (headers: Record<string, string>) =>
      secure.call('POST', '/api/session/owner-link', { key: null, headers, body: { secret } })
    expect((await send({ origin: secure.url, 'x-forwarded-host': '127.0.0.1' })).status).toBe(403)
    const reply = await send({ origin: 'https://docent.example' })
    expect(reply.headers.get('set-cookie')).toMatch(
      /^__Host-docent_session=.*; HttpOnly; SameSite=Lax; Secure$/,
    )
  })
})
