import type { DocentError, GitHost } from '@docent/core/plugin'
import { type GitHostContext, given } from './git-host-context.ts'

/** A mistake that an adapter's author may make, and the cases that are to catch it. */
export interface PlantedHostFault {
  /** What the adapter does. */
  name: string
  /** Matches the names of the cases that must fail. */
  caught: RegExp
  /** Makes the context of an adapter with the mistake out of one without. */
  plant(context: GitHostContext): GitHostContext
}

/** A fault of the members that `change` answers. */
export function hostFault(
  name: string,
  caught: RegExp,
  change: (host: GitHost) => Partial<GitHost>,
): PlantedHostFault {
  return { name, caught, plant: (context) => replaced(context, change) }
}

/** A fault of what sends the adapter's requests. */
export function trafficFault(
  name: string,
  caught: RegExp,
  wrap: (send: (request: Request) => Promise<Response>) => (request: Request) => Promise<Response>,
): PlantedHostFault {
  return {
    name,
    caught,
    plant(context) {
      given(context.network)?.traffic.wrap(wrap)
      return context
    },
  }
}

/** A fault that shows what must not be seen in an error. */
export function secretFault(
  name: string,
  change: (error: DocentError, token: string) => Error,
): PlantedHostFault {
  return hostFault(name, /in the error of a connection/, (each) => ({
    async defaultBranch(repository, options) {
      const token = (await each.remote(repository, { access: 'read' })).credentials?.password ?? ''
      return each.defaultBranch(repository, options).catch((error: DocentError) => {
        throw change(error, token)
      })
    },
  }))
}

export function replaced(
  context: GitHostContext,
  change: (host: GitHost) => Partial<GitHost>,
): GitHostContext {
  const changed = (host: GitHost): GitHost => {
    const members: object = change(host)
    return new Proxy(host, {
      get(target, key) {
        const own: unknown = Reflect.get(members, key)
        const value: unknown = own ?? Reflect.get(target, key)
        return typeof value === 'function' && own === undefined ? value.bind(target) : value
      },
    })
  }
  const network = given(context.network)
  return {
    ...context,
    host: changed(context.host),
    ...(context.peer ? { peer: changed(context.peer) } : {}),
    ...(network ? { network: { ...network, impatient: changed(network.impatient) } } : {}),
  }
}
