import {
  type Account,
  type Accounts,
  type Admission,
  type CallOptions,
  type ClientDetails,
  type Credentials,
  type ExternalIdentity,
  type PersonDetails,
  type SecondFactorCode,
  type SecondFactorSetup,
  type Session,
  type SignedIn,
  type SignInOutcome,
  type UserId,
  userId,
} from '@docent/core/plugin'
import { AccountsOfLibrary } from './accounts-of-library.ts'
import { Identities } from './identities.ts'
import { clientHeaders, cookieHeaders, cookieOf, sessionCookie, sessionTokenOf } from './library-cookies.ts'
import { refusalOf } from './map-error.ts'
import { People } from './people.ts'

/** The cookie by which the library knows a sign-in that waits for a code. */
const CHALLENGE_COOKIE = 'two_factor'

/** Accounts by better-auth: passwords, sessions and second factors are its own, members and links are Docent's. */
export class BetterAuthAccounts extends AccountsOfLibrary implements Accounts {
  async join(
    secret: string,
    person: PersonDetails & { readonly as?: UserId },
    client: ClientDetails,
    options?: CallOptions,
  ): Promise<SignedIn | undefined> {
    const people = await this.people(options)
    const link = await this.accountLinks.find(secret)
    if (link === undefined || link.kind === 'reset') return undefined
    const known = person.as ?? link.userId ?? undefined
    if (known === undefined) await people.assertFree(person.email)
    if (!(await this.accountLinks.use(link.id))) return undefined
    let user: string
    try {
      user = known ?? (await people.create(person))
      await this.memberList.add(link.organizationId, user, link.role)
    } catch (error) {
      await this.accountLinks.giveBack(link.id)
      throw error
    }
    return this.begin(user, client)
  }

  async resetPassword(secret: string, password: string, options?: CallOptions): Promise<UserId | undefined> {
    const people = await this.people(options)
    const link = await this.accountLinks.find(secret)
    if (link?.kind !== 'reset' || link.userId === null || !(await this.accountLinks.use(link.id)))
      return undefined
    try {
      await people.setPassword(link.userId, password)
      await people.removeSecondFactor(link.userId)
    } catch (error) {
      await this.accountLinks.giveBack(link.id)
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
    const { api, context } = await this.open(options)
    const reply = await refused(() =>
      api.signInEmail({
        body: { email: credentials.email.trim(), password: credentials.password },
        headers: clientHeaders(client),
        returnHeaders: true,
      }),
    )
    if (reply === undefined) return undefined
    if ('token' in reply.response && typeof reply.response.token === 'string')
      return { kind: 'signed-in', ...(await this.signedIn(reply.response.token)) }
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
    const { api } = await this.open(options)
    const headers = cookieHeaders(CHALLENGE_COOKIE, challenge, client)
    const body = { code: code.trim() }
    const token = await refused(async () =>
      kind === 'totp'
        ? (await api.verifyTOTP({ body, headers, returnHeaders: true })).response.token
        : (await api.verifyBackupCode({ body, headers })).token,
    )
    if (token === undefined) return undefined
    const signedIn = await this.signedIn(token)
    if (kind === 'backup' || (await this.accountLinks.takeCode(signedIn.session.account.id, body.code)))
      return signedIn
    // Nobody was given the token.
    await this.signOut(token)
    return undefined
  }

  async findByIdentity(identity: ExternalIdentity, options?: CallOptions): Promise<Account | undefined> {
    const library = await this.open(options)
    const user = await new Identities(library).find(identity)
    return user === undefined ? undefined : new People(library).account(user)
  }

  async findByEmail(email: string, options?: CallOptions): Promise<Account | undefined> {
    return (await this.people(options)).byEmail(email)
  }

  async connectIdentity(user: UserId, identity: ExternalIdentity, options?: CallOptions): Promise<void> {
    await new Identities(await this.open(options)).connect(user, identity)
  }

  async signInByIdentity(
    identity: ExternalIdentity,
    client: ClientDetails,
    options?: CallOptions,
  ): Promise<SignedIn | undefined> {
    const user = await new Identities(await this.open(options)).find(identity)
    return user === undefined ? undefined : this.begin(user, client)
  }

  async admit(admission: Admission, client: ClientDetails, options?: CallOptions): Promise<SignedIn> {
    const library = await this.open(options)
    const { as, identity, organizationId, role } = admission
    const people = new People(library)
    if (as === undefined) await people.assertFree(admission.email)
    const user = as ?? (await people.create(admission))
    try {
      await new Identities(library).connect(user, identity)
    } catch (error) {
      if (as === undefined) await people.remove(user)
      throw error
    }
    await this.memberList.add(organizationId, user, role)
    return this.begin(user, client)
  }

  async session(token: string, options?: CallOptions): Promise<Session | undefined> {
    const library = await this.open(options)
    const headers = sessionCookie(library, token)
    const found = await library.api.getSession({ headers })
    if (!found) return undefined
    const account = await new People(library).account(found.user.id)
    if (account === undefined) return undefined
    return {
      id: found.session.id,
      account,
      memberships: await this.memberList.of(found.user.id),
      createdAt: found.session.createdAt.getTime(),
      expiresAt: found.session.expiresAt.getTime(),
    }
  }

  async signOut(token: string, options?: CallOptions): Promise<void> {
    const { context } = await this.open(options)
    await context.internalAdapter.deleteSession(token)
  }

  async signOutEverywhere(user: UserId, options?: CallOptions): Promise<void> {
    await (await this.people(options)).endSessions(user)
  }

  async changeDetails(
    user: UserId,
    details: Pick<PersonDetails, 'name' | 'email'>,
    options?: CallOptions,
  ): Promise<Account> {
    return (await this.people(options)).change(user, details)
  }

  async checkPassword(user: UserId, password: string, options?: CallOptions): Promise<boolean> {
    return (await this.people(options)).checkPassword(user, password)
  }

  async setPassword(user: UserId, password: string, keep: string, options?: CallOptions): Promise<void> {
    const people = await this.people(options)
    await people.setPassword(user, password)
    await people.endSessions(user, keep)
  }

  async beginSecondFactor(
    token: string,
    password: string,
    options?: CallOptions,
  ): Promise<SecondFactorSetup | undefined> {
    const library = await this.open(options)
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
    const library = await this.open(options)
    const headers = sessionCookie(library, token)
    const body = { code: code.trim() }
    const user = (await this.session(token))?.account.id
    const reply = await refused(() => library.api.verifyTOTP({ body, headers, returnHeaders: true }))
    if (user === undefined || reply === undefined || !(await this.accountLinks.takeCode(user, body.code)))
      return undefined
    // The first confirmation replaces the session, later ones leave it.
    return sessionTokenOf(library, reply.headers) ?? token
  }

  async removeSecondFactor(token: string, password: string, options?: CallOptions): Promise<boolean> {
    const people = await this.people(options)
    const account = (await this.session(token))?.account
    if (!account || !(await people.checkPassword(account.id, password))) return false
    await people.removeSecondFactor(account.id)
    return true
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
