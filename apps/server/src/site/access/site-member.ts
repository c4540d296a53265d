import { type Project, userId } from '@docent/core'
import { roleIn } from '../../api/actor.ts'
import type { PublicCall } from '../../requests/operation.ts'
import { isSiteHost } from '../site-host.ts'
import { type MemberAccessKind, memberAccessOf, memberOf } from './member-access.ts'

/** Whether the reader belongs to the organization of the project: members read what is not public. */
export async function belongs(project: Project, name: string, call: PublicCall): Promise<boolean> {
  const { services, headers } = call
  if (headers.cookie === undefined) return false
  if (!isSiteHost(services.http, headers)) return (await signedInMember(project, call)) !== undefined
  const given = memberAccessOf(headers)
  return (await isMemberBy(project, { kind: 'stay', name, given }, call)) !== undefined
}

/** The member whose session the request carries. */
export async function signedInMember(
  project: Project,
  { services, headers, signal }: PublicCall,
): Promise<string | undefined> {
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
): Promise<string | undefined> {
  const { accounts, clock, settings } = services
  const user = memberOf(settings.secrets, kind, { name, given, now: clock.now() })
  if (user === undefined || accounts === undefined) return undefined
  const memberships = await accounts.memberships(userId(user), { signal })
  const isMember = memberships.some(({ organizationId }) => organizationId === project.organizationId)
  return isMember ? user : undefined
}
