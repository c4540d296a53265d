import type { Project, Reply } from '@docent/core/plugin'
import type { PublicCall } from '@docent/http'
import { isSiteHost, siteOriginOf } from '@docent/http'
import { memberAccess, memberCookie } from './access/member-access.ts'
import { isMemberBy, signedInMember } from './access/site-member.ts'

export interface SiteQuery {
  ask?: string | undefined
  access?: string | undefined
  side?: 'before' | 'after' | undefined
  entry?: string | undefined
}

interface Destination {
  /** Undefined where there is no site: the way is the same. */
  project: Project | undefined
  /** As the path has it: the domain of a project, with the id of a preview behind it. */
  name: string
  /** What follows the name, decoded. */
  rest: string
}

/**
 * The way to the origin of pages, for requests that came to another host, and for members who come from there with a
 * secret that is a cookie from then on. Undefined for whoever is where the pages are.
 */
export async function leadToSite(
  call: PublicCall<SiteQuery>,
  { project, name, rest }: Destination,
): Promise<Reply | undefined> {
  const { services, headers, query } = call
  const { http, settings, clock } = services
  if (http.siteOrigin === undefined) return undefined
  const { entry, ...kept } = query
  const path = siteAddress(name, rest)
  const now = clock.now()
  const [secret = ''] = settings.secrets
  if (!isSiteHost(http, headers)) {
    const user = project && isName(name) ? await signedInMember(project, call) : undefined
    const own = user === undefined ? {} : { entry: memberAccess(secret, 'entry', { name, user, now }) }
    return away(http.siteOrigin + withQuery(path, { ...kept, ...own }))
  }
  const user = project && (await isMemberBy(project, { kind: 'entry', name, given: entry }, call))
  if (user === undefined) return undefined
  const access = memberAccess(secret, 'stay', { name, user, now })
  const cookie = memberCookie(access, `/site/${name}`, siteOriginOf(services))
  return away(withQuery(path, kept), { 'Set-Cookie': cookie })
}

/** Where a reader who found nothing finds the dashboard and, as a member, the page: both are on another host here. */
export function waysOut(
  { services, headers }: PublicCall,
  { name, rest }: Omit<Destination, 'project'>,
): { home?: string; entrance?: string } {
  if (!isSiteHost(services.http, headers)) return {}
  const home = services.publicUrl()
  return { home, entrance: home + siteAddress(name, rest) }
}

/** Made of decoded parts, never of what the request has as its target: that may be a whole address. */
export function siteAddress(name: string, rest: string): string {
  const segments = [name, ...rest.split('/')].map((each) => encodeURIComponent(each).replaceAll('%40', '@'))
  return `/site/${segments.join('/')}`
}

function withQuery(path: string, query: SiteQuery): string {
  const given = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** Nothing that keeps addresses learns the secret of a member. */
function away(Location: string, further: Readonly<Record<string, string>> = {}): Reply {
  const headers = { Location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', ...further }
  return { kind: 'empty', status: 303, headers }
}

/** What can be a site: it becomes the path of a cookie. */
function isName(name: string): boolean {
  return /^[\w-]+(@[\w-]+)?$/.test(name)
}
