import { createHmac } from 'node:crypto'
import type { ClientDetails } from '@docent/core/plugin'
import { type AuthLibrary, CLIENT_HEADER } from './auth-library.ts'

const PREFIX = 'better-auth.'

/** What the library records of a client. */
export function clientHeaders({ ip, userAgent }: ClientDetails): Headers {
  return new Headers({
    [CLIENT_HEADER]: ip,
    ...(userAgent === undefined ? {} : { 'user-agent': visible(userAgent) }),
  })
}

/** Headers with a cookie that the library made itself. */
export function cookieHeaders(name: string, value: string, client: ClientDetails): Headers {
  const headers = clientHeaders(client)
  // Anything else is no value of ours, and could be several cookies.
  if (/^[\w%.~-]+$/.test(value)) headers.set('cookie', `${PREFIX}${name}=${value}`)
  return headers
}

/**
 * Headers by which the library knows a session: its token, signed as the library signs cookies.
 *
 * @see https://github.com/better-auth/better-call/blob/main/packages/better-call/src/crypto.ts
 */
export function sessionCookie({ context }: AuthLibrary, token: string): Headers {
  const signature = createHmac('sha256', context.secret).update(token).digest('base64')
  const value = encodeURIComponent(`${token}.${signature}`)
  return new Headers({ cookie: `${context.authCookies.sessionToken.name}=${value}` })
}

/** The value of a cookie that the library sets. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  const start = `${PREFIX}${name}=`
  const cookie = headers.getSetCookie().find((line) => line.startsWith(start))
  return cookie?.slice(start.length).split(';', 1)[0]
}

/** The token of a session that the library began. */
export function sessionTokenOf({ context }: AuthLibrary, headers: Headers): string | undefined {
  const value = cookieOf(headers, context.authCookies.sessionToken.name.slice(PREFIX.length))
  return value && decodeURIComponent(value).split('.', 1)[0]
}

/** A header takes no other characters. */
function visible(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 300)
}
