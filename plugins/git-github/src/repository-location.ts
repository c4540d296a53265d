/** A repository on this host. */
export interface RepositoryLocation {
  owner: string
  name: string
}

/** Where people and git reach the host whose REST API is at `baseUrl`: `https://github.com`. */
export function webOrigin(baseUrl: string): string {
  const { protocol, host } = new URL(baseUrl)
  // github.com and Enterprise Cloud with data residency keep the API on a host of its own.
  return `${protocol}//${host.startsWith('api.') ? host.slice('api.'.length) : host}`
}

/**
 * Reads `https://host/owner/name(.git)`, `ssh://git@host/owner/name` and `git@host:owner/name`.
 * Undefined when the URL is of another host, or names no repository.
 */
export function locateRepository(repository: string, origin: string): RepositoryLocation | undefined {
  const { host, hostname } = new URL(origin)
  const scp = /^[\w.-]+@([^:/]+):(?!\/)(.+)$/.exec(repository)
  if (scp) return scp[1]?.toLowerCase() === hostname ? split(scp[2] ?? '') : undefined
  if (!URL.canParse(repository)) return undefined
  const url = new URL(repository)
  const web = url.protocol === 'https:' || url.protocol === 'http:'
  const ssh = url.protocol === 'ssh:' || url.protocol === 'git+ssh:'
  if (!(web && url.host === host) && !(ssh && url.hostname === hostname)) return undefined
  return split(url.pathname)
}

function split(path: string): RepositoryLocation | undefined {
  const match = /^\/?([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(path)
  const [, owner, name] = match ?? []
  return owner === undefined || name === undefined ? undefined : { owner, name }
}
