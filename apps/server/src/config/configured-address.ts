import type { HttpSettings } from './http-settings.ts'

/** Where the server is reached as far as its configuration says, without a trailing slash: for commands beside it. */
export function configuredAddress({
  publicUrl,
  https,
  host,
  port,
}: Pick<HttpSettings, 'publicUrl' | 'https' | 'host' | 'port'>): string {
  if (publicUrl !== undefined) return publicUrl
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${https === false ? 'http' : 'https'}://${name}:${port}`
}
