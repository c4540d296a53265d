import type { IncomingHttpHeaders } from 'node:http'

/** The value of a cookie that pages of a site set. */
export function siteCookieOf({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  const parts = cookie?.split(';').map((part) => part.trim()) ?? []
  return parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
}
