import { type Docent, defined, RegisteredRoutes, type RouteTable } from '@docent/core/plugin'
import { resolveServices, type Services } from '../calls/services.ts'
import type { ReplySink } from '../exchange/reply-sink.ts'
import type { RequestSource } from '../exchange/request-source.ts'
import { ALIASES, KEYED_ROUTES } from '../operations/keyed-routes.ts'
import { type FailedPage, handleRequest } from '../requests/handle-request.ts'
import type { HandlerSettings } from '../settings/handler-settings.ts'
import { addedRoutes } from './added-routes.ts'
import { Router } from './router.ts'

export interface HandlerOptions<Features extends object = object> {
  /** The operations, which those of plugins follow. Default: `KEYED_ROUTES`, all that a program calls with a key. */
  routes?: RouteTable
  /** Where the handler is mounted, such as `/api/docent`. Default: at the root. */
  basePath?: string
  /** What is left out has its default. */
  settings?: Partial<HandlerSettings>
  /** Where people reach the server, without a trailing slash, when it is known only later. Default: `settings.publicUrl`. */
  publicUrl?: () => string
  /** What operations of `routes` find in `services`, beside what all operations have. */
  features?: Features
  /** The page that a person sees where a program reads a problem. Default: the problem. */
  failedPage?: FailedPage
}

/** The operations of a Docent behind one address. */
export class Handler<Features extends object = object> {
  readonly services: Services & Features
  readonly #router: Router
  readonly #basePath: string
  readonly #failedPage: FailedPage | undefined

  /** @throws DocentError `configuration` for a route of a plugin that is there already */
  constructor(docent: Docent, options: HandlerOptions<Features>) {
    const { routes = KEYED_ROUTES, basePath = '', settings = {} } = options
    const added = addedRoutes(docent.resolve(RegisteredRoutes), [...routes, ...ALIASES])
    const listed = [...routes, ...added.filter(({ isListed }) => isListed).map(({ route }) => route)]
    const hidden = added.filter(({ isListed }) => !isListed).map(({ route }) => route)
    this.services = resolveServices<Features>(docent, {
      routes: listed,
      http: settings,
      ...defined({ publicUrl: options.publicUrl, features: options.features }),
    })
    this.#router = new Router([...listed, ...hidden, ...ALIASES])
    this.#basePath = basePath.replace(/\/$/, '')
    this.#failedPage = options.failedPage
  }

  /** Answers one request. Resolves when the reply is written. */
  handle(req: RequestSource, res: ReplySink): Promise<void> {
    const routed = this.#router.find(this.#withoutBase(req.url ?? '/'))
    return handleRequest(this.services, { ...routed, req, res }, this.#failedPage)
  }

  /** What is not below the base leads nowhere. */
  #withoutBase(url: string): string {
    const base = this.#basePath
    if (base === '') return url
    return url.startsWith(base) && /^(?:[/?]|$)/.test(url.slice(base.length))
      ? url.slice(base.length) || '/'
      : '/-/'
  }
}
