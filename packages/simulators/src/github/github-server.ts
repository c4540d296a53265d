import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { GitAccess } from '../host/git-route.ts'
import { type HostExchange, HostServer } from '../host/host-server.ts'
import type { PlantedFault } from '../host/planted-fault.ts'
import { type Identity, identify } from './github-access.ts'
import { githubGitAccess } from './github-git-access.ts'
import type { GithubObjects } from './github-objects.ts'
import { GithubRefusal } from './github-refusal.ts'
import type { GithubWorld } from './github-world.ts'
import { isRecord, type MatchedOperation, type OpenApiContract } from './open-api-contract.ts'
import { appOperations } from './operations/app-operations.ts'
import { commentOperations } from './operations/comment-operations.ts'
import { forkOperations } from './operations/fork-operations.ts'
import { GithubCall, type GithubOperation, type GithubReply } from './operations/github-operation.ts'
import { answerGraphql } from './operations/graphql-operations.ts'
import { pullOperations } from './operations/pull-operations.ts'
import { repositoryOperations } from './operations/repository-operations.ts'

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

/** Answers HTTP requests, and judges them and their replies. */
export class GithubServer extends HostServer<GithubReply> {
  protected override readonly git: GitAccess
  readonly #world: GithubWorld
  readonly #contract: OpenApiContract
  readonly #objects: GithubObjects

  constructor(world: GithubWorld, contract: OpenApiContract, objects: GithubObjects) {
    super()
    this.#world = world
    this.#contract = contract
    this.#objects = objects
    this.git = githubGitAccess(world)
  }

  protected override get origin(): string {
    return this.#world.origin
  }

  protected override async answerApi(exchange: HostExchange): Promise<void> {
    const { request, url, body } = exchange
    if (url.pathname === '/api/graphql') {
      this.record('graphql', exchange)
      await this.answer('graphql', exchange, () => answerGraphql(this.#call(exchange, {}, {})))
      return
    }
    const method = request.method ?? 'GET'
    const path = this.#restPath(url.pathname)
    const match = path === undefined ? undefined : this.#contract.match(method, path)
    const id = match?.id ?? `${method} ${url.pathname}`
    const query = this.record(id, exchange)
    await this.answer(id, exchange, () => {
      const call = this.#call(exchange, match?.params ?? {}, query)
      if (!match) throw this.#violated([`${id} is not among the simulated operations`])
      const faults = this.#contract.requestFaults(match, query, body)
      if (faults.length > 0) throw this.#violated(faults.map((fault) => `${id} request: ${fault}`))
      return this.#run(match, call)
    })
  }

  protected override refused(error: unknown): GithubReply | undefined {
    if (!(error instanceof GithubRefusal)) return undefined
    return { status: error.status, body: error.body, headers: error.headers }
  }

  protected override planted(fault: PlantedFault): GithubReply {
    const message = fault.message ?? 'Planted by the test'
    const status = fault.status ?? 500
    return { status, body: { message }, ...(fault.headers ? { headers: fault.headers } : {}) }
  }

  protected override send(response: ServerResponse, reply: GithubReply): void {
    const { limit } = this.#world.rate
    const { remaining, reset } = rateNumbers(this.#world)
    response.writeHead(reply.status, {
      'content-type': reply.text?.type ?? 'application/json; charset=utf-8',
      'x-github-request-id': randomUUID(),
      'x-github-media-type': 'github.v3; format=json',
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-used': String(limit - remaining),
      'x-ratelimit-reset': String(reset),
      'x-ratelimit-resource': 'core',
      ...reply.headers,
    })
    response.end(reply.text?.content ?? (reply.body === undefined ? undefined : JSON.stringify(reply.body)))
  }

  async #run(match: MatchedOperation, call: GithubCall): Promise<GithubReply> {
    const operation = OPERATIONS[match.id]
    if (!operation) throw new Error(`no operation ${match.id}`)
    const reply = await operation(call)
    const faults = reply.text ? [] : this.#contract.replyFaults(match.id, reply.status, reply.body)
    if (faults.length > 0) throw this.#violated(faults)
    return reply
  }

  #violated(faults: readonly string[]): GithubRefusal {
    this.violations.push(...faults)
    return new GithubRefusal(500, `Against the description of the API: ${faults.join('; ')}`)
  }

  /** @throws GithubRefusal for wrong credentials, or past the rate limit */
  #identity(authorization: string | undefined): Identity {
    const identity = identify(this.#world, authorization)
    if (!this.#world.takeRequest()) throw new GithubRefusal(403, 'API rate limit exceeded for this token.')
    return identity
  }

  #call(
    { request, url, body }: HostExchange,
    params: Record<string, string>,
    query: Record<string, string>,
  ): GithubCall {
    return new GithubCall({
      world: this.#world,
      objects: this.#objects,
      identity: this.#identity(request.headers.authorization),
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
}

function rateNumbers(world: GithubWorld): { remaining: number; reset: number } {
  return { remaining: world.rate.remaining, reset: Math.ceil(world.rate.resetAt / 1000) }
}
