import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { revokeKey } from '@docent/core'
import { Clock, type KeyId, KeyStore, organizationId, projectId } from '@docent/core/plugin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_INPUTS, type KeyName } from './bad-input-cases.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer
let keys: Record<KeyName, string | null>
const failures: string[] = []

beforeAll(async () => {
  server = await startTestServer({
    // So many refusals from one address are otherwise 429.
    config: { http: { port: 0, trustedProxies: 1 } },
    onLog: (line) => {
      if (line.includes('"level":50')) failures.push(line)
    },
  })
  const revoked = await server.issueKey({})
  await revoke(revoked.record.id)
  keys = {
    none: null,
    unknown: `svc_${'a'.repeat(43)}`,
    revoked: revoked.key,
    expired: (await server.issueKey({ expiresAt: Date.now() + 20 })).key,
    'read-only': (await server.issueKey({ scopes: ['read'] })).key,
    elsewhere: (await server.issueKey({ organizationId: organizationId('elsewhere') })).key,
    admin: server.adminKey,
    assistant: server.assistantKey,
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const keyPorts = () => {
  const { docent } = server.running
  return { keys: docent.resolve(KeyStore), clock: docent.resolve(Clock) }
}
const revoke = (id: KeyId) => revokeKey(keyPorts(), organizationId('default'), id)

describe('a request that is wrong', () => {
  it('is tried in at least 150 ways', () => {
    expect(BAD_INPUTS.length).toBeGreaterThanOrEqual(150)
  })

  it.each(BAD_INPUTS.map((input, index) => ({ ...input, index })))(
    '$name is refused with $status $code',
    async ({ index, method, path, body, headers, key, status, code, says, allow }) => {
      const reply = await server.call(method, path, {
        body: typeof body === 'function' ? body() : body,
        headers: { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}`, ...headers },
        ...(key === undefined ? {} : { key: keys[key] }),
      })
      expect({ status: reply.status, code: reply.body?.code }).toEqual({ status, code })
      expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(reply.body).toMatchObject({
        status,
        code,
        error: reply.body.detail,
        instance: path.split('?')[0],
        requestId: reply.headers.get('x-request-id'),
      })
      expect(Object.keys(reply.body)).toEqual(expect.arrayContaining(['type', 'title']))
      expect(reply.body.detail).toMatch(says ?? /./)
      expect(reply.text).not.toMatch(/\bat .*\.ts|node_modules|sqlite|\bSELECT\b|\/tmp\//)
      if (status === 400) expect(reply.body.issues.length).toBeGreaterThan(0)
      if (status === 401) expect(reply.headers.get('www-authenticate')).toBe('Bearer')
      if (allow !== undefined) expect(reply.headers.get('allow')).toBe(allow)
    },
  )

  it('never is an unexpected failure, and leaves nothing behind', async () => {
    expect(failures).toEqual([])
    for (const id of ['docs', 'other']) {
      const page = await server.running.services.readJobs.list({ id: projectId(id) } as never, { limit: 10 })
      expect(page.jobs).toEqual([])
    }
    const database = new DatabaseSync(join(server.directory, 'data', 'docent.db'), { readOnly: true })
    const { threads } = database.prepare('SELECT count(*) AS threads FROM threads').get() as {
      threads: number
    }
    database.close()
    expect(threads).toBe(0)
  })
})
