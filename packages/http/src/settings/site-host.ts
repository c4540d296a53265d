import type { IncomingHttpHeaders } from 'node:http'
import type { HandlerSettings } from './handler-settings.ts'

/** Everything that pages load and call, and where programs find it. None of it reads a session. */
const ANSWERED = [
  '/site/',
  '/assets/site/',
  '/widget/',
  '/discovery/',
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known/ai-catalog.json',
  '/.well-known/agent-skills/',
  '/mcp/{domain}/server-card',
]

interface Addresses {
  http: Pick<HandlerSettings, 'siteOrigin'>
  publicUrl(): string
}

/** Where pages are shown, without a trailing slash. */
export function siteOriginOf({ http, publicUrl }: Addresses): string {
  return http.siteOrigin ?? publicUrl()
}

/**
 * Whether a request came to the host that shows pages and nothing else. Ports count for nothing, because they count for
 * nothing with cookies.
 */
export function isSiteHost(
  { siteOrigin }: Pick<HandlerSettings, 'siteOrigin'>,
  headers: IncomingHttpHeaders,
) {
  return siteOrigin !== undefined && hostNameOf(headers.host) === hostNameOf(new URL(siteOrigin).host)
}

/** @param path of the route table */
export function isAnsweredForPages(path: string): boolean {
  return ANSWERED.some((start) => path.startsWith(start))
}

/** Undefined for what is no host. */
export function hostNameOf(host: string | undefined): string | undefined {
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return undefined
  const address = `http://${host}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : undefined
}
