import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { appOperations } from './app-operations.ts'
import { commentOperations } from './comment-operations.ts'
import { forkOperations } from './fork-operations.ts'
import { type Identity, identify } from './github-access.ts'
import { answerGit, matchGit } from './github-git-route.ts'
import type { GithubObjects } from './github-objects.ts'
import { GithubCall, type GithubOperation, type GithubReply } from './github-operation.ts'
import { GithubRefusal } from './github-refusal.ts'
import type { GithubWorld } from './github-world.ts'
import { answerGraphql } from './graphql-operations.ts'
import { isRecord, type MatchedOperation, type OpenApiContract } from './open-api-contract.ts'
import { type PlantedFault, PlantedFaults } from './planted-fault.ts'
import { pullOperations } from './pull-operations.ts'
import { repositoryOperations } from './repository-operations.ts'

/** One request as it came in. `operation` is named as in `PlantedFaults`. */
export interface RecordedRequest {
  operation: string
  method: string
  path: string
  query: Record<string, string>
  body: unknown
  headers: Readonly<Record<string, string | string[] | undefined>>
}

const OPERATIONS: Readonly<Record<string, GithubOperation>> = {
  ...appOperations,
  ...commentOperations,
  ...forkOperations,
  ...pullOperations,
  ...repositoryOperations,
  'rate-limit/get': ({ world }) => {
    const rate = {
      limit: world.rate.limit,
      used: world.rate.limit - world.rate.remaining,
      ...rateNumbers(world),
    }
    return { status: 200, body: { rate, resources: { core: rate, search: rate } } }
  },
}

/** Answers HTTP requests: records them, judges them and their replies, and plants what was asked to go wrong. */
export class GithubServer {
  readonly requests: RecordedRequest[] = []
  readonly violations: string[] = []
  readonly faults = new PlantedFaults()
  readonly #world: GithubWorld
  readonly #contract: OpenApiContract
  readonly #objects: GithubObjects

  constructor(world: GithubWorld, contract: OpenApiContract, objects: GithubObjects) {
    this.#world = world
    this.#contract = contract
    this.#objects = objects
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#world.origin)
    const git = matchGit(url)
    if (git) {
      const operation = git.rest === '/info/refs' ? `${git.service}/refs` : git.service
      this.#record(operation, request, url, undefined)
      await answerGit(this.#world, git, this.faults.take(operation), request, response)
      return
    }
    const body = await readJson(request)
    if (url.pathname === '/api/graphql') {
      this.#record('graphql', request, url, body)
      await this.#answer('graphql', request, response, (identity) =>
        answerGraphql(this.#call(identity, request, url, {}, {}, body)),
      )
      return
    }
    await this.#answerRest(request, response, url, body)
  }

  async #answerRest(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    body: unknown,
  ): Promise<void> {
    const method = request.method ?? 'GET'
    const path = this.#restPath(url.pathname)
    const match = path === undefined ? undefined : this.#contract.match(method, path)
    const id = match?.id ?? `${method} ${url.pathname}`
    const query = this.#record(id, request, url, body)
    await this.#answer(id, request, response, async (identity) => {
      if (!match) throw this.#violated([`${id} is not among the simulated operations`])
      const faults = this.#contract.requestFaults(match, query, body)
      if (faults.length > 0) throw this.#violated(faults.map((fault) => `${id} request: ${fault}`))
      return this.#run(match, this.#call(identity, request, url, match.params, query, body))
    })
  }

  async #run(match: MatchedOperation, call: GithubCall): Promise<GithubReply> {
    const operation = OPERATIONS[match.id]
    if (!operation) throw new Error(`no operation ${match.id}`)
    const reply = await operation(call)
    const faults = reply.text ? [] : this.#contract.replyFaults(match.id, reply.status, reply.body)
    if (faults.length > 0) throw this.#violated(faults)
    return reply
  }

  async #answer(
    id: string,
    request: IncomingMessage,
    response: ServerResponse,
    operate: (identity: Identity) => GithubReply | Promise<GithubReply>,
  ): Promise<void> {
    const fault = this.faults.take(id)
    if (fault?.delayMs !== undefined) await wait(fault.delayMs)
    const loses = fault?.disconnect === true || fault?.status !== undefined
    let reply: GithubReply | undefined
    if (!loses || fault?.afterEffect) {
      const attempt = (): Promise<GithubReply> => this.#attempt(request, operate)
      reply = await attempt()
      if (fault?.duplicate) reply = await attempt()
    }
    if (fault?.disconnect) {
      request.socket.destroy()
      return
    }
    send(this.#world, response, fault && loses ? planted(fault) : (reply ?? { status: 500 }))
  }

  async #attempt(
    request: IncomingMessage,
    operate: (identity: Identity) => GithubReply | Promise<GithubReply>,
  ): Promise<GithubReply> {
    try {
      const identity = identify(this.#world, request.headers.authorization)
      if (!this.#world.takeRequest()) throw new GithubRefusal(403, 'API rate limit exceeded for this token.')
      return await operate(identity)
    } catch (error) {
      if (error instanceof GithubRefusal)
        return { status: error.status, body: error.body, headers: error.headers }
      // A fault of the simulator itself must not look like a fault of the caller.
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      this.violations.push(`simulator failed: ${message}`)
      return { status: 500, body: { message: 'The simulated GitHub failed; see its violations' } }
    }
  }

  #violated(faults: readonly string[]): GithubRefusal {
    this.violations.push(...faults)
    return new GithubRefusal(500, `Against the description of the API: ${faults.join('; ')}`)
  }

  #call(
    identity: Identity,
    request: IncomingMessage,
    url: URL,
    params: Record<string, string>,
    query: Record<string, string>,
    body: unknown,
  ): GithubCall {
    return new GithubCall({
      world: this.#world,
      objects: this.#objects,
      identity,
      method: request.method ?? 'GET',
      url,
      params,
      query,
      body: isRecord(body) ? body : {},
      accept: request.headers.accept ?? '',
    })
  }

  /** Path below the API's root; `/repositories/{id}`, where redirects lead, is read as the repository's path. */
  #restPath(pathname: string): string | undefined {
    if (!pathname.startsWith('/api/v3/')) return undefined
    const path = pathname.slice('/api/v3'.length)
    const byId = /^\/repositories\/(\d+)(.*)$/.exec(path)
    if (!byId) return path
    const repository = this.#world.repositories.find((each) => each.id === Number(byId[1]))
    return repository && `/repos/${repository.owner.login}/${repository.name}${byId[2]}`
  }

  #record(operation: string, request: IncomingMessage, url: URL, body: unknown): Record<string, string> {
    const query = Object.fromEntries(url.searchParams)
    const { method = 'GET', headers } = request
    this.requests.push({ operation, method, path: url.pathname, query, body, headers })
    return query
  }
}

function planted(fault: PlantedFault): GithubReply {
  const message = fault.message ?? 'Planted by the test'
  return {
    status: fault.status ?? 500,
    body: { message },
    ...(fault.headers ? { headers: fault.headers } : {}),
  }
}

function send(world: GithubWorld, response: ServerResponse, reply: GithubReply): void {
  const { remaining, reset } = rateNumbers(world)
  response.writeHead(reply.status, {
    'content-type': reply.text?.type ?? 'application/json; charset=utf-8',
    'x-github-request-id': randomUUID(),
    'x-github-media-type': 'github.v3; format=json',
    'x-ratelimit-limit': String(world.rate.limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-used': String(world.rate.limit - remaining),
    'x-ratelimit-reset': String(reset),
    'x-ratelimit-resource': 'core',
    ...reply.headers,
  })
  response.end(reply.text?.content ?? (reply.body === undefined ? undefined : JSON.stringify(reply.body)))
}

function rateNumbers(world: GithubWorld): { remaining: number; reset: number } {
  return { remaining: world.rate.remaining, reset: Math.ceil(world.rate.resetAt / 1000) }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? undefined : JSON.parse(text)
}
