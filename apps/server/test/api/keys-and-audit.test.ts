import { defined, organizationId, projectId } from '@docent/core/plugin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  server.call(method, path, {
    key: null,
    headers: { ...owner.headers, 'user-agent': 'Test/1' },
    ...defined({ body }),
  })

describe('projects', () => {
  it('take no spend cap while a model has no price, and say so beside the field', async () => {
    const draft = { id: 'handbook', repository: 'https://git.example/acme/handbook' }
    const refusal = { status: 400, body: { code: 'invalid_request', issues: [{ path: 'spendUsdPerMonth' }] } }
    const unmade = await asOwner('POST', '/api/projects', { ...draft, spendUsdPerMonth: 5 })
    expect(unmade).toMatchObject(refusal)
    expect((await asOwner('POST', '/api/projects', draft)).status).toBe(201)
    const refused = await asOwner('PATCH', '/api/projects/handbook', { spendUsdPerMonth: 5 })
    expect(refused).toMatchObject(refusal)
    expect(refused.text).toContain('the price of the model')
    expect((await asOwner('GET', '/api/projects/handbook')).body.spendUsdPerMonth).toBeNull()
  })
})

describe('keys', () => {
  it('are made, shown once, listed, used and revoked', async () => {
    const made = await asOwner('POST', '/api/keys', {
      kind: 'admin',
      name: 'CI',
      scopes: ['read'],
      projectIds: ['docs'],
      expiresAt: '2099-01-01T00:00:00Z',
      allowedIps: ['127.0.0.0/8'],
    })
    expect(made).toMatchObject({ status: 201, body: { record: { name: 'CI', scopes: ['read'] } } })
    const { key, record } = made.body
    expect(key).toMatch(/^svc_/)
    expect((await server.call('GET', '/v2/agent/docs/jobs', { key })).status).toBe(200)
    const listed = await asOwner('GET', '/api/keys')
    expect(listed.body.keys[0]).toMatchObject({ id: record.id, lastFour: key.slice(-4), revokedAt: null })
    expect(listed.text).not.toContain(key)
    expect(listed.text).not.toContain('hash')
    const revoked = await asOwner('DELETE', `/api/keys/${record.id}`)
    expect(revoked.body.revokedAt).toBeTypeOf('string')
  })

  it('are refused with the field that is wrong', async () => {
    const wrong = await asOwner('POST', '/api/keys', { kind: 'assistant', name: 'Site' })
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'projectIds' }] } })
    const foreign = { kind: 'assistant', name: 'Site', projectIds: ['other'] }
    expect((await asOwner('POST', '/api/keys', foreign)).status).toBe(404)
  })

  it('never grant more than the key that makes them', async () => {
    const { key } = await server.issueKey({
      scopes: ['manage'],
      projectIds: [projectId('docs')],
      expiresAt: Date.UTC(2090, 0),
    })
    const make = (body: object) => server.call('POST', '/api/keys', { key, body: { name: 'child', ...body } })
    const expiresAt = '2089-01-01T00:00:00Z'
    expect((await make({ kind: 'admin', projectIds: ['docs'] })).status).toBe(403)
    expect((await make({ kind: 'admin', expiresAt })).status).toBe(403)
    const made = await make({ kind: 'admin', projectIds: ['docs'], expiresAt, scopes: ['manage'] })
    expect(made.status).toBe(201)
    const { record } = await server.issueKey({})
    expect((await server.call('DELETE', `/api/keys/${record.id}`, { key })).status).toBe(404)
    expect((await server.call('DELETE', `/api/keys/${made.body.record.id}`, { key })).status).toBe(200)
  })

  it('are changed, and say who made them', async () => {
    const body = { kind: 'assistant', name: 'Site', projectIds: ['docs'] }
    const { record } = (await asOwner('POST', '/api/keys', body)).body
    const change = (wanted: object) => asOwner('PATCH', `/api/keys/${record.id}`, wanted)
    const allowedOrigins = ['https://docs.example.com/', 'HTTPS://Help.Example.com']
    const expiresAt = '2099-01-01T00:00:00.000Z'
    expect((await change({ name: ' Help ', allowedOrigins, expiresAt })).body).toMatchObject({
      name: 'Help',
      allowedOrigins: ['https://docs.example.com', 'https://help.example.com'],
      expiresAt,
      createdBy: 'owner',
      projectIds: ['docs'],
    })
    expect((await change({ expiresAt: null })).body).toMatchObject({ expiresAt: null, name: 'Help' })
    for (const [path, wrong] of [
      ['name', ' '],
      ['expiresAt', '2001-01-01T00:00:00Z'],
      ['allowedOrigins', ['https://docs.example.com/page']],
      ['allowedIps', ['10.0.0.0/99']],
    ] as const)
      expect(await change({ [path]: wrong })).toMatchObject({ status: 400, body: { issues: [{ path }] } })
    expect((await change({})).status).toBe(400)
  })

  it('get no more time or addresses than the key that changes them has', async () => {
    const limits = {
      projectIds: [projectId('docs')],
      expiresAt: Date.UTC(2090, 0),
      allowedIps: ['127.0.0.0/8'],
    }
    const { key, record } = await server.issueKey({ scopes: ['manage'], ...limits })
    const { record: child } = await server.issueKey(limits)
    const change = (body: object, id: string = child.id) =>
      server.call('PATCH', `/api/keys/${id}`, { key, body })
    expect((await change({ expiresAt: null })).status).toBe(403)
    expect((await change({ expiresAt: null }, record.id)).status).toBe(403)
    expect((await change({ allowedIps: [] })).status).toBe(403)
    expect((await change({ expiresAt: '2089-01-01T00:00:00Z', allowedIps: ['127.0.0.1'] })).status).toBe(200)
  })

  it('are put back into use right after they were revoked, but not by themselves', async () => {
    const { key, record } = await server.issueKey({ scopes: ['manage'] })
    const path = `/api/keys/${record.id}/restore`
    const restore = () => asOwner('POST', path)
    expect((await restore()).status).toBe(409)
    expect((await server.call('GET', '/api/keys', { key })).status).toBe(200)
    await asOwner('DELETE', `/api/keys/${record.id}`)
    // This process believes in the key for some seconds more.
    expect((await server.call('POST', path, { key })).status).toBe(403)
    expect((await restore()).body).toMatchObject({ id: record.id, revokedAt: null })
  })

  it('take no spend cap while a model has no price', async () => {
    const { record } = await server.issueKey({})
    const refused = await asOwner('PATCH', `/api/keys/${record.id}`, { spendUsdPerMonth: 5 })
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'spendUsdPerMonth' }] } })
    expect(refused.text).toContain('the price of the model')
    const cap = { kind: 'admin', name: 'Capped', spendUsdPerMonth: 5 }
    const unmade = await asOwner('POST', '/api/keys', cap)
    expect(unmade).toMatchObject({ status: 400, body: { issues: [{ path: 'spendUsdPerMonth' }] } })
    const listed = await asOwner('GET', '/api/keys')
    expect(listed.body.keys[0]).toMatchObject({ id: record.id, spendUsdPerMonth: null })
  })

  it('with the scope manage read and write', async () => {
    const { key } = await server.issueKey({ scopes: ['manage'] })
    expect((await server.call('GET', '/v2/agent/docs/jobs', { key })).status).toBe(200)
    const job = await server.call('POST', '/v2/agent/docs/job', { key, body: { prompt: 'Go' } })
    expect(job.status).toBe(201)
  })

  it('of another organization stay out of sight', async () => {
    const { record } = await server.issueKey({ organizationId: organizationId('elsewhere') })
    expect((await asOwner('DELETE', `/api/keys/${record.id}`)).status).toBe(404)
    const cap = { spendUsdPerMonth: 5 }
    expect((await asOwner('PATCH', `/api/keys/${record.id}`, cap)).status).toBe(404)
    expect((await asOwner('GET', '/api/keys?organization=elsewhere')).status).toBe(404)
    const { body } = await asOwner('GET', '/api/keys')
    expect(body.keys.map((one: { id: string }) => one.id)).not.toContain(record.id)
  })
})

describe('the audit log', () => {
  it('says who did what, from where and when, and never a key', async () => {
    const { body: made } = await asOwner('POST', '/api/keys', { kind: 'admin', name: 'Audited' })
    const { body, text } = await asOwner('GET', `/api/audit?action=key&target=${made.record.id}`)
    expect(body.entries).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        actor: { kind: 'member', id: owner.userId, name: 'owner' },
        action: 'key.create',
        target: made.record.id,
        details: { name: 'Audited', kind: 'admin', scopes: 'read write', projects: '' },
        ip: '127.0.0.1',
        userAgent: 'Test/1',
      },
    ])
    expect(text).not.toContain(made.key)
  })

  it('names the key of a script, and keeps what failed out', async () => {
    const { key, record } = await server.issueKey({ scopes: ['manage'], name: 'Script' })
    await server.call('POST', '/api/keys', { key, body: { kind: 'admin', name: '' } })
    await server.call('POST', '/api/keys', { key, body: { kind: 'admin', name: 'By a script' } })
    const { body } = await asOwner('GET', `/api/audit?actor=${record.id}`)
    expect(body.entries).toHaveLength(1)
    expect(body.entries[0].actor).toEqual({ kind: 'key', id: record.id, name: 'Script' })
  })

  it('has who started a job in the v1 object of the job, and nobody for a script', async () => {
    const { body: started } = await asOwner('POST', '/api/projects/docs/jobs', { prompt: 'Explain keys.' })
    const { body: repeated } = await asOwner('POST', `/api/projects/docs/jobs/${started.id}/again`)
    const { body: scripted } = await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Go' } })
    const userOf = async ({ id }: { id: string }) =>
      (await server.call('GET', `/v1/agent/docs/job/${id}`)).body.userId
    expect([await userOf(started), await userOf(repeated)]).toEqual([owner.userId, owner.userId])
    expect(await userOf(scripted)).toBeUndefined()
    for (const { id } of [started, repeated, scripted])
      await asOwner('POST', `/api/projects/docs/jobs/${id}/cancel`)
  })

  it('has the title of a job', async () => {
    const { body: job } = await asOwner('POST', '/api/projects/docs/jobs', { prompt: 'Explain keys.' })
    await asOwner('POST', `/api/projects/docs/jobs/${job.id}/cancel`)
    const { body } = await asOwner('GET', `/api/audit?action=job&target=${job.id}`)
    const details = expect.objectContaining({ title: job.title })
    expect(body.entries).toMatchObject([
      { action: 'job.cancel', details },
      { action: 'job.create', details },
    ])
    expect(job.title).not.toBe('')
  })

  it('is read in pages', async () => {
    for (const name of ['a', 'b', 'c']) await asOwner('POST', '/api/keys', { kind: 'admin', name })
    const first = await asOwner('GET', '/api/audit?action=key.create&limit=2')
    expect(first.body.entries).toHaveLength(2)
    const second = await asOwner(
      'GET',
      `/api/audit?action=key.create&limit=2&cursor=${first.body.nextCursor}`,
    )
    const ids = [...first.body.entries, ...second.body.entries].map((entry: { id: string }) => entry.id)
    expect(new Set(ids).size).toBe(4)
    expect((await asOwner('GET', '/api/audit?cursor=nonsense')).status).toBe(400)
    expect((await asOwner('GET', '/api/audit?from=yesterday')).status).toBe(400)
  })
})
