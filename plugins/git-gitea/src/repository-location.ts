/** A repository on this host. */
export interface RepositoryLocation {
  owner: string
  name: string
}

/**
 * Reads `https://host/owner/name(.git)`, `ssh://git@host/owner/name` and `git@host:owner/name`.
 * Undefined when the URL is not of the server at `baseUrl`, or names no repository.
 */
export function locateRepository(repository: string, baseUrl: string): RepositoryLocation | undefined {
  const base = new URL(baseUrl)
  const scp = /^[\w.-]+@([^:/]+):(?!\/)(.+)$/.exec(repository)
  if (scp) return scp[1]?.toLowerCase() === base.hostname ? split(scp[2] ?? '') : undefined
  if (!URL.canParse(repository)) return undefined
  const url = new URL(repository)
  if (url.protocol === 'ssh:' || url.protocol === 'git+ssh:') {
    return url.hostname === base.hostname ? split(url.pathname) : undefined
  }
  const web = url.protocol === 'https:' || url.protocol === 'http:'
  const root = base.pathname.replace(/\/*$/, '/')
  if (!web || url.host !== base.host || !url.pathname.startsWith(root)) return undefined
  return split(url.pathname.slice(root.length))
}

function split(path: string): RepositoryLocation | undefined {
  const match = /^\/?([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(path)
  const [, owner, name] = match ?? []
  return owner === undefined || name === undefined ? undefined : { owner, name }
}
