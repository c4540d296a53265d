import {
  type Clock,
  DocentError,
  type MemberRole,
  type Membership,
  type OrganizationId,
  type UserId,
} from '@docent/core/plugin'

interface StoredMember {
  readonly organizationId: OrganizationId
  readonly user: UserId
  role: MemberRole
  readonly joinedAt: number
}

const RANK: Readonly<Record<MemberRole, number>> = { viewer: 0, editor: 1, owner: 2 }

/** Members of organizations in memory, for tests. */
export class MemoryMemberships {
  #members: StoredMember[] = []

  constructor(private readonly clock: Clock) {}

  of(user: UserId): Membership[] {
    return this.#members
      .filter((one) => one.user === user)
      .map(({ organizationId, role }) => ({ organizationId, role }))
  }

  list(organization: OrganizationId): readonly StoredMember[] {
    return this.#members.filter((one) => one.organizationId === organization)
  }

  /** Makes the person a member, or raises the role of one. */
  add(organizationId: OrganizationId, user: UserId, role: MemberRole): void {
    const known = this.#find(organizationId, user)
    if (!known) this.#members.push({ organizationId, user, role, joinedAt: this.clock.now() })
    else if (RANK[known.role] < RANK[role]) known.role = role
  }

  change(organization: OrganizationId, user: UserId, role: MemberRole): boolean {
    const member = this.#find(organization, user)
    if (!member) return false
    if (role !== 'owner') this.#keepAnOwner(member)
    member.role = role
    return true
  }

  remove(organization: OrganizationId, user: UserId): boolean {
    const member = this.#find(organization, user)
    if (!member) return false
    this.#keepAnOwner(member)
    this.#members = this.#members.filter((one) => one !== member)
    return true
  }

  #find(organization: OrganizationId, user: UserId): StoredMember | undefined {
    return this.list(organization).find((one) => one.user === user)
  }

  #keepAnOwner(member: StoredMember): void {
    if (member.role !== 'owner') return
    const others = this.list(member.organizationId).filter((one) => one.role === 'owner' && one !== member)
    if (others.length === 0) throw new DocentError('conflict', 'This is the last owner.')
  }
}
