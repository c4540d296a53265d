import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RegisteredGitHosts, RegisteredModelProviders } from '@docent/core'
import type { GitHost, ModelProvider } from '@docent/core/plugin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { providerPlugins } from '../../src/plugins/default-plugins.ts'
import { signIn } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
let owner: Record<string, string>
beforeAll(async () => {
  server = await startTestServer({
    morePlugins: providerPlugins(),
    env: { GITLAB_TOKEN: 'glpat-of-the-environment' },
  })
  owner = (await signIn(server, 'owner')).headers
})
afterAll(() => server[Symbol.asyncDispose]())

const send = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { key: null, headers: owner, ...(body === undefined ? {} : { body }) })

const models = () =>
  server.running.docent
    .resolve<readonly ModelProvider[]>(RegisteredModelProviders)
    .map((provider) => provider.name)
const hosts = () =>
  server.running.docent.resolve<readonly GitHost[]>(RegisteredGitHosts).map((host) => host.name)

describe('credentials that are entered', () => {
  it('are used at once, returned by nothing, stored encrypted, and removed', async () => {
    const value = 'sk-a-value-that-nobody-sees-again'
    expect(models()).not.toContain('openai')
    const entered = await send('PUT', '/api/secrets/OPENAI_API_KEY', { value })
    expect(entered).toMatchObject({ status: 200, body: { source: 'entered', lastFour: 'gain' } })
    expect(models()).toContain('openai')
    const listed = await send('GET', '/api/secrets')
    expect(listed.body.secrets.find((one: { name: string }) => one.name === 'OPENAI_API_KEY')).toMatchObject({
      source: 'entered',
      updatedBy: 'owner',
    })
    const { text: audit } = await send('GET', '/api/audit?action=secret')
    expect(audit).toContain('OPENAI_API_KEY')
    for (const text of [entered.text, listed.text, audit]) expect(text).not.toContain(value)
    for (const file of ['docent.db', 'docent.db-wal'])
      expect(readFileSync(join(server.directory, 'data', file)).includes(value)).toBe(false)
    expect((await send('DELETE', '/api/secrets/OPENAI_API_KEY')).status).toBe(204)
    expect(models()).not.toContain('openai')
    expect((await send('DELETE', '/api/secrets/OPENAI_API_KEY')).status).toBe(404)
  })

  it('connect git hosts too, and the environment wins over them', async () => {
    expect(hosts()).toContain('gitlab')
    expect(hosts()).not.toContain('github')
    await send('PUT', '/api/secrets/GITHUB_TOKEN', { value: 'ghp_0123456789abcdef' })
    expect(hosts()).toEqual(expect.arrayContaining(['github', 'gitlab']))
    const gitlab = await send('PUT', '/api/secrets/GITLAB_TOKEN', { value: 'glpat-entered-later' })
    expect(gitlab.body.source).toBe('environment')
  })

  it('are refused with the reason when they cannot be used, and then nothing changes', async () => {
    const before = models()
    const wrong = await send('PUT', '/api/secrets/OPENAI_BASE_URL', { value: 'no address' })
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'value' }] } })
    expect(models()).toEqual(before)
    expect((await send('PUT', '/api/secrets/PATH', { value: '/tmp' })).status).toBe(404)
  })

  it('go only to the address that was entered with them', async () => {
    const address = 'https://git.eve.example'
    const source = async (name: string) => {
      const { body } = await send('GET', '/api/secrets')
      return body.secrets.find((one: { name: string }) => one.name === name)
    }
    await send('DELETE', '/api/secrets/GITLAB_TOKEN')
    const stolen = await send('PUT', '/api/secrets/GITLAB_URL', { value: address })
    expect(stolen).toMatchObject({ status: 400, body: { issues: [{ path: 'key' }] } })
    expect(stolen.body.error).toContain('GITLAB_TOKEN is set in the environment')
    expect(await source('GITLAB_URL')).toMatchObject({ key: 'GITLAB_TOKEN', updatedAt: null })
    expect((await send('PUT', '/api/secrets/OPENAI_MODEL', { value: 'a', key: 'b' })).status).toBe(400)

    await send('PUT', '/api/secrets/OPENAI_API_KEY', { value: 'sk-for-openai-alone' })
    const first = 'http://127.0.0.1:8000/v1'
    expect((await send('PUT', '/api/secrets/OPENAI_BASE_URL', { value: first })).status).toBe(200)
    expect((await source('OPENAI_API_KEY')).updatedAt).toBeNull()
    const both = { value: first, key: 'sk-for-this-server' }
    expect((await send('PUT', '/api/secrets/OPENAI_BASE_URL', both)).status).toBe(200)
    expect(await send('PUT', '/api/secrets/OPENAI_BASE_URL', { value: first })).toMatchObject({ status: 200 })
    expect((await source('OPENAI_API_KEY')).lastFour).toBe('rver')
    await send('PUT', '/api/secrets/OPENAI_BASE_URL', { value: 'http://127.0.0.1:9000/v1' })
    expect((await source('OPENAI_API_KEY')).updatedAt).toBeNull()
    await send('PUT', '/api/secrets/OPENAI_BASE_URL', both)
    expect((await send('DELETE', '/api/secrets/OPENAI_BASE_URL')).status).toBe(204)
    expect(await source('OPENAI_API_KEY')).toMatchObject({ source: null, updatedAt: null })
  })

  it('are those of the server: another organization has none', async () => {
    const { headers } = await signIn(server, 'owner', 'elsewhere')
    expect((await server.call('GET', '/api/secrets', { key: null, headers })).status).toBe(403)
  })
})

it('refuses a credential where docent.config.ts lists plugins without credentials, and says what to do', async () => {
  await using listed = await startTestServer()
  const { headers } = await signIn(listed, 'owner')
  const body = { value: 'ghp_of-somebody' }
  const refused = await listed.call('PUT', '/api/secrets/GITHUB_TOKEN', { key: null, headers, body })
  expect(refused).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('none of them uses GITHUB_TOKEN. Add a plugin that does') },
  })
  const { body: secrets } = await listed.call('GET', '/api/secrets', { key: null, headers })
  expect(secrets.applies).toBe(false)
})
