import { createHmac, timingSafeEqual } from 'node:crypto'

/** A text that opens one thing for whoever has it, until it ends. @param what names it, with its kind in front */
export function signAccess(secret: string, what: string, expiresAt: number): string {
  const signature = createHmac('sha256', secret).update(`docent:${what}:${expiresAt}`).digest('base64url')
  return `${expiresAt}.${signature}`
}

export function isSignedAccess(
  secrets: readonly string[],
  what: string,
  given: string | undefined,
  now: number,
): boolean {
  const expiresAt = Number(given?.split('.', 1)[0])
  if (given === undefined || !Number.isSafeInteger(expiresAt) || now >= expiresAt) return false
  const bytes = Buffer.from(given)
  return secrets.some((secret) => {
    const wanted = Buffer.from(signAccess(secret, what, expiresAt))
    return wanted.length === bytes.length && timingSafeEqual(wanted, bytes)
  })
}
