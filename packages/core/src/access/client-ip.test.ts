import { describe, expect, it } from 'vitest'
import { clientIp } from './client-ip.ts'

describe('clientIp', () => {
  it.each([
    ['ignores the header while no proxy is trusted', 0, '203.0.113.9', '192.0.2.1'],
    ['takes what the one trusted proxy appended', 1, '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['takes what the outer of two proxies appended', 2, '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['takes the first entry of a header that is too short', 3, '203.0.113.9', '203.0.113.9'],
    ['reads an address with a port', 1, '203.0.113.9:4711', '203.0.113.9'],
    ['reads an IPv6 address in brackets', 1, '[2001:db8::9]:4711', '2001:db8::9'],
    ['stays with the nearest hop that is known', 2, 'unknown, 10.0.0.2', '10.0.0.2'],
    ['falls back to the peer for nonsense', 1, "'; DROP TABLE", '192.0.2.1'],
  ])('%s', (_name, trustedProxies, forwardedFor, expected) => {
    expect(clientIp({ socketAddress: '::ffff:192.0.2.1', forwardedFor, trustedProxies })).toBe(expected)
  })

  it('is the peer when there is no header', () => {
    expect(clientIp({ socketAddress: '::1', forwardedFor: undefined, trustedProxies: 1 })).toBe('::1')
  })

  it('is one shared address for a socket that has none any more', () => {
    expect(clientIp({ socketAddress: undefined, forwardedFor: undefined, trustedProxies: 0 })).toBe('0.0.0.0')
  })
})
