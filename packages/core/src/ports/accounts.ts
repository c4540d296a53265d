import type {
  Account,
  AccountLink,
  ClientDetails,
  ExternalIdentity,
  Member,
  Membership,
  Session,
  SignedIn,
  UserId,
} from '../domain/account.ts'
import type { OrganizationId } from '../domain/ids.ts'
import type { MemberRole } from '../domain/permission.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

export interface AccountLinkDraft {
  readonly kind: AccountLink['kind']
  readonly organizationId: OrganizationId
  readonly role: MemberRole
  readonly userId?: UserId
  readonly note?: string
  /** The owner who makes it: the link works while that person is one. Absent: the operator of the server makes it. */
  readonly madeBy?: UserId
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** How a person wants to be known. */
export interface PersonDetails {
  readonly name?: string
  readonly email?: string
  readonly password?: string
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** A sign-in that was right so far. */
export type SignInOutcome =
  | ({ readonly kind: 'signed-in' } & SignedIn)
  /** The password was right, and a code is asked for. The challenge ends after a few minutes and a few wrong codes. */
  | { readonly kind: 'second-factor'; readonly challenge: string; readonly userId: UserId }

/** A member whom a provider of sign-in vouches for: no link is needed. */
export interface Admission {
  readonly organizationId: OrganizationId
  readonly role: MemberRole
  readonly identity: ExternalIdentity
  /** The account that the identity is connected to; a new one is made otherwise. */
  readonly as?: UserId
  readonly name?: string
  readonly email?: string
}

/** A code of an authenticator app, or one of the backup codes, which work once each. */
export interface SecondFactorCode {
  readonly kind: 'totp' | 'backup'
  readonly code: string
}

/** What an authenticator app needs, shown once. */
export interface SecondFactorSetup {
  /** `otpauth://totp/…` */
  readonly uri: string
  readonly backupCodes: readonly string[]
}

/**
 * People who sign in: their accounts, sessions, second factors, and the organizations that they are members of.
 * Passwords are kept only by a memory-hard hash, made off the main thread; secrets of links only by a hash.
 * Addresses (`email`) are compared without case. An adapter limits nothing: its caller counts attempts.
 */
export interface Accounts {
  /** Whether the organization has an owner. Cheap: asked at every start. */
  hasOwner(organization: OrganizationId, options?: CallOptions): Promise<boolean>

  /** Makes a link. The secret has at least 128 random bits and is not kept. Cheap: asked at the first start. */
  createLink(draft: AccountLinkDraft, options?: CallOptions): Promise<{ link: AccountLink; secret: string }>
  /**
   * Links that still work, newest first. A link gives what its organization may give now, not when it was made. It ends
   * when its maker is no owner any more. A reset ends when the person leaves the organization or joins another one. An
   * owner link ends when its person is no owner any more.
   */
  links(organization: OrganizationId, options?: CallOptions): Promise<AccountLink[]>
  /** The link of a secret, while it works. */
  findLink(secret: string, options?: CallOptions): Promise<AccountLink | undefined>
  /** False when the organization has no such link that still works. */
  revokeLink(organization: OrganizationId, id: string, options?: CallOptions): Promise<boolean>

  /**
   * Uses up an owner link or an invitation: the person becomes a member (a role that was higher stays) and is signed
   * in. Undefined when the link does not work, also when another call was faster.
   * @param as the signed-in person who takes it; a new account is made otherwise, unless the link names one.
   * @throws DocentError `conflict` when the address is another account's; then the link still works.
   */
  join(
    secret: string,
    person: PersonDetails & { readonly as?: UserId },
    client: ClientDetails,
    options?: CallOptions,
  ): Promise<SignedIn | undefined>
  /**
   * Uses up a reset link: sets the password, ends every session of the person and removes the second factor.
   * @returns whose it was; undefined when the link does not work.
   */
  resetPassword(secret: string, password: string, options?: CallOptions): Promise<UserId | undefined>

  /** Undefined when address or password is wrong; both take the same time. */
  signIn(
    credentials: Credentials,
    client: ClientDetails,
    options?: CallOptions,
  ): Promise<SignInOutcome | undefined>
  /**
   * Undefined when the code is wrong or was used, or the challenge does not work any more. No code of an authenticator app
   * works twice (RFC 6238, section 5.2), and no challenge outlives `setPassword`, `resetPassword` or `signOutEverywhere`.
   */
  answerChallenge(
    challenge: string,
    code: SecondFactorCode,
    client: ClientDetails,
    options?: CallOptions,
  ): Promise<SignedIn | undefined>

  /** The account that an identity is connected to. */
  findByIdentity(identity: ExternalIdentity, options?: CallOptions): Promise<Account | undefined>
  findByEmail(email: string, options?: CallOptions): Promise<Account | undefined>
  /**
   * Connects an identity to an account, which it signs in from then on. Doing so again changes nothing.
   * @throws DocentError `conflict` when the identity is connected to another account.
   */
  connectIdentity(user: UserId, identity: ExternalIdentity, options?: CallOptions): Promise<void>
  /** Signs in the account of an identity. Undefined when it is connected to none. */
  signInByIdentity(
    identity: ExternalIdentity,
    client: ClientDetails,
    options?: CallOptions,
  ): Promise<SignedIn | undefined>
  /**
   * Makes the person a member (a role that was higher stays), connects the identity and signs in.
   * @throws DocentError `conflict` when the address or the identity is another account's.
   */
  admit(admission: Admission, client: ClientDetails, options?: CallOptions): Promise<SignedIn>

  /** The session of a token, while it lasts. Using a session prolongs it. */
  session(token: string, options?: CallOptions): Promise<Session | undefined>
  signOut(token: string, options?: CallOptions): Promise<void>
  /** Ends every session of the person. */
  signOutEverywhere(user: UserId, options?: CallOptions): Promise<void>

  /** Changes name or address. @throws DocentError `conflict` when the address is another account's. */
  changeDetails(
    user: UserId,
    details: Pick<PersonDetails, 'name' | 'email'>,
    options?: CallOptions,
  ): Promise<Account>
  /** Whether this is the password of the account. False for an account without one. */
  checkPassword(user: UserId, password: string, options?: CallOptions): Promise<boolean>
  /** Sets the password and ends the person's other sessions. @param keep token of the session that goes on */
  setPassword(user: UserId, password: string, keep: string, options?: CallOptions): Promise<void>

  /** Begins a second factor: it counts from `confirmSecondFactor` on. Undefined when the password is wrong. */
  beginSecondFactor(
    token: string,
    password: string,
    options?: CallOptions,
  ): Promise<SecondFactorSetup | undefined>
  /** @returns the token that takes the place of the session's; undefined when the code is wrong. The code is used then. */
  confirmSecondFactor(token: string, code: string, options?: CallOptions): Promise<string | undefined>
  /** False when the password is wrong. */
  removeSecondFactor(token: string, password: string, options?: CallOptions): Promise<boolean>

  /** Every organization of the person, in the order of joining. */
  memberships(user: UserId, options?: CallOptions): Promise<readonly Membership[]>
  /** By the time of joining. */
  members(organization: OrganizationId, options?: CallOptions): Promise<Member[]>
  /**
   * @returns whether the person is a member.
   * @throws DocentError `conflict` when the organization would be left without an owner.
   */
  changeRole(
    organization: OrganizationId,
    user: UserId,
    role: MemberRole,
    options?: CallOptions,
  ): Promise<boolean>
  /** As `changeRole`. An account without any organization is deleted with its sessions. */
  removeMember(organization: OrganizationId, user: UserId, options?: CallOptions): Promise<boolean>

  /**
   * Encrypts second factors anew that an older secret encrypted: a start does the same, and what a server with the former
   * order of secrets made since then is left.
   */
  resealSecondFactors(options?: CallOptions): Promise<Resealed>
}

/** What became of encrypted values. */
export interface Resealed {
  /** Encrypted anew. */
  readonly resealed: number
  /** No secret of this process opens them. */
  readonly lost: number
}

export const Accounts: Token<Accounts> = token<Accounts>('Accounts')
