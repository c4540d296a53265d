import { createSign, generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { simulateGithub } from './simulate-github.ts'
import type { SimulatedGithub } from './simulated-github.ts'

let github: SimulatedGithub
let now: number

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  github = await simulateGithub({
    now: () => now,
    tokenLifetimeMs: 60_000,
    repositories: [
      { path: 'acme/docs', private: true },
      { path: 'acme/other', private: true },
    ],
  })
})

afterEach(async () => {
  expect(github.violations).toEqual([])
  await github.close()
})

function jwt(privateKey = github.app.privateKey, seconds = 300): string {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const at = Math.floor(now / 1000)
  const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iss: github.app.id, iat: at - 30, exp: at + seconds })}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
}

async function rest(token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${github.apiUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: JSON.parse(await response.text()) }
}

it('knows an app by the signature of its key alone', async () => {
  expect((await rest(jwt(), 'GET', '/app')).json.id).toBe(github.app.id)
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const forged = jwt(stranger.export({ type: 'pkcs8', format: 'pem' }).toString())
  expect((await rest(forged, 'GET', '/app')).status).toBe(401)
  expect((await rest(jwt(undefined, -1), 'GET', '/app')).json.message).toContain('exp')
  expect((await rest(jwt(undefined, 3600), 'GET', '/app')).json.message).toContain('too far in the future')
  github.assertNoViolations()
})

it('issues tokens scoped to repositories and permissions, which end in time', async () => {
  expect((await rest(jwt(), 'GET', '/repos/acme/docs/installation')).status).toBe(404)
  const id = github.installApp('acme')
  expect((await rest(jwt(), 'GET', '/repos/acme/docs/installation')).json.id).toBe(id)
  const path = `/app/installations/${id}/access_tokens`
  const made = await rest(jwt(), 'POST', path, {
    repositories: ['docs'],
    permissions: { contents: 'read', pull_requests: 'read' },
  })
  expect(made.status).toBe(201)
  const { token } = made.json
  expect((await rest(token, 'GET', '/repos/acme/docs')).status).toBe(200)
  expect((await rest(token, 'GET', '/repos/acme/other')).status).toBe(404)
  const refused = await rest(token, 'POST', '/repos/acme/docs/pulls', { title: 'a', head: 'b', base: 'main' })
  expect([refused.status, refused.json.message]).toEqual([403, 'Resource not accessible by integration'])
  const wide = await rest(jwt(), 'POST', path, { permissions: { administration: 'write' } })
  expect(wide.json.message).toBe('The permissions requested are not granted to this installation.')
  const elsewhere = await rest(jwt(), 'POST', path, { repositories: ['absent'] })
  expect(elsewhere.status).toBe(422)
  now += 60_000
  expect((await rest(token, 'GET', '/repos/acme/docs')).json.message).toBe('Bad credentials')
  github.assertNoViolations()
})

it('refuses a suspended installation and forgets a removed one', async () => {
  const id = github.installApp('acme', { repositories: ['docs'] })
  const { token } = (await rest(jwt(), 'POST', `/app/installations/${id}/access_tokens`)).json
  expect((await rest(token, 'GET', '/repos/acme/other')).status).toBe(404)
  github.suspendInstallation(id)
  expect((await rest(token, 'GET', '/repos/acme/docs')).json.message).toBe(
    'This installation has been suspended',
  )
  expect((await rest(jwt(), 'POST', `/app/installations/${id}/access_tokens`)).status).toBe(403)
  github.uninstallApp(id)
  expect((await rest(jwt(), 'POST', `/app/installations/${id}/access_tokens`)).status).toBe(404)
  expect((await rest(token, 'GET', '/repos/acme/docs')).status).toBe(401)
  github.assertNoViolations()
})
