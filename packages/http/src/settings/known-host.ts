import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { DocentError } from '@docent/core/plugin'
import type { HandlerSettings } from './handler-settings.ts'
import { hostNameOf } from './site-host.ts'

/** What a browser opens, or calls with the cookie of a person. The rest of the API asks for a key, under any name. */
const FOR_BROWSERS = /^\/(?:$|dashboard(?:\/|$)|assets\/|site\/|pulls\/|reference$|api\/)/

interface Names {
  http: Pick<HandlerSettings, 'publicUrl' | 'siteOrigin' | 'host' | 'hosts'>
  publicUrl(): string
}

/**
 * Refuses pages under a name that nobody gave this server. Otherwise a website could lead its own name to this server,
 * and read pages and keys as if they were its own.
 *
 * @param path of the route table
 * @throws DocentError `forbidden`
 */
export function assertKnownHost(
  names: Names,
  path: string,
  { headers }: Pick<IncomingMessage, 'headers'>,
): void {
  if (!FOR_BROWSERS.test(path)) return
  // Pages on a host of their own: every other name leads there, and shows nothing.
  if (path.startsWith('/site/') && names.http.siteOrigin !== undefined) return
  // Programs with a key are no website's.
  if (path.startsWith('/api/') && headers.authorization !== undefined) return
  if (headers.host === undefined || isKnownHost(names, headers.host)) return
  throw new DocentError(
    'forbidden',
    `This server does not answer for ${hostNameOf(headers.host) ?? 'this name'}. If the name is yours, set DOCENT_URL to the address that people open, or add the name to DOCENT_HOSTS, and restart Docent. A proxy in front of Docent must pass on the Host header.`,
  )
}

export function isKnownHost({ http, publicUrl }: Names, host: string): boolean {
  const name = nameOf(host)
  if (name === undefined) return false
  if (isLocal(name)) return true
  const own = [publicUrl(), http.publicUrl, http.siteOrigin].filter((each) => each !== undefined)
  const known = [...own.map((each) => new URL(each).host), http.host, ...http.hosts]
  return known.some((each) => nameOf(each) === name)
}

/**
 * The name that people opened, where a trusted proxy says so. A proxy that passes on `Host` says it there: what else
 * comes with it, a client may have written.
 */
export function readForwardedHost(
  { headers }: Pick<IncomingMessage, 'headers'>,
  trustedProxies: number,
): void {
  const given = headers['x-forwarded-host']
  const inner = nameOf(headers.host)
  if (trustedProxies === 0 || given === undefined || inner === undefined) return
  if (!isLocal(inner) && !/^[^.]+$|\.(?:internal|local)$/.test(inner)) return
  const names = String(given).split(',')
  const name = names[Math.max(0, names.length - trustedProxies)]?.trim()
  if (name !== undefined && name !== '') headers.host = name
}

/** Addresses of IP and localhost are no names that somebody else could lead here. */
function isLocal(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0 || name === 'localhost' || name.endsWith('.localhost')
}

function nameOf(host: string | undefined): string | undefined {
  return hostNameOf(host)?.toLowerCase()
}
