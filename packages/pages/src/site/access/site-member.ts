import { type Project, type UserId, userId } from '@docent/core/plugin'
import type { PublicCall } from '@docent/http'
import { isSiteHost, roleIn } from '@docent/http'
import { type MemberAccessKind, memberAccessOf, memberOf } from './member-access.ts'

/** The reader, who belongs to the organization of the project: members read what is not public. */
export async function readingMember(
  project: Project,
  name: string,
  call: PublicCall,
): Promise<UserId | undefined> {
  const { services, headers } = call
  if (headers.cookie === undefined) return undefined
  if (!isSiteHost(services.http, headers)) return signedInMember(project, call)
  const given = memberAccessOf(headers)
  return isMemberBy(project, { kind: 'stay', name, given }, call)
}

/** The member whose session the request carries. */
export async function signedInMember(
  project: Project,
  { services, headers, signal }: PublicCall,
): Promise<UserId | undefined> {
  if (headers.cookie === undefined) return undefined
  const found = await services.signedIn.read(headers, signal)
  const isMember = found !== undefined && roleIn(found.session, project.organizationId) !== undefined
  return isMember ? found.session.account.id : undefined
}

/** The member whom a secret was made for. Whoever has left the organization since is none. */
export async function isMemberBy(
  project: Project,
  { kind, name, given }: { kind: MemberAccessKind; name: string; given: string | undefined },
  { services, signal }: PublicCall,
): Promise<UserId | undefined> {
  const { accounts, clock, settings } = services
  const found = memberOf(settings.secrets, kind, { name, given, now: clock.now() })
  if (found === undefined || accounts === undefined) return undefined
  const user = userId(found)
  const memberships = await accounts.memberships(user, { signal })
  const isMember = memberships.some(({ organizationId }) => organizationId === project.organizationId)
  return isMember ? user : undefined
}
