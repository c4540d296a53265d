/** Where people and git reach the host whose REST API is at `baseUrl`: `https://github.com`. */
export function webOrigin(baseUrl: string): string {
  const { protocol, host } = new URL(baseUrl)
  // github.com and Enterprise Cloud with data residency keep the API on a host of its own.
  return `${protocol}//${host.startsWith('api.') ? host.slice('api.'.length) : host}`
}
