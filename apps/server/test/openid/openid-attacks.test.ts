import { Accounts } from '@docent/core/plugin'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '../sign-in.ts'
import { CookieJar } from './cookie-jar.ts'
import { type OpenIdScene, openIdScene, shown } from './openid-scene.ts'
import { signInAtProvider } from './sign-in-at-provider.ts'

const OWNER = 'owner@acme.com'
const PASSWORD = 'correct horse battery'

let scene: OpenIdScene
beforeAll(async () => {
  scene = await openIdScene({ domains: ['acme.com'] })
  const owner = await signIn(scene.server)
  const details = { email: OWNER, password: PASSWORD }
  const changed = await scene.server.call('PATCH', '/api/account', {
    key: null,
    headers: owner.headers,
    body: details,
  })
  expect(changed.status).toBe(200)
  const { people } = scene.provider
  people.set('ada', { email: 'ada@acme.com', email_verified: true })
  people.set('eve', { email: 'eve@acme.com', email_verified: true })
}, 60_000)
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(() => {
  scene.provider.tamper = undefined
  scene.provider.foreignKey = false
})

/** The address that the provider sends the browser back to. */
async function callbackOf(jar: CookieJar, login: string): Promise<string> {
  return signInAtProvider(jar, await scene.begin(jar), login)
}

const cookie = 'docent_openid'
const refusal = async (reply: Response) => [reply.status, await shown(reply)]
const said = (status: number, text: string) => [status, expect.stringContaining(text)]

async function nobodyIs(jar: CookieJar): Promise<void> {
  expect((await scene.session(jar)).user).toBeNull()
}

describe('a sign-in by a provider', () => {
  test('takes a code once, also of a browser that kept the cookie', async () => {
    const jar = new CookieJar()
    const back = await callbackOf(jar, 'ada')
    const kept = jar.get(back, cookie) ?? ''
    expect((await jar.fetch(back)).status).toBe(303)
    expect(await refusal(await new CookieJar().fetch(back))).toEqual(said(401, 'another browser'))
    const thief = new CookieJar()
    thief.set(back, cookie, kept)
    expect(await refusal(await thief.fetch(back))).toEqual(said(401, 'was already used'))
    await nobodyIs(thief)
  })

  test('takes no reply that another browser asked for', async () => {
    const [victim, attacker] = [new CookieJar(), new CookieJar()]
    const own = await callbackOf(victim, 'ada')
    const planted = await callbackOf(attacker, 'eve')
    expect((await victim.fetch(planted)).status).toBe(401)
    await nobodyIs(victim)
    // Its cookie is gone: a reply that was swapped ends the sign-in.
    expect((await victim.fetch(own)).status).toBe(401)
    await nobodyIs(victim)
  })

  test('takes no code of another sign-in under its own state', async () => {
    const [victim, attacker] = [new CookieJar(), new CookieJar()]
    const own = new URL(await callbackOf(victim, 'ada'))
    const planted = new URL(await callbackOf(attacker, 'eve'))
    own.searchParams.set('code', planted.searchParams.get('code') ?? '')
    expect(await refusal(await victim.fetch(own.href))).toEqual(said(401, 'already used'))
    await nobodyIs(victim)
  })

  test('takes no code for which the challenge was removed on the way', async () => {
    const jar = new CookieJar()
    const start = new URL(await scene.begin(jar))
    expect(start.searchParams.get('code_challenge_method')).toBe('S256')
    start.searchParams.delete('code_challenge')
    start.searchParams.delete('code_challenge_method')
    const reply = await jar.fetch(await signInAtProvider(jar, start.href, 'ada'))
    expect(reply.status).toBe(401)
    await nobodyIs(jar)
  })

  test('takes no cookie that the server did not make', async () => {
    const jar = new CookieJar()
    const back = await callbackOf(jar, 'ada')
    jar.set(back, cookie, `${jar.get(back, cookie)?.slice(0, -4)}AAAA`)
    expect((await jar.fetch(back)).status).toBe(401)
    await nobodyIs(jar)
  })

  const past = (claims: Record<string, unknown>) => ({
    ...claims,
    iat: Number(claims.iat) - 7_200,
    exp: Number(claims.exp) - 7_200,
  })
  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>, number, string]>([
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' }), 502, 'another issuer than'],
    ['another client', (claims) => ({ ...claims, aud: 'another' }), 502, 'for another client than'],
    ['two clients', (claims) => ({ ...claims, aud: ['docent', 'another'] }), 502, 'for another client than'],
    ['another sign-in', (claims) => ({ ...claims, nonce: 'another' }), 401, 'in another window'],
    ['two hours ago', past, 502, 'clocks of this server and of Acme differ'],
    ['another person than the user info', (claims) => ({ ...claims, sub: 'eve' }), 502, 'another'],
  ])('takes no token of %s', async (_name, tamper, status, text) => {
    const jar = new CookieJar()
    const back = await callbackOf(jar, 'ada')
    scene.provider.tamper = tamper
    expect(await refusal(await jar.fetch(back))).toEqual(said(status, text))
    await nobodyIs(jar)
  })

  test('takes no token that another key signed', async () => {
    const jar = new CookieJar()
    const back = await callbackOf(jar, 'ada')
    scene.provider.foreignKey = true
    expect((await jar.fetch(back)).status).toBeGreaterThanOrEqual(400)
    await nobodyIs(jar)
  })

  test('takes no reply in the name of another issuer', async () => {
    const jar = new CookieJar()
    const back = new URL(await callbackOf(jar, 'ada'))
    back.searchParams.set('iss', 'https://evil.example')
    expect((await jar.fetch(back.href)).status).toBeGreaterThanOrEqual(400)
    await nobodyIs(jar)
  })

  test.each<[string, object]>([
    ['is not verified', { email_verified: false }],
    ['nobody speaks of', {}],
    ['is verified in other words', { email_verified: 'no' }],
  ])('gives nobody the account of an address that %s', async (_name, more) => {
    scene.provider.people.set('mallory', { email: OWNER, ...more })
    const jar = new CookieJar()
    expect(await refusal(await scene.signIn('mallory', jar))).toEqual(
      said(403, 'email address that it has verified'),
    )
    expect(jar.get(scene.server.url, 'docent_connect')).toBeUndefined()
    await nobodyIs(jar)
  })

  test('gives nobody an account with a password, though the address is verified', async () => {
    scene.provider.people.set('mallory', { email: OWNER, email_verified: true })
    const jar = new CookieJar()
    expect((await scene.signIn('mallory', jar)).status).toBe(200)
    await nobodyIs(jar)
    // The password of somebody else connects nothing.
    const accounts = scene.server.running.docent.resolve<Accounts>(Accounts)
    const owner = await signIn(scene.server)
    const body = { email: 'bob@acme.com', password: PASSWORD }
    await scene.server.call('PATCH', '/api/account', { key: null, headers: owner.headers, body })
    const signedIn = await jar.fetch(`${scene.server.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'bob@acme.com', password: PASSWORD }),
    })
    expect(signedIn.status).toBe(200)
    const identity = { issuer: scene.provider.issuer, subject: 'mallory' }
    expect(await accounts.findByIdentity(identity)).toBeUndefined()
  })

  test('follows the person, and not the address that they have at the provider', async () => {
    const jar = new CookieJar()
    await scene.signIn('eve', jar)
    const { user } = await scene.session(jar)
    scene.provider.people.set('eve', { email: OWNER, email_verified: true })
    await scene.signIn('eve', jar)
    expect((await scene.session(jar)).user).toEqual(user)
    scene.provider.people.set('eve', { email: 'eve@acme.com', email_verified: true })
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'dashboard',
    'javascript:alert(1)',
    '/..//evil.example',
  ])('leads nobody to %s afterwards', async (returnTo) => {
    const reply = await scene.server.call('POST', '/api/session/openid', { key: null, body: { returnTo } })
    expect([reply.status, reply.body.url]).toEqual([400, undefined])
  })

  test('is begun by no page of another address', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const reply = await scene.server.call('POST', '/api/session/openid', { key: null, headers, body: {} })
    expect(reply.status).toBe(403)
  })
})
