import { expect, test } from 'vitest'
import { signIn } from '../sign-in.ts'
import { CookieJar } from './cookie-jar.ts'
import { openIdScene, shown } from './openid-scene.ts'
import { signInAtProvider } from './sign-in-at-provider.ts'

const verified = (email: string, more: object = {}) => ({ email, email_verified: true, ...more })

test('somebody of an allowed domain joins as a viewer, signs in again, and signs out', async () => {
  await using scene = await openIdScene({ domains: ['acme.com'] })
  scene.provider.people.set('ada', verified('Ada@Acme.com', { name: 'Ada' }))
  const jar = new CookieJar()
  const reply = await scene.signIn('ada', jar, { returnTo: '/dashboard/default/docs' })
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/dashboard/default/docs'])
  const { user, organizations } = await scene.session(jar)
  expect(user).toMatchObject({ name: 'Ada', email: 'ada@acme.com', hasPassword: false, hasIdentity: true })
  expect(organizations).toMatchObject([{ id: 'default', role: 'viewer' }])
  const again = new CookieJar()
  await scene.signIn('ada', again)
  expect((await scene.session(again)).user?.id).toBe(user?.id)
  const { csrfToken } = (await scene.session(jar)) as unknown as { csrfToken: string }
  await jar.fetch(`${scene.server.url}/api/session`, {
    method: 'DELETE',
    headers: { 'x-csrf-token': csrfToken },
  })
  expect((await scene.session(jar)).user).toBeNull()
  const owner = await signIn(scene.server)
  const { body } = await scene.server.call('GET', '/api/audit', { key: null, headers: owner.headers })
  const entries = body.entries.filter((entry: { action: string }) => entry.action === 'session.openid')
  expect(entries).toMatchObject([
    { details: { issuer: scene.provider.issuer, isNew: false } },
    { actor: { name: 'ada@acme.com' }, details: { isNew: true } },
  ])
}, 60_000)

test('an unknown person is refused without a domain, and joins by an invitation', async () => {
  await using scene = await openIdScene()
  scene.provider.people.set('ada', verified('ada@acme.com'))
  const refused = await scene.signIn('ada')
  expect(refused.status).toBe(403)
  expect(await shown(refused)).toContain('Ask an owner of Docent for an invitation.')
  const owner = await signIn(scene.server)
  const made = await scene.server.call('POST', '/api/invitations', {
    key: null,
    headers: owner.headers,
    body: { role: 'editor' },
  })
  const invitation = new URL(made.body.url).hash.slice(1)
  const jar = new CookieJar()
  expect((await scene.signIn('ada', jar, { invitation })).status).toBe(303)
  expect((await scene.session(jar)).organizations).toMatchObject([{ id: 'default', role: 'editor' }])
  scene.provider.people.set('bob', verified('bob@acme.com'))
  expect(await shown(await scene.signIn('bob', new CookieJar(), { invitation }))).toContain('was used')
}, 60_000)

test('groups decide the role at each sign-in, and end the sessions of whoever leaves them', async () => {
  await using scene = await openIdScene({
    groupsClaim: 'realm_access.roles',
    roles: { owner: ['docs-admins'], editor: ['writers'] },
  })
  const groups = (...roles: string[]) =>
    scene.provider.people.set('ada', verified('ada@acme.com', { realm_access: { roles } }))
  groups('writers', 'docs-admins')
  const jar = new CookieJar()
  await scene.signIn('ada', jar)
  expect((await scene.session(jar)).organizations).toMatchObject([{ role: 'owner' }])
  groups('writers')
  await scene.signIn('ada', jar)
  // The last owner stays one.
  expect((await scene.session(jar)).organizations).toMatchObject([{ role: 'owner' }])
  await signIn(scene.server)
  await scene.signIn('ada', jar)
  expect((await scene.session(jar)).organizations).toMatchObject([{ role: 'editor' }])
  groups('others')
  const refused = await scene.signIn('ada', new CookieJar())
  expect([refused.status, await shown(refused)]).toEqual([
    403,
    expect.stringContaining('None of your groups'),
  ])
  expect((await scene.session(jar)).user).toBeNull()
}, 60_000)

test('an account with a password is connected once its password proves whose it is', async () => {
  await using scene = await openIdScene()
  const owner = await signIn(scene.server)
  const made = await scene.server.call('POST', '/api/invitations', {
    key: null,
    headers: owner.headers,
    body: { role: 'editor' },
  })
  const secret = new URL(made.body.url).hash.slice(1)
  const person = { name: 'Ada', email: 'ada@acme.com', password: 'correct horse battery' }
  await scene.server.call('POST', '/api/session/invitation', { key: null, body: { secret, person } })
  scene.provider.people.set('ada', verified('ada@acme.com'))
  const jar = new CookieJar()
  const page = await scene.signIn('ada', jar)
  expect([page.status, await shown(page)]).toEqual([
    200,
    expect.stringContaining('Sign in with its password'),
  ])
  expect((await scene.session(jar)).user).toBeNull()
  const typed = await jar.fetch(`${scene.server.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  })
  expect(typed.status).toBe(200)
  const later = new CookieJar()
  expect((await scene.signIn('ada', later)).status).toBe(303)
  expect((await scene.session(later)).user).toMatchObject({
    name: 'Ada',
    hasPassword: true,
    hasIdentity: true,
  })
}, 60_000)

test('a provider that is down is named, and signs people in once it is back', async () => {
  await using scene = await openIdScene({ domains: ['acme.com'] })
  scene.provider.people.set('ada', verified('ada@acme.com'))
  scene.provider.down = true
  const down = await scene.server.call('POST', '/api/session/openid', { key: null, body: {} })
  expect([down.status, down.body.error]).toEqual([503, 'Acme cannot be reached. Try again in a minute.'])
  scene.provider.down = false
  const jar = new CookieJar()
  const back = await signInAtProvider(jar, await scene.begin(jar), 'ada')
  scene.provider.down = true
  const late = await jar.fetch(back)
  expect([late.status, await shown(late)]).toEqual([503, expect.stringContaining('cannot be reached')])
  scene.provider.down = false
  expect((await scene.signIn('ada')).status).toBe(303)
}, 60_000)

test('a server without a provider says so', async () => {
  await using scene = await openIdScene({ issuer: undefined } as object)
  const { body } = await scene.server.call('GET', '/api/session/openid', { key: null })
  expect(body).toEqual({ name: null })
  expect((await scene.server.call('POST', '/api/session/openid', { key: null, body: {} })).status).toBe(404)
})
