import type { IncomingHttpHeaders } from 'node:http'

/** The key of a request, which servers and proxies repeat in their errors. */
export function sentKey(headers: IncomingHttpHeaders): string {
  const { authorization = '', 'x-api-key': key } = headers
  return String(key ?? authorization.replace(/^Bearer /, ''))
}
