import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a page sends with every change: derived from the session, so that nothing is stored. */
export function csrfTokenOf(secrets: readonly string[], sessionToken: string): string {
  const [newest = ''] = secrets
  return derive(newest, sessionToken)
}

/** Whether a token belongs to the session, also one that was made under an older secret. */
export function isCsrfToken(
  secrets: readonly string[],
  sessionToken: string,
  given: string | string[] | undefined,
): boolean {
  if (typeof given !== 'string') return false
  const bytes = Buffer.from(given)
  return secrets.some((secret) => {
    const wanted = Buffer.from(derive(secret, sessionToken))
    return wanted.length === bytes.length && timingSafeEqual(wanted, bytes)
  })
}

function derive(secret: string, sessionToken: string): string {
  return createHmac('sha256', secret).update(`docent:csrf:${sessionToken}`).digest('base64url')
}
