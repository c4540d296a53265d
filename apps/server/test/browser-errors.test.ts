import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe('an address that leads nowhere', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const open = (path: string, accept: string) => fetch(server.url + path, { headers: { accept } })

  test.each(['/nothing', '/pulls/nothing'])('shows a person a page: %s', async (path) => {
    const reply = await open(path, BROWSER)
    expect(reply.status).toBe(404)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const page = await reply.text()
    expect(page).toContain('<h1>Page not found</h1>')
    expect(page).toContain('href="/dashboard"')
  })

  test.each([
    ['/nothing', '*/*'],
    ['/pulls/nothing', 'application/json'],
    ['/v2/agent/docs/jobs', BROWSER],
  ])('gives a program a problem in JSON: %s', async (path, accept) => {
    const reply = await open(path, accept)
    expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  })
})
