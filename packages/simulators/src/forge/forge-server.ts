import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { RecordedRequest } from '../github/github-server.ts'
import { type PlantedFault, PlantedFaults } from '../github/planted-fault.ts'
import { ForgeCall } from './forge-call.ts'
import { answerGit, matchGit } from './forge-git-route.ts'
import type { ForgeToken } from './forge-model.ts'
import { ForgeRefusal, type ForgeReply } from './forge-refusal.ts'
import { matchRoute } from './forge-route.ts'
import type { ForgeVendor } from './forge-vendor.ts'
import type { ForgeWorld } from './forge-world.ts'

const Nothing = z.strictObject({})

/** Answers HTTP requests: records them, judges their fields, and plants what was asked to go wrong. */
export class ForgeServer {
  readonly requests: RecordedRequest[] = []
  readonly violations: string[] = []
  readonly faults = new PlantedFaults()
  readonly #world: ForgeWorld
  readonly #vendor: ForgeVendor

  constructor(world: ForgeWorld, vendor: ForgeVendor) {
    this.#world = world
    this.#vendor = vendor
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#world.origin)
    const git = matchGit(url)
    if (git) {
      const operation = git.rest === '/info/refs' ? `${git.service}/refs` : git.service
      this.#record(operation, request, url, undefined)
      const host = { world: this.#world, vendor: this.#vendor }
      await answerGit(host, git, this.faults.take(operation), request, response)
      return
    }
    await this.#answer(request, response, url, await readJson(request))
  }

  async #answer(request: IncomingMessage, response: ServerResponse, url: URL, body: unknown): Promise<void> {
    const { method = 'GET' } = request
    const { apiPath, routes } = this.#vendor
    const path = url.pathname.startsWith(`${apiPath}/`) ? url.pathname.slice(apiPath.length) : ''
    const match = matchRoute(routes, method, path)
    const id = match?.route.id ?? `${method} ${url.pathname}`
    const query = this.#record(id, request, url, body)
    const fault = this.faults.take(id)
    if (fault?.delayMs !== undefined) await wait(fault.delayMs)
    const loses = fault?.disconnect === true || fault?.status !== undefined
    const attempt = (): Promise<ForgeReply> =>
      this.#attempt(id, async () => {
        if (!match) throw this.#violated([`${id} is not among the simulated operations`])
        const { route, params } = match
        const faults = [
          ...issues('query', route.query ?? Nothing, query),
          ...issues('body', route.body ?? Nothing, body ?? {}),
        ]
        if (faults.length > 0) throw this.#violated(faults.map((each) => `${id} ${each}`))
        const token = this.#identify(request)
        const record = isRecord(body) ? body : {}
        const world = this.#world
        const call = new ForgeCall({
          world,
          vendor: this.#vendor,
          token,
          method,
          url,
          params,
          query,
          body: record,
        })
        return route.run(call)
      })
    let reply: ForgeReply = { status: 500 }
    if (!loses || fault?.afterEffect) {
      reply = await attempt()
      if (fault?.duplicate) reply = await attempt()
    }
    if (fault?.disconnect) {
      request.socket.destroy()
      return
    }
    send(response, fault && loses ? this.#planted(fault) : reply)
  }

  async #attempt(id: string, run: () => Promise<ForgeReply>): Promise<ForgeReply> {
    try {
      return await run()
    } catch (error) {
      if (error instanceof ForgeRefusal) return error.reply
      // A fault of the simulator itself must not look like a fault of the caller.
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      this.violations.push(`simulator failed in ${id}: ${message}`)
      return { status: 500, body: { message: 'The simulated host failed; see its violations' } }
    }
  }

  #identify(request: IncomingMessage): ForgeToken | undefined {
    const value = this.#vendor.tokenOf(request.headers)
    if (value === undefined) return undefined
    const token = this.#world.tokens.find((each) => each.value === value)
    if (!token) throw this.#vendor.unauthorized()
    return token
  }

  #planted(fault: PlantedFault): ForgeReply {
    const status = fault.status ?? 500
    const body = this.#vendor.planted(status, fault.message ?? 'Planted by the test')
    return { status, body, ...(fault.headers ? { headers: fault.headers } : {}) }
  }

  #violated(faults: readonly string[]): ForgeRefusal {
    this.violations.push(...faults)
    return new ForgeRefusal(500, { message: `Against the description of the API: ${faults.join('; ')}` })
  }

  #record(operation: string, request: IncomingMessage, url: URL, body: unknown): Record<string, string> {
    const query = Object.fromEntries(url.searchParams)
    const { method = 'GET', headers } = request
    this.requests.push({ operation, method, path: url.pathname, query, body, headers })
    return query
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

function send(response: ServerResponse, reply: ForgeReply): void {
  response.writeHead(reply.status, {
    'content-type': reply.text === undefined ? 'application/json' : 'text/plain; charset=utf-8',
    ...reply.headers,
  })
  response.end(reply.text ?? (reply.body === undefined ? undefined : JSON.stringify(reply.body)))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? undefined : JSON.parse(text)
}
