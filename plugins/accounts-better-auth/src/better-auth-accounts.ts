import {
  type Account,
  type AccountLink,
  type AccountLinkDraft,
  type Accounts,
  type CallOptions,
  type ClientDetails,
  type Credentials,
  DocentError,
  type Member,
  type MemberRole,
  type Membership,
  type OrganizationId,
  type PersonDetails,
  type SecondFactorCode,
  type SecondFactorSetup,
  type Session,
  type SignedIn,
  type SignInOutcome,
  type UserId,
  userId,
} from '@docent/core'
import type { AccountLinks } from './account-links.ts'
import type { AuthLibrary } from './auth-library.ts'
import { clientHeaders, cookieHeaders, cookieOf, sessionCookie, sessionTokenOf } from './library-cookies.ts'
import { refusalOf } from './map-error.ts'
import type { Memberships } from './memberships.ts'
import { People } from './people.ts'

/** The cookie by which the library knows a sign-in that waits for a code. */
const CHALLENGE_COOKIE = 'two_factor'

/** Accounts by better-auth: passwords, sessions and second factors are its own, members and links are Docent's. */
export class BetterAuthAccounts implements Accounts {
  #library: Promise<AuthLibrary> | undefined

  /** @param load imports the library: asked when it is first needed, and again after a failure. */
  constructor(
    private readonly memberList: Memberships,
    private readonly accountLinks: AccountLinks,
    private readonly load: () => Promise<AuthLibrary>,
  ) {}

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

  async join(
    secret: string,
    person: PersonDetails & { readonly as?: UserId },
    client: ClientDetails,
    options?: CallOptions,
  ): Promise<SignedIn | undefined> {
    const people = await this.#people(options)
    const link = this.accountLinks.find(secret)
    if (link === undefined || link.kind === 'reset') return undefined
    const known = person.as ?? link.userId ?? undefined
    if (known === undefined) await people.assertFree(person.email)
    if (!this.accountLinks.use(link.id)) return undefined
    let user: string
    try {
      user = known ?? (await people.create(person))
      this.memberList.add(link.organizationId, user, link.role)
    } catch (error) {
      this.accountLinks.giveBack(link.id)
      throw error
    }
    return this.#begin(user, client)
  }

  async resetPassword(secret: string, password: string, options?: CallOptions): Promise<UserId | undefined> {
    const people = await this.#people(options)
    const link = this.accountLinks.find(secret)
    if (link?.kind !== 'reset' || link.userId === null || !this.accountLinks.use(link.id)) return undefined
    try {
      await people.setPassword(link.userId, password)
      await people.removeSecondFactor(link.userId)
    } catch (error) {
      this.accountLinks.giveBack(link.id)
      throw error
    }
    await people.endSessions(link.userId)
    return link.userId
  }

  async signIn(
    credentials: Credentials,
    client: ClientDetails,
    options?: CallOptions,
  ): Promise<SignInOutcome | undefined> {
    const { api, context } = await this.#open(options)
    const reply = await refused(() =>
      api.signInEmail({
        body: { email: credentials.email.trim(), password: credentials.password },
        headers: clientHeaders(client),
        returnHeaders: true,
      }),
    )
    if (reply === undefined) return undefined
    if ('token' in reply.response && typeof reply.response.token === 'string')
      return { kind: 'signed-in', ...(await this.#signedIn(reply.response.token)) }
    const challenge = cookieOf(reply.headers, CHALLENGE_COOKIE)
    const found = await context.internalAdapter.findUserByEmail(credentials.email.trim().toLowerCase())
    if (challenge === undefined || !found) return undefined
    return { kind: 'second-factor', challenge, userId: userId(found.user.id) }
  }

  async answerChallenge(
    challenge: string,
    { kind, code }: SecondFactorCode,
    client: ClientDetails,
    options?: CallOptions,
  ): Promise<SignedIn | undefined> {
    const { api } = await this.#open(options)
    const headers = cookieHeaders(CHALLENGE_COOKIE, challenge, client)
    const body = { code: code.trim() }
    const token = await refused(async () =>
      kind === 'totp'
        ? (await api.verifyTOTP({ body, headers, returnHeaders: true })).response.token
        : (await api.verifyBackupCode({ body, headers })).token,
    )
    return token === undefined ? undefined : this.#signedIn(token)
  }

  async session(token: string, options?: CallOptions): Promise<Session | undefined> {
    const library = await this.#open(options)
    const headers = sessionCookie(library, token)
    const found = await library.api.getSession({ headers })
    if (!found) return undefined
    const account = await new People(library).account(found.user.id)
    if (account === undefined) return undefined
    return {
      id: found.session.id,
      account,
      memberships: this.memberList.of(found.user.id),
      createdAt: found.session.createdAt.getTime(),
      expiresAt: found.session.expiresAt.getTime(),
    }
  }

  async signOut(token: string, options?: CallOptions): Promise<void> {
    const { context } = await this.#open(options)
    await context.internalAdapter.deleteSession(token)
  }

  async signOutEverywhere(user: UserId, options?: CallOptions): Promise<void> {
    await (await this.#people(options)).endSessions(user)
  }

  async changeDetails(
    user: UserId,
    details: Pick<PersonDetails, 'name' | 'email'>,
    options?: CallOptions,
  ): Promise<Account> {
    return (await this.#people(options)).change(user, details)
  }

  async checkPassword(user: UserId, password: string, options?: CallOptions): Promise<boolean> {
    return (await this.#people(options)).checkPassword(user, password)
  }

  async setPassword(user: UserId, password: string, keep: string, options?: CallOptions): Promise<void> {
    const people = await this.#people(options)
    await people.setPassword(user, password)
    await people.endSessions(user, keep)
  }

  async beginSecondFactor(
    token: string,
    password: string,
    options?: CallOptions,
  ): Promise<SecondFactorSetup | undefined> {
    const library = await this.#open(options)
    const setup = await refused(() =>
      library.api.enableTwoFactor({
        body: { password, method: 'totp' },
        headers: sessionCookie(library, token),
      }),
    )
    if (setup?.totpURI === undefined) return undefined
    return { uri: setup.totpURI, backupCodes: setup.backupCodes ?? [] }
  }

  async confirmSecondFactor(token: string, code: string, options?: CallOptions): Promise<string | undefined> {
    const library = await this.#open(options)
    const headers = sessionCookie(library, token)
    const reply = await refused(() =>
      library.api.verifyTOTP({ body: { code: code.trim() }, headers, returnHeaders: true }),
    )
    // The first confirmation replaces the session, later ones leave it.
    return reply && (sessionTokenOf(library, reply.headers) ?? token)
  }

  async removeSecondFactor(token: string, password: string, options?: CallOptions): Promise<boolean> {
    const people = await this.#people(options)
    const account = (await this.session(token))?.account
    if (!account || !(await people.checkPassword(account.id, password))) return false
    await people.removeSecondFactor(account.id)
    return true
  }

  async memberships(user: UserId, options?: CallOptions): Promise<readonly Membership[]> {
    options?.signal?.throwIfAborted()
    return this.memberList.of(user)
  }

  async members(organization: OrganizationId, options?: CallOptions): Promise<Member[]> {
    const people = await this.#people(options)
    const rows = this.memberList.list(organization)
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
    const people = await this.#people(options)
    if (!this.memberList.remove(organization, user)) return false
    if (this.memberList.of(user).length > 0) return true
    this.accountLinks.forgetUser(user)
    await people.remove(user)
    return true
  }

  async #begin(user: string, client: ClientDetails): Promise<SignedIn> {
    const { context } = await this.#open()
    const { token } = await context.internalAdapter.createSession(user, false, {
      ipAddress: client.ip,
      userAgent: client.userAgent ?? '',
    })
    return this.#signedIn(token)
  }

  async #signedIn(token: string): Promise<SignedIn> {
    const session = await this.session(token)
    if (session) return { token, session }
    throw new DocentError('unavailable', 'The session ended at once. Sign in again.', { isRetryable: true })
  }

  async #people(options?: CallOptions): Promise<People> {
    return new People(await this.#open(options))
  }

  async #open(options?: CallOptions): Promise<AuthLibrary> {
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

/** What an endpoint of the library answers; undefined when it refuses what a person typed. */
async function refused<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await call()
  } catch (error) {
    if (refusalOf(error) === undefined) throw error
    return undefined
  }
}
