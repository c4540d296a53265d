import { type Permission, permissionsOfRole, permissionsOfScopes, type Reach } from '@docent/core'
import type { Actor, MemberRole, OrganizationId, Session, UserId } from '@docent/core/plugin'

/** The member who acts; undefined for a key, which belongs to no member. */
export function personIdOf(actor: Actor): UserId | undefined {
  return actor.kind === 'member' ? actor.session.account.id : undefined
}

/** What the actor may do in one organization; undefined when the actor has nothing to do with it. */
export function permissionsIn(actor: Actor, organization: OrganizationId): readonly Permission[] | undefined {
  if (actor.kind === 'nobody') return undefined
  if (actor.kind === 'member') {
    const role = roleIn(actor.session, organization)
    return role && permissionsOfRole(role)
  }
  return actor.key.organizationId === organization ? permissionsOfScopes(actor.key.scopes) : undefined
}

/** The role of a signed-in person in an organization; undefined for somebody who is no member. */
export function roleIn({ memberships }: Session, organization: OrganizationId): MemberRole | undefined {
  return memberships.find((one) => one.organizationId === organization)?.role
}

/** The organizations and projects that the actor may see, in the order in which a default is chosen. */
export function reachesOf(actor: Actor): readonly Reach[] {
  if (actor.kind === 'nobody') return []
  if (actor.kind === 'key') return [actor.key]
  return actor.session.memberships.map(({ organizationId }) => ({
    kind: 'admin',
    organizationId,
    projectIds: [],
  }))
}
