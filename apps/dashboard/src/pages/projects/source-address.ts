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

export interface RepositoryAddress {
  repository: string
  /** Where the address shows a folder or a file of a branch. */
  branch?: string
  docsPath?: string
}

/** How GitHub, GitLab, Gitea, and Bitbucket begin what they show of a branch. A blob is a file. */
const SHOWS = new Set(['tree', 'blob', 'src'])

/**
 * What a browser shows of a repository: `https://github.com/acme/docs/tree/main/docs` is the folder `docs` of the branch
 * `main`. The name of a branch with a slash in it cannot be told from a folder.
 */
export function asRepository(written: string): RepositoryAddress {
  const address = asAddress(written)
  if (!URL.canParse(address)) return { repository: address }
  const { origin, pathname, protocol } = new URL(address)
  const parts = pathname.split('/').filter((part) => part !== '')
  // An owner and a name stand before it.
  const at = parts.findIndex((part, index) => index >= 2 && SHOWS.has(part))
  const shown = parts.slice(at + 1)
  if (parts[at] === 'src' && shown[0] === 'branch') shown.shift()
  if (at < 0 || shown.length === 0 || !protocol.startsWith('http')) return { repository: address }
  const place = parts.slice(0, parts[at - 1] === '-' ? at - 1 : at)
  const [branch = '', ...folder] = shown.map(decoded)
  if (parts[at] === 'blob') folder.pop()
  return { repository: `${origin}/${place.join('/')}`, branch, docsPath: folder.join('/') }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
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
