import type { IncomingHttpHeaders } from 'node:http'
import { isSecure, isSignedAccess, signAccess, siteCookieOf } from '@docent/http'

const COOKIE = 'docent_member'

/** `entry` stands in an address and ends at once; `stay` is the cookie that it becomes. */
const LASTS_MS = { entry: 60_000, stay: 2 * 3_600_000 }

export type MemberAccessKind = keyof typeof LASTS_MS

/**
 * Lets a member read the pages of one site on an origin that knows no session.
 * @param name of the site, or of a preview of it
 */
export function memberAccess(
  secret: string,
  kind: MemberAccessKind,
  { name, user, now }: { name: string; user: string; now: number },
): string {
  const encoded = Buffer.from(user).toString('base64url')
  return `${encoded}~${signAccess(secret, subject(kind, name, encoded), now + LASTS_MS[kind])}`
}

/** Whom it was made for; undefined when it is not good for this site now. */
export function memberOf(
  secrets: readonly string[],
  kind: MemberAccessKind,
  { name, given, now }: { name: string; given: string | undefined; now: number },
): string | undefined {
  const [encoded = '', access] = given?.split('~', 2) ?? []
  if (!/^[\w-]+$/.test(encoded) || !isSignedAccess(secrets, subject(kind, name, encoded), access, now))
    return undefined
  return Buffer.from(encoded, 'base64url').toString()
}

/** Of the pages of one site alone. @param origin where pages are shown */
export function memberCookie(access: string, base: string, origin: string): string {
  const secure = isSecure(origin) ? '; Secure' : ''
  return `${COOKIE}=${access}; Path=${base}; Max-Age=${LASTS_MS.stay / 1000}; HttpOnly; SameSite=Lax${secure}`
}

export function memberAccessOf(headers: IncomingHttpHeaders): string | undefined {
  return siteCookieOf(headers, COOKIE)
}

function subject(kind: MemberAccessKind, name: string, encodedUser: string): string {
  return `member:${kind}:${name}:${encodedUser}`
}
