import type { GitRemote } from '@docent/core/plugin'

/**
 * Takes credentials out of a text before it may reach a message or a log: the given ones in every form that git or
 * curl may echo (plain, URL-encoded, Basic header), and whatever stands as `user:password@` in a URL.
 */
export function redact(text: string, credentials?: GitRemote['credentials']): string {
  let clean = text
  if (credentials) {
    const { username, password } = credentials
    const secrets = [basicHeader(credentials), password, encodeURIComponent(password), encodeURI(password)]
    for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '***')
    if (username !== '' && clean.includes(`${username}:***`))
      clean = clean.replaceAll(`${username}:***`, '***')
  }
  return clean
    .replaceAll(/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@'"]+@/gi, '$1***@')
    .replaceAll(/(authorization:\s*\w+\s+)\S+/gi, '$1***')
}

/** The base64 part of a Basic `Authorization` header (RFC 7617). */
export function basicHeader(credentials: { username: string; password: string }): string {
  return Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')
}
