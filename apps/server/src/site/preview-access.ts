import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isSecure } from '../api/session-cookie.ts'

const COOKIE = 'docent_preview'

/** What opens one preview for whoever has it, until it ends: it stands in the link, then in a cookie of its pages. */
export function previewAccess(secret: string, name: string, expiresAt: number): string {
  const signature = createHmac('sha256', secret)
    .update(`docent:preview:${name}:${expiresAt}`)
    .digest('base64url')
  return `${expiresAt}.${signature}`
}

export function isPreviewAccess(
  secrets: readonly string[],
  name: string,
  given: string | undefined,
  now: number,
): boolean {
  const expiresAt = Number(given?.split('.', 1)[0])
  if (given === undefined || !Number.isSafeInteger(expiresAt) || now >= expiresAt) return false
  const bytes = Buffer.from(given)
  return secrets.some((secret) => {
    const wanted = Buffer.from(previewAccess(secret, name, expiresAt))
    return wanted.length === bytes.length && timingSafeEqual(wanted, bytes)
  })
}

/** Of the pages of one preview alone. */
export function previewCookie(access: string, base: string, publicUrl: string): string {
  return `${COOKIE}=${access}; Path=${base}; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`
}

export function accessOf({ cookie }: IncomingHttpHeaders): string | undefined {
  const parts = cookie?.split(';').map((part) => part.trim()) ?? []
  return parts.find((part) => part.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
}
