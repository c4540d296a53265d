import type { KeyScope } from '@docent/core'
import { defined, organizationId } from '@docent/core/plugin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_ROUTES } from '../../../../packages/dashboard-api/src/api-routes.ts'
import { signIn } from '../sign-in.ts'
import { startTestServer, type TestReply, type TestServer } from '../start-test-server.ts'
import { CALLERS } from './permission-row.ts'
import { PERMISSION_TABLE } from './permission-table.ts'

let server: TestServer
let keys: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  const key = async (scopes: KeyScope[], organization = 'default') =>
    (await server.issueKey({ scopes, organizationId: organizationId(organization) })).key
  keys = {
    'key read': await key(['read']),
    'key write': await key(['write']),
    'key manage': await key(['manage']),
    'key of another organization': await key(['manage'], 'elsewhere'),
  }
})
afterAll(() => server[Symbol.asyncDispose]())

/** Operations of `/api` in the document that the server publishes. */
async function published(): Promise<string[]> {
  const { body } = await server.call('GET', '/openapi.json', { key: null })
  return Object.entries<Record<string, unknown>>(body.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
}

/** A fresh session for each call: some calls end theirs. */
async function callAs(caller: string, method: string, path: string, body: unknown): Promise<TestReply> {
  const sent = defined({ body })
  const key = keys[caller]
  if (key !== undefined) return server.call(method, path, { key, ...sent })
  if (caller === 'nobody') return server.call(method, path, { key: null, ...sent })
  const { headers } =
    caller === 'viewer' || caller === 'editor' || caller === 'owner'
      ? await signIn(server, caller)
      : await signIn(server, 'owner', 'elsewhere')
  return server.call(method, path, { key: null, headers, ...sent })
}

describe('permissions', () => {
  it('are in the table for every operation of /api', async () => {
    expect((await published()).sort()).toEqual(Object.keys(PERMISSION_TABLE).sort())
  })

  it('are declared in the document', async () => {
    const { body } = await server.call('GET', '/openapi.json', { key: null })
    for (const name of Object.keys(PERMISSION_TABLE)) {
      const [method = '', path = ''] = name.split(' ')
      expect(body.paths[path][method.toLowerCase()]['x-permission'], name).toBeTypeOf('string')
    }
  })

  it('and every change has a name in the audit log', () => {
    const silent = API_ROUTES.filter(
      ([method, , operation]) => method !== 'GET' && !('audit' in operation && operation.audit),
    )
    expect(silent.map(([method, path]) => `${method} ${path}`)).toEqual([])
  })

  it.each(Object.entries(PERMISSION_TABLE))(
    'hold for %s',
    async (name, { statuses, params, query, body }) => {
      const [method = '', path = ''] = name.split(' ')
      const names: Record<string, string> = { projectId: 'docs', domain: 'docs', ...params }
      const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => names[parameter] ?? 'none')
      const isOfOrganization = filled === path || !/\{(projectId|domain)\}/.test(path)
      const parameters = [query, isOfOrganization ? 'organization=default' : undefined]
        .filter((part) => part !== undefined)
        .join('&')
      const seen: Record<string, number> = {}
      for (const caller of CALLERS)
        seen[caller] = (await callAs(caller, method, `${filled}?${parameters}`, body)).status
      expect(seen).toEqual(Object.fromEntries(CALLERS.map((caller, index) => [caller, statuses[index]])))
    },
  )
})

describe('a key that is limited to projects', () => {
  it('reads the keys of its projects alone, and nothing of the organization', async () => {
    const { key } = await server.issueKey({ scopes: ['manage'], projectIds: ['docs' as never] })
    const { body } = await server.call('GET', '/api/keys', { key })
    expect(body.keys.length).toBeGreaterThan(0)
    for (const record of body.keys) expect(record.projectIds).toEqual(['docs'])
    expect((await server.call('GET', '/api/audit', { key })).status).toBe(403)
  })
})
