import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer
const { version } = JSON.parse(readFileSync(new URL('../../widget/package.json', import.meta.url), 'utf8'))

beforeAll(async () => {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../widget/build.mjs', import.meta.url))])
  server = await startTestServer()
})
afterAll(() => server?.[Symbol.asyncDispose]())

describe('the script of the widget', () => {
  test('is served to any site, for five minutes as the latest and for good as a version', async () => {
    const latest = await server.call('GET', '/widget/latest/docent.js', { key: null })
    expect(latest.status).toBe(200)
    expect(Object.fromEntries(latest.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=300',
      vary: 'Accept-Encoding',
    })
    expect(latest.text).toContain('docent-assistant')
    const fixed = await server.call('GET', `/widget/${version}/docent.js`, { key: null })
    expect(fixed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(fixed.text).toBe(latest.text)
  })

  test('comes compressed to those who take it, as the same script', async () => {
    const plain = await server.call('GET', '/widget/latest/docent-highlighter.mjs', {
      key: null,
      headers: { 'accept-encoding': 'identity' },
    })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const small = await server.call('GET', '/widget/latest/docent-highlighter.mjs', {
      key: null,
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(small.headers.get('content-encoding')).toBe('br')
    expect(small.text).toBe(plain.text)
  })

  test.each(['/widget/latest/package.json', '/widget/9.9.9/docent.js', '/widget/latest/..%2fpackage.json'])(
    '%s is not found',
    async (path) => {
      expect((await server.call('GET', path, { key: null })).status).toBe(404)
    },
  )
})
