import { describe, expect, test } from 'vitest'
import { assertKnownHost, isKnownHost, readForwardedHost } from './known-host.ts'

const names = {
  http: {
    publicUrl: 'https://docent.acme.com',
    siteOrigin: 'https://pages.acme.com:8443',
    host: 'docent.lan',
    hosts: ['handbook.lan', 'Other.LAN:3000'],
  },
  publicUrl: () => 'https://docent.acme.com',
}
const bare = {
  http: { publicUrl: undefined, siteOrigin: undefined, host: '0.0.0.0', hosts: [] },
  publicUrl: () => 'http://localhost:3000',
}

test.each([
  'docent.acme.com',
  'DOCENT.acme.com:443',
  'docent.acme.com.',
  'pages.acme.com',
  'docent.lan:3000',
  'handbook.lan',
  'other.lan',
  'localhost:3000',
  'app.localhost',
  '127.0.0.1:3000',
  '127.1',
  '[::1]:3000',
  '192.168.1.20:3000',
  '[fd00::1]',
])('knows %j', (host) => {
  expect(isKnownHost(names, host)).toBe(true)
})

test.each([
  'evil.test',
  'docent.acme.com.evil.test',
  'evil-docent.acme.com',
  'docent.acme.com@evil.test',
  'localhost.evil.test',
  '127.0.0.1.nip.io',
  'xn--localhost-.test',
  'evil.test:3000',
  '[::1',
  '',
  'a b',
])('does not know %j', (host) => {
  expect(isKnownHost(names, host)).toBe(false)
})

describe('the default', () => {
  test.each(['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', '10.0.0.5:3000'])('answers at %s', (host) => {
    expect(() => assertKnownHost(bare, '/dashboard', { headers: { host } })).not.toThrow()
  })

  test('says which variable a name needs', () => {
    expect(() =>
      assertKnownHost(bare, '/site/{domain}/{path}', { headers: { host: 'box.lan:3000' } }),
    ).toThrow(
      'This server does not answer for box.lan. If the name is yours, set DOCENT_URL to the address that people open, or add the name to DOCENT_HOSTS, and restart Docent.',
    )
  })
})

test('pages, the dashboard, and its calls ask for the name; programs with a key and probes do not', () => {
  const asks = (path: string, headers = {}) => {
    try {
      assertKnownHost(bare, path, { headers: { host: 'evil.test', ...headers } })
      return false
    } catch {
      return true
    }
  }
  for (const path of [
    '/',
    '/dashboard',
    '/dashboard/{path}',
    '/assets/{file}',
    '/assets/site/{file}',
    '/site/{domain}',
    '/site/{domain}/{path}',
    '/pulls/{token}',
    '/pulls/{token}/merge',
    '/pulls/{token}/{side}/{path}',
    '/reference',
    '/api/session',
    '/api/session/owner-link',
  ])
    expect(asks(path), path).toBe(true)
  for (const path of [
    '/health/live',
    '/health/ready',
    '/discovery/v1/search/{domain}',
    '/v1/agent/{projectId}/job',
    '/openapi.json',
    '/webhooks/{host}',
    '/widget/{version}/{file}',
    '/mcp/{domain}',
  ])
    expect(asks(path), path).toBe(false)
  expect(asks('/api/projects', { authorization: 'Bearer x' })).toBe(false)
})

describe('X-Forwarded-Host', () => {
  const read = (given: string, trusted: number, host = 'docent:3000') => {
    const headers = { host, 'x-forwarded-host': given }
    readForwardedHost({ headers }, trusted)
    return headers.host
  }

  test('counts only from a trusted proxy', () => {
    expect(read('docent.acme.com', 0)).toBe('docent:3000')
    expect(read('docent.acme.com', 1)).toBe('docent.acme.com')
    expect(read('evil.test, docent.acme.com', 1)).toBe('docent.acme.com')
    expect(read('evil.test, docent.acme.com, inner', 2)).toBe('docent.acme.com')
    expect(read('', 1)).toBe('docent:3000')
    expect(read('docent.acme.com', 1, '127.0.0.1:3000')).toBe('docent.acme.com')
    expect(read('docent.acme.com', 1, 'app.internal')).toBe('docent.acme.com')
  })

  test('does not count beside a name that a proxy passed on', () => {
    expect(read('docent.acme.com', 1, 'evil.test')).toBe('evil.test')
  })
})
