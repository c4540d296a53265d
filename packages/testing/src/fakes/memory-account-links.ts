import type {
  AccountLink,
  AccountLinkDraft,
  Clock,
  MemberRole,
  OrganizationId,
  UserId,
} from '@docent/core/plugin'
import { newSecret } from './authenticator-app.ts'
import type { MemoryMemberships } from './memory-memberships.ts'

interface StoredLink {
  readonly link: AccountLink
  readonly secret: string
  readonly madeBy: UserId | undefined
  used: boolean
}

/** Links of accounts in memory, for tests. */
export class MemoryAccountLinks {
  readonly #links: StoredLink[] = []

  constructor(
    private readonly clock: Clock,
    private readonly members: MemoryMemberships,
  ) {}

  create(draft: AccountLinkDraft): { link: AccountLink; secret: string } {
    const { userId = null, note = null, madeBy, ...rest } = draft
    const id = `link-${this.#links.length + 1}`
    const link: AccountLink = { ...rest, id, userId, note, createdAt: this.clock.now() }
    const secret = newSecret()
    this.#links.push({ link, secret, madeBy, used: false })
    return { link, secret }
  }

  /** Those that work, newest first. */
  list(organization: OrganizationId): AccountLink[] {
    return this.#links
      .filter((one) => this.#works(one) && one.link.organizationId === organization)
      .map(({ link }) => link)
      .reverse()
  }

  find(secret: string): StoredLink | undefined {
    return this.#links.find((one) => one.secret === secret && this.#works(one))
  }

  revoke(organization: OrganizationId, id: string): boolean {
    const found = this.#links.find(({ link }) => link.id === id && link.organizationId === organization)
    if (!found || !this.#works(found)) return false
    found.used = true
    return true
  }

  #works({ link, madeBy, used }: StoredLink): boolean {
    if (used || this.clock.now() >= link.expiresAt) return false
    const { kind, organizationId, userId } = link
    if (madeBy !== undefined && this.#roleIn(organizationId, madeBy) !== 'owner') return false
    if (userId === null) return true
    if (kind === 'owner') return this.#roleIn(organizationId, userId) === 'owner'
    if (kind !== 'reset') return true
    const own = this.members.of(userId)
    return own.length > 0 && own.every((one) => one.organizationId === organizationId)
  }

  #roleIn(organization: OrganizationId, user: UserId): MemberRole | undefined {
    return this.members.of(user).find((one) => one.organizationId === organization)?.role
  }
}
