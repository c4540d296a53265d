import {
  type Account,
  type AccountLink,
  type AccountLinkDraft,
  type Accounts,
  type Admission,
  type CallOptions,
  type ClientDetails,
  type Clock,
  type Credentials,
  DocentError,
  defined,
  type ExternalIdentity,
  type Member,
  type MemberRole,
  type Membership,
  type OrganizationId,
  type PersonDetails,
  type Resealed,
  type SecondFactorCode,
  type SecondFactorSetup,
  type Session,
  type SignedIn,
  type SignInOutcome,
  type UserId,
  userId,
} from '@docent/core/plugin'
import { newSecret } from './authenticator-app.ts'
import { MemoryAccountLinks } from './memory-account-links.ts'
import { MemoryIdentities } from './memory-identities.ts'
import { MemoryMemberships } from './memory-memberships.ts'
import { MemoryPeople, type MemoryPerson, normal, takeCode } from './memory-people.ts'

const SESSION_MS = 30 * 24 * 60 * 60_000

/** Accounts in memory, for tests. Passwords are kept as they are. */
export class MemoryAccounts implements Accounts {
  protected readonly people = new MemoryPeople()
  protected readonly accountLinks: MemoryAccountLinks
  protected readonly memberList: MemoryMemberships
  protected readonly sessions = new Map<string, { id: string; user: UserId; createdAt: number }>()
  protected readonly challenges = new Map<string, UserId>()
  protected readonly identities = new MemoryIdentities()
  #ids = 0

  constructor(protected readonly clock: Clock) {
    this.memberList = new MemoryMemberships(clock)
    this.accountLinks = new MemoryAccountLinks(clock, this.memberList)
  }

  async hasOwner(organization: OrganizationId): Promise<boolean> {
    return this.memberList.list(organization).some(({ role }) => role === 'owner')
  }

  async createLink(draft: AccountLinkDraft, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return this.accountLinks.create(draft)
  }

  async links(organization: OrganizationId): Promise<AccountLink[]> {
    return this.accountLinks.list(organization)
  }

  async findLink(secret: string): Promise<AccountLink | undefined> {
    return this.accountLinks.find(secret)?.link
  }

  async revokeLink(organization: OrganizationId, id: string): Promise<boolean> {
    return this.accountLinks.revoke(organization, id)
  }

  async join(
    secret: string,
    person: PersonDetails & { readonly as?: UserId },
    _client: ClientDetails,
    options?: CallOptions,
  ): Promise<SignedIn | undefined> {
    options?.signal?.throwIfAborted()
    const found = this.accountLinks.find(secret)
    if (!found || found.link.kind === 'reset') return undefined
    const user = person.as ?? found.link.userId ?? this.#create(person)
    found.used = true
    this.memberList.add(found.link.organizationId, user, found.link.role)
    return this.#begin(user)
  }

  async resetPassword(secret: string, password: string): Promise<UserId | undefined> {
    const found = this.accountLinks.find(secret)
    if (found?.link.kind !== 'reset' || found.link.userId === null) return undefined
    found.used = true
    const user = found.link.userId
    this.#setPassword(user, password)
    await this.#dropSecondFactor(user)
    await this.signOutEverywhere(user)
    return user
  }

  async signIn({ email, password }: Credentials): Promise<SignInOutcome | undefined> {
    const person = this.people.byEmail(email)
    if (person?.password === undefined || person.password !== password) return undefined
    const { id, hasSecondFactor } = person.account
    if (!hasSecondFactor) return { kind: 'signed-in', ...(await this.#begin(id)) }
    const challenge = newSecret()
    this.challenges.set(challenge, id)
    return { kind: 'second-factor', challenge, userId: id }
  }

  async answerChallenge(challenge: string, { kind, code }: SecondFactorCode): Promise<SignedIn | undefined> {
    const user = this.challenges.get(challenge)
    const factor = user && this.people.get(user)?.secondFactor
    if (user === undefined || !factor) return undefined
    const isRight = kind === 'totp' ? takeCode(factor, code) : factor.backupCodes.delete(code)
    if (!isRight) return undefined
    this.challenges.delete(challenge)
    return this.#begin(user)
  }

  async findByIdentity(identity: ExternalIdentity): Promise<Account | undefined> {
    const user = this.identities.find(identity)
    return user && this.people.get(user)?.account
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    return this.people.byEmail(email)?.account
  }

  async connectIdentity(user: UserId, identity: ExternalIdentity): Promise<void> {
    this.identities.connect(identity, user)
    const person = this.people.need(user)
    person.account = { ...person.account, hasIdentity: true }
  }

  async signInByIdentity(identity: ExternalIdentity): Promise<SignedIn | undefined> {
    const user = this.identities.find(identity)
    return user === undefined ? undefined : this.#begin(user)
  }

  async admit(admission: Admission, _client: ClientDetails, options?: CallOptions): Promise<SignedIn> {
    options?.signal?.throwIfAborted()
    const { as, identity, organizationId, role } = admission
    this.identities.assertFree(identity, as)
    const user = as ?? this.#create(admission)
    await this.connectIdentity(user, identity)
    this.memberList.add(organizationId, user, role)
    return this.#begin(user)
  }

  async session(token: string): Promise<Session | undefined> {
    const found = this.sessions.get(token)
    const person = found && this.people.get(found.user)
    if (!found || !person) return undefined
    return {
      id: found.id,
      account: person.account,
      memberships: this.memberList.of(found.user),
      createdAt: found.createdAt,
      expiresAt: found.createdAt + SESSION_MS,
    }
  }

  async signOut(token: string): Promise<void> {
    this.sessions.delete(token)
  }

  async signOutEverywhere(user: UserId): Promise<void> {
    this.#endSessions(user)
  }

  async changeDetails(
    user: UserId,
    { name, email }: Pick<PersonDetails, 'name' | 'email'>,
  ): Promise<Account> {
    const person = this.people.need(user)
    this.people.assertFree(email, user)
    person.account = {
      ...person.account,
      ...defined({ name }),
      ...(email === undefined ? {} : { email: normal(email) }),
    }
    return person.account
  }

  async checkPassword(user: UserId, password: string): Promise<boolean> {
    const known = this.people.get(user)?.password
    return known !== undefined && known === password
  }

  async setPassword(user: UserId, password: string, keep: string): Promise<void> {
    this.#setPassword(user, password)
    this.#endSessions(user, keep)
  }

  async beginSecondFactor(token: string, password: string): Promise<SecondFactorSetup | undefined> {
    const person = this.#ofToken(token)
    if (person?.password !== password) return undefined
    const secret = newSecret()
    const backupCodes = [1, 2, 3].map(() => newSecret().slice(0, 10))
    person.secondFactor = { secret, backupCodes: new Set(backupCodes), usedCodes: new Set() }
    return { uri: `otpauth://totp/Docent?secret=${secret}`, backupCodes }
  }

  async confirmSecondFactor(token: string, code: string): Promise<string | undefined> {
    const person = this.#ofToken(token)
    if (!person?.secondFactor || !takeCode(person.secondFactor, code)) return undefined
    person.account = { ...person.account, hasSecondFactor: true }
    this.sessions.delete(token)
    return (await this.#begin(person.account.id)).token
  }

  async removeSecondFactor(token: string, password: string): Promise<boolean> {
    const person = this.#ofToken(token)
    if (person?.password !== password) return false
    await this.#dropSecondFactor(person.account.id)
    return true
  }

  async memberships(user: UserId): Promise<readonly Membership[]> {
    return this.memberList.of(user)
  }

  async members(organization: OrganizationId): Promise<Member[]> {
    return this.memberList
      .list(organization)
      .map(({ user, role, joinedAt }) => ({ ...this.people.need(user).account, role, joinedAt }))
  }

  async resealSecondFactors(): Promise<Resealed> {
    return { resealed: 0, lost: 0 }
  }

  async changeRole(organization: OrganizationId, user: UserId, role: MemberRole): Promise<boolean> {
    return this.memberList.change(organization, user, role)
  }

  async removeMember(organization: OrganizationId, user: UserId): Promise<boolean> {
    if (!this.memberList.remove(organization, user)) return false
    if (this.memberList.of(user).length > 0) return true
    this.people.delete(user)
    this.identities.forget(user)
    this.#endSessions(user)
    return true
  }

  async #begin(user: UserId): Promise<SignedIn> {
    const token = newSecret()
    this.sessions.set(token, { id: this.#id('session'), user, createdAt: this.clock.now() })
    const session = await this.session(token)
    if (!session) throw new DocentError('not_found', 'There is no such account.')
    return { token, session }
  }

  #create({ name = 'Owner', email, password }: PersonDetails): UserId {
    this.people.assertFree(email)
    const id = userId(this.#id('user'))
    const account: Account = {
      id,
      name,
      email: email === undefined ? null : normal(email),
      hasPassword: password !== undefined,
      hasSecondFactor: false,
      hasIdentity: false,
      createdAt: this.clock.now(),
    }
    this.people.set(id, { account, ...defined({ password }) })
    return id
  }

  #ofToken(token: string): MemoryPerson | undefined {
    const session = this.sessions.get(token)
    return session && this.people.get(session.user)
  }

  #setPassword(user: UserId, password: string): void {
    const person = this.people.need(user)
    person.password = password
    person.account = { ...person.account, hasPassword: true }
  }

  async #dropSecondFactor(user: UserId): Promise<void> {
    const person = this.people.need(user)
    delete person.secondFactor
    person.account = { ...person.account, hasSecondFactor: false }
  }

  #endSessions(user: UserId, keep?: string): void {
    for (const [challenge, of] of this.challenges) if (of === user) this.challenges.delete(challenge)
    for (const [token, session] of this.sessions)
      if (session.user === user && token !== keep) this.sessions.delete(token)
  }

  #id(kind: string): string {
    return `${kind}-${++this.#ids}`
  }
}
