import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address as sockets, headers and operators write it: an IPv4-mapped IPv6 address is the IPv4 one. */
export function parseAddress(text: string): Address | undefined {
  const bare = withoutZone(text)
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

/** True for a single address or a CIDR range, of either family. */
export function isAddressRange(text: string): boolean {
  if (!text.includes('/')) return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return ipaddr.isValidCIDR(text)
}

/** True when the address lies in one of the ranges. An address that cannot be read lies in none. */
export function isInRanges(text: string, ranges: readonly string[]): boolean {
  const address = parseAddress(text)
  return address !== undefined && ranges.some((range) => isInRange(address, range))
}

/** False for an address of a private network, of this machine, link-local, multicast, reserved, or none at all. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  return address?.range() === 'unicast' && !isInRange(address, IPV4_COMPATIBLE)
}

/** `::127.0.0.1` and the like, which some systems still take for the IPv4 address: RFC 4291, 2.5.5.1. */
const IPV4_COMPATIBLE = '::/96'

/** What limits count an address by: IPv6 by its /64, because one subscriber has all of it. */
export function limitAddress(text: string): string {
  const address = parseAddress(text)
  if (address === undefined) return text
  if (address instanceof ipaddr.IPv4) return address.toString()
  const [a, b, c, d] = address.parts.map((part) => part.toString(16))
  return `${a}:${b}:${c}:${d}::/64`
}

function isInRange(address: Address, range: string): boolean {
  if (!range.includes('/')) {
    const single = parseAddress(range)
    return single !== undefined && single.toNormalizedString() === address.toNormalizedString()
  }
  if (!ipaddr.isValidCIDR(range)) return false
  const [network, bits] = ipaddr.parseCIDR(range)
  // ::ffff:10.0.0.0/104 written by an operator means the IPv4 range.
  if (network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress()) {
    return address instanceof ipaddr.IPv4 && address.match(network.toIPv4Address(), Math.max(0, bits - 96))
  }
  return address.kind() === network.kind() && address.match(network, bits)
}

/** Whether every address of a range, or the single address, lies in another range. */
export function isRangeWithin(inner: string, outer: string): boolean {
  const [first = '', bits] = inner.split('/')
  if (!isInRanges(first, [outer])) return false
  return bits === undefined || prefixOf(inner) >= prefixOf(outer)
}

/** Bits that all addresses of a range share; those of an IPv4-mapped range count as of the IPv4 one. */
function prefixOf(range: string): number {
  if (!range.includes('/')) return 128
  const [network, bits] = ipaddr.parseCIDR(range)
  return network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() ? Math.max(0, bits - 96) : bits
}

/** Link-local addresses carry the interface: `fe80::1%eth0`. */
function withoutZone(text: string): string {
  const zone = text.indexOf('%')
  return zone === -1 ? text : text.slice(0, zone)
}
