import { describe, expect, it } from 'vitest'
import { hashKey, keyFromHeader, makeKey } from './key-format.ts'

describe('makeKey', () => {
  it('gives each kind its prefix and 43 base62 characters, never twice the same', () => {
    expect(makeKey('admin')).toMatch(/^svc_[0-9A-Za-z]{43}$/)
    expect(makeKey('assistant')).toMatch(/^svc_dsc_[0-9A-Za-z]{43}$/)
    expect(new Set(Array.from({ length: 500 }, () => makeKey('admin'))).size).toBe(500)
  })

  it('uses every character about as often', () => {
    const counts = new Map<string, number>()
    for (let i = 0; i < 2_000; i++)
      for (const character of makeKey('admin').slice(4))
        counts.set(character, (counts.get(character) ?? 0) + 1)
    const expected = (2_000 * 43) / 62
    expect(counts.size).toBe(62)
    for (const count of counts.values()) expect(Math.abs(count - expected) / expected).toBeLessThan(0.2)
  })
})

describe('keyFromHeader', () => {
  const key = `svc_${'a'.repeat(43)}`

  it.each([
    [`Bearer ${key}`, key],
    [`bearer ${key}`, key],
    [`BEARER   ${key} `, key],
    [`Bearer svc_dsc_${'Z'.repeat(43)}`, `svc_dsc_${'Z'.repeat(43)}`],
    [key, undefined],
    [`Basic ${key}`, undefined],
    ['Bearer', undefined],
    [`Bearer ${key}x`, undefined],
    [`Bearer ${key.slice(0, -1)}`, undefined],
    [`Bearer svc_${'-'.repeat(43)}`, undefined],
    [`Bearer ${'x'.repeat(10_000)}`, undefined],
    [undefined, undefined],
  ])('of %j', (header, expected) => {
    expect(keyFromHeader(header)).toBe(expected)
  })
})

it('hashes under the secret', () => {
  expect(hashKey('one', 'svc_x')).toMatch(/^[0-9a-f]{64}$/)
  expect(hashKey('one', 'svc_x')).not.toBe(hashKey('two', 'svc_x'))
})
