import { defined, projectId } from '@docent/core/plugin'
import { scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

const question = {
  fp: 'ann',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'What is this?' }] }],
}

let server: TestServer
let owner: TestSession
beforeAll(async () => {
  const model = scriptedModel(() => ({ text: 'Docs.', usage: { inputTokens: 100, outputTokens: 1_000 } }))
  const provider = scriptedProvider('test', { model }, { agent: 'model', assistant: 'model' })
  server = await startTestServer({
    models: {
      name: provider.name,
      defaults: provider.defaults ?? {},
      model: (id) => ({ ...provider.model(id), price: { input: 1, output: 100 } }),
    },
  })
  owner = await signIn(server, 'owner')
})
afterAll(() => server[Symbol.asyncDispose]())

const asOwner = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { key: null, headers: owner.headers, ...defined({ body }) })

describe('present use of limits', () => {
  it('counts a question for the key and the organization, and its price for the cap', async () => {
    const cap = { kind: 'assistant', name: 'Site', projectIds: ['docs'], spendUsdPerMonth: 5 }
    const made = await asOwner('POST', '/api/keys', cap)
    expect(made).toMatchObject({ status: 201, body: { record: { spendUsdPerMonth: 5 } } })
    const { key, record } = made.body
    const before = await asOwner('GET', '/api/limits')
    const asked = await server.call('POST', '/discovery/v2/assistant/docs/message', { key, body: question })
    expect(asked.status).toBe(200)
    const { body } = await asOwner('GET', '/api/limits')
    const find = (reply: typeof body, id: string, operation: string) =>
      reply.limits.find(
        (use: { id: string; operation: string }) => use.id === id && use.operation === operation,
      )
    expect(find(body, record.id, 'assistant')).toMatchObject({
      scope: 'key',
      name: 'Site',
      window: 'month',
      used: 1,
    })
    const used = find(before.body, 'default', 'assistant').used
    expect(find(body, 'default', 'assistant').used).toBe(used + 1)
    expect(find(body, 'docs', 'agent')).toMatchObject({ scope: 'project', used: 0, window: 'hour' })
    expect(body.spend).toEqual([
      {
        scope: 'key',
        id: record.id,
        name: 'Site',
        maxUsd: 5,
        usedUsd: 0.1001,
        resetsAt: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00/),
      },
    ])
    expect(body.problem).toBeNull()
  })

  it('shows no keys to a viewer, and a limited key its own projects alone', async () => {
    const viewer = await signIn(server, 'viewer')
    const seen = await server.call('GET', '/api/limits', { key: null, headers: viewer.headers })
    expect(seen.body.limits.map((use: { scope: string }) => use.scope)).not.toContain('key')
    const { key } = await server.issueKey({ scopes: ['manage'], projectIds: [projectId('docs')] })
    const { body } = await server.call('GET', '/api/limits', { key })
    const projects = body.limits.filter((use: { scope: string }) => use.scope === 'project')
    expect(projects.map((use: { id: string }) => use.id)).toEqual(['docs'])
  })
})

describe('the spend cap of a project', () => {
  it('is written, read, changed and taken away', async () => {
    const draft = { id: 'capped', repository: `file://${server.repository}`, spendUsdPerMonth: 20 }
    const added = await asOwner('POST', '/api/projects', draft)
    expect(added).toMatchObject({ status: 201, body: { spendUsdPerMonth: 20 } })
    const path = '/api/projects/capped'
    expect((await asOwner('PATCH', path, { spendUsdPerMonth: 0.5 })).body.spendUsdPerMonth).toBe(0.5)
    const named = await asOwner('PATCH', path, { name: 'Capped' })
    expect(named.body).toMatchObject({ name: 'Capped', spendUsdPerMonth: 0.5 })
    expect((await asOwner('GET', path)).body.spendUsdPerMonth).toBe(0.5)
    expect((await asOwner('PATCH', path, { spendUsdPerMonth: null })).body.spendUsdPerMonth).toBeNull()
    const wrong = await asOwner('PATCH', path, { spendUsdPerMonth: -1 })
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'spendUsdPerMonth' }] } })
  })
})

describe('the request limits of an organization', () => {
  it('are changed and taken back, and count', async () => {
    const change = (body: object) => asOwner('PATCH', '/api/limits', body)
    const limit = async (name: string) =>
      (await asOwner('GET', '/api/organization')).body.limits.find(
        (one: { name: string }) => one.name === name,
      )
    const server = await limit('projectPerHour')
    expect(server).toMatchObject({ isOwn: false })
    expect((await change({ projectPerHour: 7, ipPerDay: 9 })).status).toBe(200)
    expect(await limit('projectPerHour')).toEqual({ name: 'projectPerHour', max: 7, isOwn: true })
    await expect
      .poll(async () => (await asOwner('GET', '/api/limits')).body.limits, { timeout: 60_000 })
      .toContainEqual(expect.objectContaining({ scope: 'project', id: 'docs', operation: 'agent', max: 7 }))
    expect((await change({ projectPerHour: null })).status).toBe(200)
    expect(await limit('projectPerHour')).toEqual(server)
    expect(await limit('ipPerDay')).toMatchObject({ max: 9 })
    expect((await change({ ipPerDay: null })).status).toBe(200)
    for (const wrong of [-1, 1.5, '5', 2_000_000_000])
      expect(await change({ ipPerDay: wrong })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'ipPerDay' }] },
      })
  })
})

describe('the spend cap of a key', () => {
  it('is changed and removed', async () => {
    const { record, key } = await server.issueKey({})
    const path = `/api/keys/${record.id}`
    const change = (spendUsdPerMonth: unknown) => asOwner('PATCH', path, { spendUsdPerMonth })
    expect(await change(12.5)).toMatchObject({ status: 200, body: { id: record.id, spendUsdPerMonth: 12.5 } })
    const listed = await asOwner('GET', '/api/keys')
    expect(listed.body.keys[0]).toMatchObject({ id: record.id, spendUsdPerMonth: 12.5 })
    expect((await asOwner('GET', '/api/limits')).body.spend).toContainEqual(
      expect.objectContaining({ scope: 'key', id: record.id, maxUsd: 12.5 }),
    )
    expect((await server.call('GET', '/v2/agent/docs/jobs', { key })).status).toBe(200)
    for (const wrong of [0, -1, '5', 2_000_000])
      expect(await change(wrong)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'spendUsdPerMonth' }] },
      })
    expect((await asOwner('PATCH', path, {})).status).toBe(400)
    expect((await asOwner('PATCH', path, { spendUsdPerMonth: 5, kind: 'assistant' })).status).toBe(400)
    expect((await change(null)).body.spendUsdPerMonth).toBeNull()
    const { body } = await asOwner('GET', `/api/audit?action=key.change&target=${record.id}`)
    expect(body.entries.map(({ details }: { details: object }) => details)).toEqual([
      { name: record.name, kind: 'admin', fields: 'spendUsdPerMonth', spendUsdPerMonth: null },
      { name: record.name, kind: 'admin', fields: 'spendUsdPerMonth', spendUsdPerMonth: 12.5 },
    ])
  })

  it('is never set above the one of the key that sets it, also by itself', async () => {
    const { key, record } = await server.issueKey({
      scopes: ['manage'],
      projectIds: [projectId('docs')],
      spendUsdPerMonth: 10,
    })
    const change = (id: string, spendUsdPerMonth: number | null) =>
      server.call('PATCH', `/api/keys/${id}`, { key, body: { spendUsdPerMonth } })
    const { record: child } = await server.issueKey({ projectIds: [projectId('docs')] })
    for (const { id } of [record, child]) {
      expect((await change(id, null)).status).toBe(403)
      expect((await change(id, 11)).status).toBe(403)
      expect((await change(id, 9)).status).toBe(200)
    }
    const { record: wider } = await server.issueKey({})
    expect((await change(wider.id, 5)).status).toBe(404)
  })
})
