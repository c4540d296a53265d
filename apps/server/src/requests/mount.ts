import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation, RouteTable } from '@docent/core/plugin'
import { fromNodeHandler, getQuery, type H3, type H3Event } from 'h3'
import type { Services } from '../services.ts'
import { handleRequest } from './handle-request.ts'
import type { Route } from './route.ts'

/**
 * Registers every path once, so that a method it has not is 405 and not 404, and everything else as unknown.
 * @internal declared to nobody else: types of the router need more than a user of this package has installed.
 */
export function mount(app: H3, table: RouteTable, services: Services): void {
  for (const route of byPath(table)) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
    const pattern = route.path.replace(/\{(\w+)\}/g, ':$1')
    const takesRest = [...route.methods.values()].some(
      (operation) => 'takesRest' in operation && operation.takesRest === true,
    )
    app.all(takesRest ? pattern.replace(/:(\w+)$/, '**:$1') : pattern, (event) =>
      respond(event, services, route, names),
    )
  }
  app.all('/**', (event) => respond(event, services, undefined, []))
}

/** Replies are written to the Node response: a web `Response` would cost a stream each chunk twice. */
function respond(
  event: H3Event,
  services: Services,
  route: Route | undefined,
  names: readonly string[],
): unknown {
  const params = decodeParams(event.context.params, names)
  const query = event.url.search === '' ? {} : getQuery(event)
  return fromNodeHandler((req, res) =>
    handleRequest(services, params === undefined ? undefined : route, {
      req: req as IncomingMessage,
      res: res as ServerResponse,
      params: params ?? {},
      query,
    }),
  )(event)
}

/** Undefined when one cannot be decoded: there is no such route then. */
function decodeParams(
  raw: Record<string, string> | undefined,
  names: readonly string[],
): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (const name of names) {
    const value = raw?.[name] ?? ''
    if (!value.includes('%')) params[name] = value
    else {
      const decoded = decode(value)
      if (decoded === undefined) return undefined
      params[name] = decoded
    }
  }
  return params
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

function byPath(table: RouteTable): Route[] {
  const routes = new Map<string, Map<string, Operation>>()
  for (const [method, path, operation] of table) {
    const methods = routes.get(path) ?? new Map<string, Operation>()
    routes.set(path, methods.set(method, operation))
  }
  return [...routes].map(([path, methods]) => ({ path, methods }))
}
