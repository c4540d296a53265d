import { DocentError, type ExternalIdentity, type MemberRole } from '@docent/core/plugin'
import { z } from 'zod'
import type { ProviderClaims } from './joined-claims.ts'
import type { OpenIdSettings } from './openid-settings.ts'

/** Somebody as the provider describes them. */
export interface VerifiedPerson {
  readonly identity: ExternalIdentity
  readonly name: string | undefined
  /** In small letters. Undefined when the provider does not vouch for it. */
  readonly email: string | undefined
  /** By the groups; undefined when none of them has a role. */
  readonly role: MemberRole | undefined
}

const HIGHEST_FIRST: readonly MemberRole[] = ['owner', 'editor', 'viewer']

type Rules = Pick<OpenIdSettings, 'groupsClaim' | 'roles' | 'emailsAreVerified' | 'name'>

export function personOfClaims(claims: ProviderClaims, rules: Rules): VerifiedPerson {
  const groups = groupsOf(claims, rules.groupsClaim)
  return {
    identity: { issuer: claims.iss, subject: claims.sub },
    name: textOf(claims.name) ?? textOf(claims.preferred_username),
    email: isVerified(claims, rules) ? addressOf(claims.email) : undefined,
    role: HIGHEST_FIRST.find((role) => rules.roles[role].some((group) => groups.includes(group))),
  }
}

/** @throws DocentError `forbidden` with what the person can do about it */
export function verifiedEmail({ email }: VerifiedPerson, { name }: Pick<Rules, 'name'>): string {
  if (email !== undefined) return email
  throw new DocentError(
    'forbidden',
    `${name} sends no email address that it has verified. Verify your address there, and sign in again.`,
  )
}

/** Some providers send the words instead of the values. */
function isVerified({ email, email_verified: verified }: ProviderClaims, rules: Rules): boolean {
  if (typeof email !== 'string') return false
  if (verified === undefined) return rules.emailsAreVerified
  return verified === true || (verified as unknown) === 'true'
}

/** One whole address. Of anything else, the domain is a guess: of a list, of `acme.com`, of what is cut off. */
const Address = z.email().max(320)

function addressOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return Address.safeParse(text).success ? text.toLowerCase() : undefined
}

/** A claim of the name itself wins over a path of that spelling: claims are often named by addresses. */
function groupsOf(claims: ProviderClaims, name: string): string[] {
  const found = name in claims ? claims[name] : follow(claims, name.split('.'))
  const list = typeof found === 'string' ? [found] : Array.isArray(found) ? found : []
  return list.filter((group) => typeof group === 'string')
}

function follow(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined,
    value,
  )
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 320) : undefined
}
