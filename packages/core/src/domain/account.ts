import type { OrganizationId } from './ids.ts'
import type { MemberRole } from './permission.ts'

declare const brand: unique symbol

/** Identifier of a person's account. */
export type UserId = string & { readonly [brand]: 'UserId' }
export const userId = (value: string): UserId => value as UserId

/** A person who signs in. */
export interface Account {
  readonly id: UserId
  readonly name: string
  /** Null until the person sets one: an owner who came by a link has none. */
  readonly email: string | null
  /** Whether the person can sign in by address and password. */
  readonly hasPassword: boolean
  /** Whether signing in also asks for a code of an authenticator app. */
  readonly hasSecondFactor: boolean
  /** Whether a provider of sign-in vouches for the person, see `ExternalIdentity`. */
  readonly hasIdentity: boolean
  readonly createdAt: number
}

export interface Membership {
  readonly organizationId: OrganizationId
  readonly role: MemberRole
}

/** A person in one organization. */
export interface Member extends Account {
  readonly role: MemberRole
  readonly joinedAt: number
}

/** A signed-in browser. */
export interface Session {
  /** Opaque and stable: finds the session in lists. Never the token. */
  readonly id: string
  readonly account: Account
  /** Every organization of the person, in the order in which they joined. */
  readonly memberships: readonly Membership[]
  readonly createdAt: number
  readonly expiresAt: number
}

/** What signing in hands out. The token is the one secret of the session: it stands in the cookie and nowhere else. */
export interface SignedIn {
  readonly token: string
  readonly session: Session
}

/** A person as a provider of sign-in knows them. The pair never changes, whatever address the person has there. */
export interface ExternalIdentity {
  /** Address of the provider, such as `https://id.acme.com/realms/staff`. */
  readonly issuer: string
  readonly subject: string
}

/** Where a person signs in from, for the list of sessions and the audit log. */
export interface ClientDetails {
  readonly ip: string
  readonly userAgent?: string
}

/**
 * What a link is for: signing an owner in without a password, joining an organization, or choosing a new password.
 */
export type AccountLinkKind = 'owner' | 'invitation' | 'reset'

/** A link that works once, until it expires. Its secret is known only to the one who was given it. */
export interface AccountLink {
  readonly id: string
  readonly kind: AccountLinkKind
  readonly organizationId: OrganizationId
  /** Of an invitation: what the person becomes. Of an owner link: owner. */
  readonly role: MemberRole
  /** Whose password a reset is for, and whom an owner link signs in; null makes a new account. */
  readonly userId: UserId | null
  /** A word of the inviter for the list of invitations, such as an address. */
  readonly note: string | null
  readonly createdAt: number
  readonly expiresAt: number
}
