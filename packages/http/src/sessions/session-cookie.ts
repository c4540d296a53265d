import type { IncomingHttpHeaders } from 'node:http'

const NAME = 'docent_session'
/** Browsers take a cookie of such a name only from this very host, over HTTPS. */
const SECURE_NAME = `__Host-${NAME}`

/** Whether the address that people use is HTTPS: it decides, never what a request says. */
export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

/** The token of the session; undefined without a cookie. */
export function sessionTokenOf(headers: IncomingHttpHeaders, secure: boolean): string | undefined {
  const start = `${secure ? SECURE_NAME : NAME}=`
  const cookie = headers.cookie
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
  const token = cookie?.slice(start.length)
  return token !== undefined && /^[\w-]{16,128}$/.test(token) ? token : undefined
}

/** The header that keeps a session in the browser. @param maxAgeMs 0 removes it */
export function sessionCookie(token: string, maxAgeMs: number, secure: boolean): string {
  const name = secure ? SECURE_NAME : NAME
  const seconds = Math.max(0, Math.floor(maxAgeMs / 1000))
  return `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
