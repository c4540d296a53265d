import type { Route } from './route.ts'

/** As long as a token or a key: what stands in a path that leads nowhere may be one that somebody mistyped around. */
const LIKE_A_SECRET = /[\w%~.-]{20,}/g

/** The path of a request as the log may show it: without what gives access to something. */
export function loggedPath(path: string, route: Route | undefined): string {
  if (!route) return path.replace(LIKE_A_SECRET, '[redacted]')
  const operations = [...route.methods.values()]
  const isSecret = operations.some((operation) => 'secretPath' in operation && operation.secretPath === true)
  return isSecret ? route.path : path
}
