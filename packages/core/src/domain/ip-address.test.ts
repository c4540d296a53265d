import { describe, expect, it } from 'vitest'
import { isAddressRange, isInRanges, isPublicAddress, limitAddress } from './ip-address.ts'

describe('isInRanges', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.0/24', true],
    ['192.0.3.7', '192.0.2.0/24', false],
    ['::ffff:192.0.2.7', '192.0.2.0/24', true],
    ['192.0.2.7', '::ffff:192.0.2.0/120', true],
    ['192.0.3.7', '::ffff:192.0.2.0/120', false],
    ['2001:db8::1', '2001:db8::/32', true],
    ['2001:db8:0:0::1', '2001:0db8::1', true],
    ['2001:db9::1', '2001:db8::/32', false],
    ['192.0.2.7', '2001:db8::/32', false],
    ['fe80::1%eth0', 'fe80::/10', true],
    ['not an address', '0.0.0.0/0', false],
  ])('of %s in %s is %s', (address, range, expected) => {
    expect(isInRanges(address, [range])).toBe(expected)
  })
})

describe('limitAddress', () => {
  it('counts an IPv6 subscriber as one, by its /64', () => {
    expect(limitAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(limitAddress('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
    expect(limitAddress('2001:db8:1:3::9')).not.toBe('2001:db8:1:2::/64')
  })

  it('counts an IPv4 address as itself, mapped or not', () => {
    expect(limitAddress('192.0.2.7')).toBe('192.0.2.7')
    expect(limitAddress('::ffff:192.0.2.7')).toBe('192.0.2.7')
  })
})

it.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['::1', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['10.1', false],
  ['example.com', false],
])('%s as an address or a range: %s', (text, expected) => {
  expect(isAddressRange(text)).toBe(expected)
})

it.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['::7f00:1', false],
  ['::a9fe:a9fe', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['fe80::1%eth0', false],
  ['example.com', false],
])('%s as a public address: %s', (text, expected) => {
  expect(isPublicAddress(text)).toBe(expected)
})
