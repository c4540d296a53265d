/** A repository on this host. */
export interface RepositoryLocation {
  owner: string
  name: string
}

/** Reads `owner/name`. */
export function location(path: string): RepositoryLocation {
  const [owner = '', name = ''] = path.split('/')
  return { owner, name }
}

/** Where people and git reach the host whose REST API is at `baseUrl`: `https://github.com`. */
export function webOrigin(baseUrl: string): string {
  const { protocol, host } = new URL(baseUrl)
  // github.com and Enterprise Cloud with data residency keep the API on a host of its own.
  return `${protocol}//${host.startsWith('api.') ? host.slice('api.'.length) : host}`
}
