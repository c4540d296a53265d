import { defined } from '@docent/core/plugin'
import { codeOf, ManualClock } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startTestServer, type TestReply, type TestServer } from '../start-test-server.ts'

let server: TestServer
let owner: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  owner = (await signIn(server, 'owner')).headers
})
afterAll(() => server[Symbol.asyncDispose]())

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.call(method, path, { key: null, headers, ...defined({ body }) })

const secretOf = (reply: TestReply) => new URL(reply.body.url).hash.slice(1)

/** What a browser keeps of a reply that signs in. */
function browserOf(reply: TestReply): Record<string, string> {
  const cookie = reply.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  return { cookie, 'x-csrf-token': reply.body.csrfToken }
}

const password = 'correct horse battery'

async function invite(email: string, role = 'editor') {
  const invitation = await send('POST', '/api/invitations', { role, note: email }, owner)
  const person = { name: 'Ada', email, password }
  const joined = await send('POST', '/api/session/invitation', { secret: secretOf(invitation), person })
  return { invitation, joined, headers: browserOf(joined), id: joined.body.user?.id as string }
}

describe('an invitation', () => {
  it('says what it is for, makes a member with a role, and works once', async () => {
    const invitation = await send('POST', '/api/invitations', { role: 'editor', note: 'Ada' }, owner)
    expect(invitation.body.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\/link#[\w-]{43}$/)
    const secret = secretOf(invitation)
    const listed = await send('GET', '/api/invitations', undefined, owner)
    expect(listed.body.invitations).toMatchObject([{ role: 'editor', note: 'Ada' }])
    expect(listed.text).not.toContain(secret)
    const seen = await send('POST', '/api/session/link', { secret })
    expect(seen).toMatchObject({ status: 200, body: { kind: 'invitation', organization: { id: 'default' } } })
    const person = { name: 'Ada', email: 'ada@acme.com', password }
    const short = { secret, person: { ...person, password: 'short' } }
    expect((await send('POST', '/api/session/invitation', short)).body.issues[0].path).toBe('person.password')
    expect((await send('POST', '/api/session/invitation', { secret })).status).toBe(400)
    expect((await send('POST', '/api/session/owner-link', { secret })).status).toBe(401)
    const joined = await send('POST', '/api/session/invitation', { secret, person })
    expect(joined).toMatchObject({
      status: 200,
      body: {
        user: { email: 'ada@acme.com' },
        organizations: [{ id: 'default', role: 'editor' }],
        missing: [],
      },
    })
    expect((await send('POST', '/api/session/invitation', { secret, person })).status).toBe(401)
  })

  it('can be taken back', async () => {
    const invitation = await send('POST', '/api/invitations', { role: 'viewer' }, owner)
    expect((await send('DELETE', `/api/invitations/${invitation.body.id}`, undefined, owner)).status).toBe(
      204,
    )
    expect((await send('POST', '/api/session/link', { secret: secretOf(invitation) })).status).toBe(404)
  })
})

describe('a member', () => {
  it('signs in by address and password, and everywhere out', async () => {
    await invite('bob@acme.com')
    const wrong = await send('POST', '/api/session', { email: 'bob@acme.com', password: 'wrong' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    const one = await send('POST', '/api/session', { email: 'Bob@Acme.com', password })
    const two = await send('POST', '/api/session', { email: 'bob@acme.com', password })
    expect(one).toMatchObject({ status: 200, body: { challenge: null } })
    expect((await send('DELETE', '/api/sessions', undefined, browserOf(one))).status).toBe(204)
    expect((await send('GET', '/api/session', undefined, browserOf(two))).body.user).toBeNull()
  })

  it('loses a role at once, and the last owner keeps it', async () => {
    const { id, headers } = await invite('eve@acme.com', 'owner')
    expect((await send('GET', '/api/keys', undefined, headers)).status).toBe(200)
    const lowered = await send('PATCH', `/api/members/${id}`, { role: 'viewer' }, owner)
    expect(lowered).toMatchObject({ status: 200, body: { id, role: 'viewer' } })
    expect((await send('GET', '/api/keys', undefined, headers)).status).toBe(403)
    const { body } = await send('GET', '/api/session', undefined, owner)
    const last = await send('PATCH', `/api/members/${body.user.id}`, { role: 'viewer' }, owner)
    expect(last).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await send('DELETE', `/api/members/${body.user.id}`, undefined, owner)).status).toBe(409)
    expect((await send('DELETE', `/api/members/${id}`, undefined, owner)).status).toBe(204)
    expect((await send('GET', '/api/session', undefined, headers)).body.user).toBeNull()
  })

  it('gets a new password by a link of an owner, unless another organization has the person too', async () => {
    const { id, headers } = await invite('kim@acme.com')
    const made = await send('POST', `/api/members/${id}/reset-link`, undefined, owner)
    expect(made.status).toBe(201)
    const secret = secretOf(made)
    expect((await send('POST', '/api/session/link', { secret })).body).toMatchObject({
      kind: 'reset',
      email: 'kim@acme.com',
    })
    const reset = { secret, password: 'another good password' }
    expect((await send('POST', '/api/session/password', reset)).status).toBe(204)
    expect((await send('POST', '/api/session/password', reset)).status).toBe(401)
    expect((await send('GET', '/api/session', undefined, headers)).body.user).toBeNull()
    const back = await send('POST', '/api/session', { email: 'kim@acme.com', password: reset.password })
    expect(back.status).toBe(200)

    const elsewhere = (await signIn(server, 'owner', 'elsewhere')).headers
    const invitation = await send('POST', '/api/invitations', { role: 'viewer' }, elsewhere)
    const joined = await send(
      'POST',
      '/api/session/invitation',
      { secret: secretOf(invitation) },
      browserOf(back),
    )
    expect(joined.body.organizations).toHaveLength(2)
    expect((await send('POST', `/api/members/${id}/reset-link`, undefined, elsewhere)).status).toBe(403)
  })

  it('is not taken over by a link that was made before the person joined another organization', async () => {
    const { id, headers } = await invite('lin@acme.com')
    const secret = secretOf(await send('POST', `/api/members/${id}/reset-link`, undefined, owner))
    const elsewhere = (await signIn(server, 'owner', 'elsewhere')).headers
    const invitation = secretOf(await send('POST', '/api/invitations', { role: 'owner' }, elsewhere))
    expect((await send('POST', '/api/session/invitation', { secret: invitation }, headers)).status).toBe(200)
    expect((await send('POST', '/api/session/link', { secret })).status).toBe(404)
    const reset = { secret, password: 'a password of a stranger' }
    expect((await send('POST', '/api/session/password', reset)).status).toBe(401)
    expect((await send('POST', '/api/session', { email: 'lin@acme.com', password })).status).toBe(200)
  })

  it('cannot come back by an invitation of their own', async () => {
    const { id, headers } = await invite('max@acme.com', 'owner')
    const secret = secretOf(await send('POST', '/api/invitations', { role: 'owner', hours: 720 }, headers))
    expect((await send('DELETE', `/api/members/${id}`, undefined, owner)).status).toBe(204)
    const person = { name: 'Max', email: 'max@acme.com', password }
    expect((await send('POST', '/api/session/invitation', { secret, person })).status).toBe(401)
  })
})

describe('the owner of a first visit', () => {
  it('sets name, address and password later, which ends the other sessions', async () => {
    const { headers } = await signIn(server, 'owner')
    const change = (body: object) => send('PATCH', '/api/account', body, headers)
    const account = { name: 'Grace', email: 'grace@acme.com', password }
    expect((await change(account)).body).toMatchObject({ user: { name: 'Grace' }, missing: [] })
    expect((await change({ password: 'a newer password' })).body.issues[0].path).toBe('currentPassword')
    const changed = await change({ password: 'a newer password', currentPassword: password })
    expect(changed.status).toBe(200)
    expect((await change({})).status).toBe(400)
    const taken = await change({ email: 'ADA@acme.com', currentPassword: 'a newer password' })
    expect(taken.status).toBe(409)
  })
})

describe('a second factor', () => {
  it('is asked for once it is confirmed, until it is removed', async () => {
    const { headers } = await invite('tim@acme.com')
    const wrong = await send('POST', '/api/account/second-factor', { password: 'wrong' }, headers)
    expect(wrong.body.issues[0].path).toBe('password')
    const setup = await send('POST', '/api/account/second-factor', { password }, headers)
    expect(setup.body.uri).toContain('otpauth://totp/Docent')
    const { secret, backupCodes } = setup.body
    const confirmed = await send(
      'POST',
      '/api/account/second-factor/confirm',
      { code: codeOf(secret) },
      headers,
    )
    expect(confirmed.body.user.hasSecondFactor).toBe(true)
    const signing = await send('POST', '/api/session', { email: 'tim@acme.com', password })
    expect(signing).toMatchObject({ status: 200, body: { user: null, csrfToken: null } })
    expect(signing.headers.get('set-cookie')).toBeNull()
    const { challenge } = signing.body
    const answer = (body: object) => send('POST', '/api/session/second-factor', { challenge, ...body })
    expect((await answer({ code: 'nonsense' })).status).toBe(401)
    expect((await answer({ kind: 'backup', code: backupCodes[0] })).body.user.email).toBe('tim@acme.com')
    const removed = await send(
      'POST',
      '/api/account/second-factor/remove',
      { password },
      browserOf(confirmed),
    )
    expect(removed.status).toBe(204)
    const plain = await send('POST', '/api/session', { email: 'tim@acme.com', password })
    expect(plain.body.challenge).toBeNull()
  })
})

describe('guessing', () => {
  it('ends for one account, wherever the guesses come from, and for one address', async () => {
    // The clock stands still: no window ends between two guesses.
    await using other = await startTestServer({
      config: { http: { port: 0, drainMs: 1_000, trustedProxies: 1 } },
      clock: new ManualClock(),
    })
    const guess = async (path: string, body: object, from: string) =>
      (await other.call('POST', path, { key: null, headers: { 'x-forwarded-for': from }, body })).body
    const { signInLimits } = other.running.services
    for (let i = 0; i < 19; i++) await signInLimits.take(`192.0.2.${i}`, 'ada@acme.com')
    const credentials = { email: 'Ada@acme.com ', password: 'a guess' }
    expect(await guess('/api/session', credentials, '198.51.100.1')).toMatchObject({ code: 'unauthorized' })
    expect(await guess('/api/session', credentials, '198.51.100.2')).toMatchObject({
      code: 'rate_limited',
      limit: 'account',
    })
    const codes = []
    for (let i = 0; i < 61; i++)
      codes.push(await guess('/api/session/link', { secret: `guess ${i}` }, '203.0.113.1'))
    expect(codes[59]).toMatchObject({ code: 'not_found' })
    expect(codes[60]).toMatchObject({ code: 'rate_limited', limit: 'ip' })
    const challenge = { challenge: 'nonsense', code: '123456' }
    for (let i = 0; i < 20; i++)
      expect(await guess('/api/session/second-factor', challenge, `192.0.2.${i}`)).toMatchObject({
        code: 'unauthorized',
      })
    expect(await guess('/api/session/second-factor', challenge, '192.0.2.99')).toMatchObject({
      limit: 'account',
    })
  })
})
