import type { IncomingHttpHeaders } from 'node:http'
import { isSecure } from './session-cookie.ts'
import { isSignedAccess, signAccess } from './signed-access.ts'
import { siteCookieOf } from './site-cookie.ts'

const COOKIE = 'docent_preview'

/** What opens one preview for whoever has it, until it ends: it stands in the link, then in a cookie of its pages. */
export function previewAccess(secret: string, name: string, expiresAt: number): string {
  return signAccess(secret, `preview:${name}`, expiresAt)
}

export function isPreviewAccess(
  secrets: readonly string[],
  name: string,
  given: string | undefined,
  now: number,
): boolean {
  return isSignedAccess(secrets, `preview:${name}`, given, now)
}

/** Of the pages of one preview alone. @param origin where pages are shown */
export function previewCookie(access: string, base: string, origin: string): string {
  return `${COOKIE}=${access}; Path=${base}; HttpOnly; SameSite=Lax${isSecure(origin) ? '; Secure' : ''}`
}

export function accessOf(headers: IncomingHttpHeaders): string | undefined {
  return siteCookieOf(headers, COOKIE)
}
