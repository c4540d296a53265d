/**
 * What people paste as an address, as an address: `github.com/acme/docs` and `git@github.com:acme/docs.git` are
 * `https://github.com/acme/docs`. Anything else stays as it is, and the server says what is wrong with it.
 */
export function asAddress(written: string): string {
  const text = written.trim()
  const [, host, path] = /^(?:ssh:\/\/)?git@([\w.-]+)[:/](.+)$/.exec(text) ?? []
  if (host !== undefined && path !== undefined) return `https://${host}/${path.replace(/\.git$/, '')}`
  if (/^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)/i.test(text)) return `https://${text}`
  return text
}

/** A folder of a computer, which a browser cannot hand over. */
export function isLocalPath(text: string): boolean {
  return /^(?:[/~.]|file:|[a-z]:\\)/i.test(text.trim())
}

/** Names that say nothing of the product. */
const PLAIN = new Set(['docs', 'doc', 'documentation', 'website', 'site', 'www', 'web', 'handbook', 'manual'])

/** `https://github.com/acme/widgets` → `widgets`, `https://github.com/acme/docs` → `acme docs`, a website → its host. */
export function suggestedName(address: string): string {
  if (!URL.canParse(address)) return ''
  const { hostname, pathname } = new URL(address)
  const parts = pathname
    .replace(/\.git$/, '')
    .split('/')
    .filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  const owner = parts.at(-2)
  if (PLAIN.has(last.toLowerCase()) && owner !== undefined) return `${owner} ${last}`
  return last || hostname
}

/** As an id may be. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 63)
}
