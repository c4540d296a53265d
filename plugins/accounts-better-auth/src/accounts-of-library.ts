import {
  type AccountLink,
  type AccountLinkDraft,
  type CallOptions,
  type ClientDetails,
  DocentError,
  type Member,
  type MemberRole,
  type Membership,
  type OrganizationId,
  type Resealed,
  type Session,
  type SignedIn,
  type UserId,
} from '@docent/core/plugin'
import type { AccountLinks } from './account-links.ts'
import type { AuthLibrary } from './auth-library.ts'
import type { Memberships } from './memberships.ts'
import { People } from './people.ts'

/** The half of the accounts that needs no password: links, members, and the library, opened when it is needed. */
export abstract class AccountsOfLibrary {
  #library: Promise<AuthLibrary> | undefined

  /** @param load imports the library: asked when it is first needed, and again after a failure. */
  constructor(
    protected readonly memberList: Memberships,
    protected readonly accountLinks: AccountLinks,
    private readonly load: () => Promise<AuthLibrary>,
  ) {}

  abstract session(token: string, options?: CallOptions): Promise<Session | undefined>

  async hasOwner(organization: OrganizationId, options?: CallOptions): Promise<boolean> {
    options?.signal?.throwIfAborted()
    return this.memberList.hasOwner(organization)
  }

  async createLink(draft: AccountLinkDraft, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return this.accountLinks.create(draft)
  }

  async links(organization: OrganizationId, options?: CallOptions): Promise<AccountLink[]> {
    options?.signal?.throwIfAborted()
    return this.accountLinks.list(organization)
  }

  async findLink(secret: string, options?: CallOptions): Promise<AccountLink | undefined> {
    options?.signal?.throwIfAborted()
    return this.accountLinks.find(secret)
  }

  async revokeLink(organization: OrganizationId, id: string, options?: CallOptions): Promise<boolean> {
    options?.signal?.throwIfAborted()
    return this.accountLinks.revoke(organization, id)
  }

  async memberships(user: UserId, options?: CallOptions): Promise<readonly Membership[]> {
    options?.signal?.throwIfAborted()
    return this.memberList.of(user)
  }

  async members(organization: OrganizationId, options?: CallOptions): Promise<Member[]> {
    const people = await this.people(options)
    const rows = await this.memberList.list(organization)
    const accounts = await people.accounts(rows.map((row) => row.user_id))
    return rows.flatMap((row) => {
      const account = accounts.get(row.user_id)
      return account ? [{ ...account, role: row.role, joinedAt: row.joined_at }] : []
    })
  }

  async changeRole(
    organization: OrganizationId,
    user: UserId,
    role: MemberRole,
    options?: CallOptions,
  ): Promise<boolean> {
    options?.signal?.throwIfAborted()
    return this.memberList.change(organization, user, role)
  }

  async removeMember(organization: OrganizationId, user: UserId, options?: CallOptions): Promise<boolean> {
    const people = await this.people(options)
    if (!(await this.memberList.remove(organization, user))) return false
    if ((await this.memberList.of(user)).length > 0) return true
    await this.accountLinks.forgetUser(user)
    await people.remove(user)
    return true
  }

  async resealSecondFactors(options?: CallOptions): Promise<Resealed> {
    return (await this.open(options)).resealSecondFactors()
  }

  protected async begin(user: string, client: ClientDetails): Promise<SignedIn> {
    const { context } = await this.open()
    const { token } = await context.internalAdapter.createSession(user, false, {
      ipAddress: client.ip,
      userAgent: client.userAgent ?? '',
    })
    return this.signedIn(token)
  }

  protected async signedIn(token: string): Promise<SignedIn> {
    const session = await this.session(token)
    if (session) return { token, session }
    throw new DocentError('unavailable', 'The session ended immediately. Sign in again.', {
      isRetryable: true,
    })
  }

  protected async people(options?: CallOptions): Promise<People> {
    return new People(await this.open(options))
  }

  protected async open(options?: CallOptions): Promise<AuthLibrary> {
    options?.signal?.throwIfAborted()
    this.#library ??= this.load().catch((error: unknown) => {
      this.#library = undefined
      throw error
    })
    const library = await this.#library
    options?.signal?.throwIfAborted()
    return library
  }
}
