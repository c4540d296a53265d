import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { GitAccess } from '../host/git-route.ts'
import { type HostExchange, HostServer } from '../host/host-server.ts'
import type { PlantedFault } from '../host/planted-fault.ts'
import { ForgeCall } from './forge-call.ts'
import { forgeGitAccess } from './forge-git-access.ts'
import type { ForgeToken } from './forge-model.ts'
import { ForgeRefusal, type ForgeReply } from './forge-refusal.ts'
import { matchRoute } from './forge-route.ts'
import type { ForgeVendor } from './forge-vendor.ts'
import type { ForgeWorld } from './forge-world.ts'

const Nothing = z.strictObject({})

/** Answers HTTP requests, and judges their fields. */
export class ForgeServer extends HostServer<ForgeReply> {
  protected override readonly git: GitAccess
  readonly #world: ForgeWorld
  readonly #vendor: ForgeVendor

  constructor(world: ForgeWorld, vendor: ForgeVendor) {
    super()
    this.#world = world
    this.#vendor = vendor
    this.git = forgeGitAccess(world, vendor)
  }

  protected override get origin(): string {
    return this.#world.origin
  }

  protected override async answerApi(exchange: HostExchange): Promise<void> {
    const { request, url, body } = exchange
    const { method = 'GET' } = request
    const { apiPath, routes } = this.#vendor
    const path = url.pathname.startsWith(`${apiPath}/`) ? url.pathname.slice(apiPath.length) : ''
    const match = matchRoute(routes, method, path)
    const id = match?.route.id ?? `${method} ${url.pathname}`
    const query = this.record(id, exchange)
    await this.answer(id, exchange, async () => {
      if (!match) throw this.#violated([`${id} is not among the simulated operations`])
      const { route, params } = match
      const faults = [
        ...issues('query', route.query ?? Nothing, query),
        ...issues('body', route.body ?? Nothing, body ?? {}),
      ]
      if (faults.length > 0) throw this.#violated(faults.map((each) => `${id} ${each}`))
      const token = this.#identify(request)
      const [world, vendor] = [this.#world, this.#vendor]
      const record = isRecord(body) ? body : {}
      return route.run(new ForgeCall({ world, vendor, token, method, url, params, query, body: record }))
    })
  }

  protected override refused(error: unknown): ForgeReply | undefined {
    return error instanceof ForgeRefusal ? error.reply : undefined
  }

  protected override planted(fault: PlantedFault): ForgeReply {
    const status = fault.status ?? 500
    const body = this.#vendor.planted(status, fault.message ?? 'Planted by the test')
    return { status, body, ...(fault.headers ? { headers: fault.headers } : {}) }
  }

  protected override send(response: ServerResponse, reply: ForgeReply): void {
    response.writeHead(reply.status, {
      'content-type': reply.text === undefined ? 'application/json' : 'text/plain; charset=utf-8',
      ...reply.headers,
    })
    response.end(reply.text ?? (reply.body === undefined ? undefined : JSON.stringify(reply.body)))
  }

  #identify(request: IncomingMessage): ForgeToken | undefined {
    const value = this.#vendor.tokenOf(request.headers)
    if (value === undefined) return undefined
    const token = this.#world.tokens.find((each) => each.value === value)
    if (!token) throw this.#vendor.unauthorized()
    return token
  }

  #violated(faults: readonly string[]): ForgeRefusal {
    this.violations.push(...faults)
    return new ForgeRefusal(500, { message: `Against the description of the API: ${faults.join('; ')}` })
  }
}

function issues(part: string, schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value)
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${part}.${issue.path.join('.')}: ${issue.message}`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
