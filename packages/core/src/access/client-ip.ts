import { parseAddress } from '../domain/ip-address.ts'

/** How a request came in. */
export interface ClientAddressSource {
  /** The peer of the socket. */
  socketAddress: string | undefined
  /** `X-Forwarded-For`, all values joined by commas. */
  forwardedFor: string | undefined
  /** Proxies in front of the server that add to the header, each one address; 0 ignores it. */
  trustedProxies: number
}

/** When nothing is known: such requests share one counter. */
const UNKNOWN = '0.0.0.0'

/**
 * The client's address. Each trusted proxy appends the address it was called from, so that with n of them the
 * client is the n-th entry from the right; anyone may have written the entries to the left of it.
 */
export function clientIp({ socketAddress, forwardedFor, trustedProxies }: ClientAddressSource): string {
  const peer = parseAddress(socketAddress ?? '')?.toString() ?? UNKNOWN
  if (trustedProxies === 0 || forwardedFor === undefined) return peer
  let client = peer
  const hops = forwardedFor.split(',').reverse().slice(0, trustedProxies)
  for (const hop of hops) {
    const address = parseAddress(withoutPort(hop.trim()))
    // `unknown` and obfuscated names (RFC 7239) say nothing: the nearest hop that is known stands for them.
    if (address === undefined) return client
    client = address.toString()
  }
  return client
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711`, as some proxies write them. */
function withoutPort(hop: string): string {
  if (hop.startsWith('[')) return hop.slice(1, Math.max(1, hop.indexOf(']')))
  const colon = hop.indexOf(':')
  return colon !== -1 && colon === hop.lastIndexOf(':') ? hop.slice(0, colon) : hop
}
