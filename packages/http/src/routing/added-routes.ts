import { type AddedRoute, DocentError, type Named, type RouteTable } from '@docent/core/plugin'

/**
 * The routes that plugins add.
 * @throws DocentError `configuration` that names the plugin of a route or an operation that exists already
 */
export function addedRoutes(added: readonly Named<AddedRoute>[], own: RouteTable): AddedRoute[] {
  const taken = new Map<string, string>()
  for (const [method, path, { id }] of own) for (const name of namesOf(method, path, id)) taken.set(name, '')
  return added.map(({ plugin, value }) => {
    const { route, isListed } = value
    const [method, path, { id }] = route
    for (const name of namesOf(method, path, isListed ? id : undefined)) {
      const other = taken.get(name)
      if (other !== undefined)
        throw new DocentError(
          'configuration',
          `The plugin ${plugin} adds ${name}, which ${other === '' ? 'the server' : `the plugin ${other}`} has already. Leave one of the two out, or give the route of the plugin another path and id.`,
        )
      taken.set(name, plugin)
    }
    return value
  })
}

/** What nothing else may have: the router and the reference tell operations apart by it. */
function namesOf(method: string, path: string, id: string | undefined): string[] {
  const address = `${method} ${path.replace(/\{\w+\}/g, '{}')}`
  return id === undefined ? [address] : [address, `the operation "${id}"`]
}
