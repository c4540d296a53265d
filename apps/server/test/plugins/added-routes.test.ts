import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FindProject } from '@docent/core'
import {
  defineApiOperation,
  defineOperation,
  definePlugin,
  definePublicOperation,
  json,
  type RouteTable,
} from '@docent/core/plugin'
import { GitDocsSource } from '@docent/source-git'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { pageCount } from '../../../docs/test/example/page-count.ts'
import { startTestServer } from '../start-test-server.ts'

const Lamp = z.object({ project: z.string(), oil: z.int() }).meta({ id: 'Lamp' })

const lamps: RouteTable = [
  [
    'POST',
    '/lamps/{domain}',
    defineOperation({
      id: 'fillLamp',
      summary: 'Fill the lamp of a project',
      tag: 'Lamps',
      key: 'assistant',
      limit: 'search',
      body: z.strictObject({ oil: z.int().min(1).max(9).describe('Liters.') }),
      reply: { status: 201, description: 'The lamp.', content: { 'application/json': Lamp } },
      handle: async ({ body, project }) => json({ project: project.id, oil: body.oil }, 201),
    }),
  ],
  [
    'GET',
    '/api/projects/{projectId}/lamp',
    defineApiOperation({
      id: 'getLamp',
      summary: 'Show the lamp of a project',
      tag: 'Dashboard',
      permission: 'edit',
      query: z.strictObject({ oil: z.coerce.number().int() }),
      reply: { status: 200, description: 'The lamp.', content: { 'application/json': Lamp } },
      handle: async ({ docent, project, query }) => {
        // A use-case of core, as the server's own operations have it.
        docent.resolve(FindProject)
        return json({ project: project.id, oil: query.oil })
      },
    }),
  ],
  [
    'GET',
    '/lamps',
    definePublicOperation({
      id: 'showLamps',
      summary: 'Show the lamps',
      tag: 'Lamps',
      reply: { status: 200, description: 'A page.', content: { 'text/html': undefined } },
      handle: async () => ({ kind: 'text', status: 200, type: 'text/html; charset=utf-8', body: '<p>Lamps' }),
    }),
  ],
]

const plugin = (name: string, routes: RouteTable) =>
  definePlugin({ name, options: z.strictObject({}), setup: (_options, host) => host.addRoutes(routes) })()

describe('routes of a plugin', () => {
  it('are served with their schema, key, permission, and limit, and stand in the reference', async () => {
    await using server = await startTestServer({
      morePlugins: [plugin('lamps', lamps)],
      config: { limits: { organizationPerHour: 2 } },
    })
    const fill = (oil: number, key: string | null = server.assistantKey) =>
      server.call('POST', '/lamps/docs', { body: { oil }, key })
    const filled = await fill(3)
    expect([filled.status, filled.body]).toEqual([201, { project: 'docs', oil: 3 }])
    expect(await fill(12)).toMatchObject({ status: 400, body: { issues: [{ path: 'oil' }] } })
    expect((await fill(3, null)).status).toBe(401)
    expect((await fill(3, server.adminKey)).status).toBe(403)
    expect((await fill(3)).status).toBe(201)
    expect((await fill(3)).status).toBe(429)

    const shown = await server.call('GET', '/api/projects/docs/lamp?oil=4')
    expect([shown.status, shown.body]).toEqual([200, { project: 'docs', oil: 4 }])
    const { key } = await server.issueKey({ scopes: ['read'] })
    expect((await server.call('GET', '/api/projects/docs/lamp?oil=4', { key })).status).toBe(403)
    expect((await server.call('GET', '/api/projects/docs/lamp?oil=much')).status).toBe(400)
    expect((await server.call('PUT', '/lamps/docs')).status).toBe(405)

    const page = await server.call('GET', '/lamps', { key: null })
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")

    const { body: document } = await server.call('GET', '/openapi.json', { key: null })
    expect(document.paths['/lamps/{domain}'].post).toMatchObject({
      operationId: 'fillLamp',
      security: [{ assistant: [] }],
      responses: {
        201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Lamp' } } } },
      },
    })
    expect(document.paths['/api/projects/{projectId}/lamp'].get['x-permission']).toBe('edit')
    expect(document.tags.at(-1)).toEqual({ name: 'Lamps' })
    expect((await server.call('GET', '/reference', { key: null })).text).toContain('fillLamp')
  })

  it('count the pages of a project, as the documentation shows', async () => {
    const cacheDir = await mkdtemp(join(tmpdir(), 'docent-page-count-'))
    onTestFinished(() => rm(cacheDir, { recursive: true, force: true }))
    const source = new GitDocsSource({ cacheDir })
    await using server = await startTestServer({ morePlugins: [pageCount()], source })
    const count = async (query: string) =>
      (await server.call('GET', `/api/projects/docs/page-count${query}`)).body.pages
    await vi.waitFor(async () => expect(await count('')).toBeGreaterThan(0), 30_000)
    expect(await count('?below=/no-such-folder')).toBe(0)
  })

  it('are not there on a server without the plugin', async () => {
    await using server = await startTestServer()
    expect((await server.call('GET', '/lamps')).status).toBe(404)
    const { body: document } = await server.call('GET', '/openapi.json', { key: null })
    expect(document.paths['/lamps']).toBeUndefined()
  })

  it.each([
    [
      'a path of the server',
      [['GET', '/v2/agent/{id}/jobs', lamps[2]?.[2]]],
      'GET /v2/agent/{}/jobs, which the server',
    ],
    [
      'a path of a feature',
      [['GET', '/api/projects/{id}', lamps[2]?.[2]]],
      'GET /api/projects/{}, which the plugin dashboard',
    ],
    ['an older path', [['POST', '/v1/search/{name}', lamps[2]?.[2]]], 'POST /v1/search/{}, which the server'],
    ['an id of the server', [['GET', '/x', { ...lamps[2]?.[2], id: 'openApi' }]], 'the operation "openApi"'],
    ['its own path again', [lamps[2], lamps[2]], 'GET /lamps, which the plugin twice'],
  ])('with %s are refused at the start', async (_title, routes, message) => {
    const start = startTestServer({ morePlugins: [plugin('twice', routes as unknown as RouteTable)] })
    await expect(start).rejects.toThrow(`The plugin twice adds ${message}`)
  })
})
