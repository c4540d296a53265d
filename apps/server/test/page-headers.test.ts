import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DASHBOARD_PAGES } from '../../../packages/pages/src/dashboard/dashboard-pages.ts'
import { listedRoutes } from '../src/routes.ts'
import { pageAddingModels } from './clients/agent-script.ts'
import { all, post } from './clients/read-stream.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const PATIENCE = 120_000
/** Its only frame is the pull request that shows it. */
const FRAMED = '/pulls/{token}/{side}/{path}'

const published = await listedRoutes()

describe('pages', () => {
  const lines: string[] = []
  let server: TestServer
  let token: string

  beforeAll(async () => {
    server = await startTestServer({
      ...{
        models: pageAddingModels(),
        site: 'public' as const,
        onLog: (line: string) => void lines.push(line),
      },
    })
    await server.running.indexing.settled()
    await using run = await post(`${server.url}/v1/agent/docs/job`, server.adminKey, {
      messages: [{ content: 'Add a guide' }],
    })
    await all(run.lines)
    const job = await server.call('GET', `/v2/agent/docs/job/${run.reply.headers.get('x-session-id')}`)
    token = new URL(job.body.prLink).pathname.split('/').pop() ?? ''
  }, PATIENCE)

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
  })

  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: Record<string, string>; text: string }>((resolve, reject) => {
      const sent = request(
        `${server.url}${path}`,
        { headers: { accept: 'text/html', ...headers } },
        (reply) => {
          let text = ''
          reply.setEncoding('utf8').on('data', (part: string) => (text += part))
          reply.on('end', () => {
            resolve({ status: reply.statusCode ?? 0, headers: reply.headers as Record<string, string>, text })
          })
        },
      )
      sent.on('error', reject).end()
    })

  const filled = (path: string) =>
    path
      .replace('{token}', token)
      .replace('{side}', 'after')
      .replace('{domain}/{path}', 'docs/')
      .replace('/dashboard/{path}', '/dashboard/x')
      .replace('{path}', 'guide.md')
      .replace(/\{\w+\}/g, 'docs')

  const routes = [...published, ...DASHBOARD_PAGES].filter(
    ([method, , { reply }]) =>
      method === 'GET' && reply.content !== undefined && 'text/html' in reply.content,
  )

  test('are these', () => {
    expect(routes.map(([, path]) => path)).toContain('/pulls/{token}')
    expect(routes.length).toBeGreaterThan(5)
  })

  test.each(routes.map(([, path]) => path))(
    '%s is in no frame of another site, and keeps its address',
    async (path) => {
      for (const address of [filled(path), `${filled(path)}-not-there`]) {
        const { headers, text } = await ask(address)
        if (!/^text\/html/.test(headers['content-type'] ?? '')) continue
        expect(text).toContain('<')
        const isFramed =
          path === FRAMED && /frame-ancestors 'self'/.test(headers['content-security-policy'] ?? '')
        expect(headers['content-security-policy']).toMatch(
          isFramed ? /frame-ancestors 'self'/ : /frame-ancestors 'none'/,
        )
        expect(headers['x-frame-options']).toBe(isFramed ? 'SAMEORIGIN' : 'DENY')
        expect(headers['referrer-policy']).toMatch(
          /^(?:no-referrer|same-origin|strict-origin-when-cross-origin)$/,
        )
        expect(headers['x-content-type-options']).toBe('nosniff')
      }
    },
  )

  test.each(routes.map(([, path]) => path))('%s answers to names that the server knows', async (path) => {
    const { port } = new URL(server.url)
    const evil = await ask(filled(path), { host: `evil.test:${port}` })
    expect(evil.status).toBe(403)
    expect(evil.text).toContain('DOCENT_HOSTS')
    expect(evil.text).not.toContain('docent-assistant')
    expect((await ask(filled(path), { host: `localhost:${port}` })).status).not.toBe(403)
  })

  test('probes answer to every name', async () => {
    expect((await ask('/health/live', { host: 'evil.test' })).status).toBe(200)
  })

  test('the address of a pull request is in no line of the log', async () => {
    await ask(`/pulls/${token}`)
    await ask(`/pulls/${token}/merge`)
    await ask(`/pulls/${token}/`)
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.filter((line) => line.includes(token))).toEqual([])
  })
})
