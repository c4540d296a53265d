import type { z } from 'zod'
import type { ForgeCall } from './forge-call.ts'
import type { ForgeReply } from './forge-refusal.ts'

/** One operation of a host's REST API. */
export interface ForgeRoute {
  /** Names it in faults and recorded requests: `pulls/create`. */
  id: string
  method: string
  /** Below the API's root; `:name` matches a segment, `:name+` the rest of the path. */
  path: string
  /** Fields of the query and of the body that the vendor describes: any other is a violation. */
  query?: z.ZodType
  body?: z.ZodType
  run(call: ForgeCall): Promise<ForgeReply> | ForgeReply
}

export interface MatchedRoute {
  route: ForgeRoute
  params: Record<string, string>
}

/** `path` is encoded, as in the URL: a project may be one segment with `%2F` in it. */
export function matchRoute(
  routes: readonly ForgeRoute[],
  method: string,
  path: string,
): MatchedRoute | undefined {
  for (const route of routes) {
    if (route.method !== method) continue
    const pattern = route.path
      .replaceAll('.', '\\.')
      .replace(/:(\w+)(\+?)/g, (_, name: string, rest: string) => `(?<${name}>${rest ? '.+' : '[^/]+?'})`)
    const groups = new RegExp(`^${pattern}$`).exec(path)
    if (!groups) continue
    const params = Object.entries(groups.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ])
    return { route, params: Object.fromEntries(params) }
  }
  return undefined
}
