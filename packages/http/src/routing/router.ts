import type { Operation, RouteTable } from '@docent/core/plugin'
import { addRoute, createRouter, findRoute } from 'rou3'
import type { Route } from '../requests/route.ts'

/** A route, and what its path and query say. */
export interface Routed {
  /** Undefined for an address that leads nowhere. */
  readonly route: Route | undefined
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | string[]>>
}

/** Escapes of characters that need none: `%61` is `a`, also in the words of a path. */
const NEEDLESS = /%(?:2[146-9A-E]|3[0-9ABD]|4[0-9A-F]|5[0-9ABDF]|6[1-9A-F]|7[0-9ACE])/gi

/** Finds the route of an address. Every path is there once, so that a method it has not is 405 and not 404. */
export class Router {
  readonly #router = createRouter<Route>()

  constructor(table: RouteTable) {
    for (const route of byPath(table)) addRoute(this.#router, '', patternOf(route), route)
  }

  /** @param url path and query, or a whole address */
  find(url: string): Routed {
    const address = addressOf(url)
    if (address === null) return { route: undefined, params: {}, query: {} }
    const { pathname, search } = address
    const path = pathname.includes('%') ? pathname.replace(NEEDLESS, decodeURIComponent) : pathname
    const found = findRoute(this.#router, '', path)
    const params = found && decodeAll(found.params ?? {})
    return {
      route: params && found.data,
      params: params ?? {},
      query: search === '' ? {} : queryOf(new URLSearchParams(search)),
    }
  }
}

/** Most addresses are: reading them as a URL takes longer than finding their route. No segment begins with a dot. */
const PLAIN = /^(\/(?:[\w/-]|(?<=[\w-])\.)*)(\?[!"$-~]*)?$/

function addressOf(url: string): Pick<URL, 'pathname' | 'search'> | null {
  const [, pathname, search = ''] = PLAIN.exec(url) ?? []
  if (pathname !== undefined) return { pathname, search }
  return URL.parse(url.startsWith('/') ? `http://localhost${url}` : url)
}

function patternOf({ path, methods }: Route): string {
  const pattern = path.replace(/\{(\w+)\}/g, ':$1')
  const takesRest = [...methods.values()].some((each) => 'takesRest' in each && each.takesRest === true)
  return takesRest ? pattern.replace(/:(\w+)$/, '**:$1') : pattern
}

function byPath(table: RouteTable): Route[] {
  const routes = new Map<string, Map<string, Operation>>()
  for (const [method, path, operation] of table) {
    const methods = routes.get(path) ?? new Map<string, Operation>()
    routes.set(path, methods.set(method, operation))
  }
  return [...routes].map(([path, methods]) => ({ path, methods }))
}

/** Undefined when one cannot be decoded: there is no such route then. */
function decodeAll(params: Readonly<Record<string, string>>): Record<string, string> | undefined {
  const decoded: Record<string, string> = {}
  try {
    for (const [name, value] of Object.entries(params))
      decoded[name] = value.includes('%') ? decodeURIComponent(value) : value
    return decoded
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** A name that comes twice has a list. */
function queryOf(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of search) {
    const other = query[name]
    query[name] = other === undefined ? value : [other, value].flat()
  }
  return query
}
