import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { answerGit, type GitAccess, matchGit } from './git-route.ts'
import { type PlantedFault, PlantedFaults } from './planted-fault.ts'

/** One request as it came in. `operation` is named as in `PlantedFaults`. */
export interface RecordedRequest {
  operation: string
  method: string
  path: string
  query: Record<string, string>
  body: unknown
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A request of the API on its way. */
export interface HostExchange {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  body: unknown
}

export interface HostReply {
  status: number
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** Answers HTTP requests as a git host: records them, serves git, and plants what was asked to go wrong. */
export abstract class HostServer<Reply extends HostReply> {
  readonly requests: RecordedRequest[] = []
  readonly violations: string[] = []
  readonly faults = new PlantedFaults()

  protected abstract readonly origin: string
  protected abstract readonly git: GitAccess
  /** Answers a request that is none of git: calls `record`, then `answer`. */
  protected abstract answerApi(exchange: HostExchange): Promise<void>
  /** The reply that an error stands for; undefined for a fault of the simulator. */
  protected abstract refused(error: unknown): Reply | undefined
  protected abstract planted(fault: PlantedFault): HostReply
  protected abstract send(response: ServerResponse, reply: Reply | HostReply): void

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin)
    const git = matchGit(url)
    if (!git) return this.answerApi({ request, response, url, body: await readJson(request) })
    const operation = git.rest === '/info/refs' ? `${git.service}/refs` : git.service
    this.record(operation, { request, response, url, body: undefined })
    await answerGit(this.git, { git, url, fault: this.faults.take(operation) }, request, response)
  }

  /** @returns the query */
  protected record(operation: string, { request, url, body }: HostExchange): Record<string, string> {
    const query = Object.fromEntries(url.searchParams)
    const { method = 'GET', headers } = request
    this.requests.push({ operation, method, path: url.pathname, query, body, headers })
    return query
  }

  /** Carries out an operation and sends its reply, with the fault that was planted for it. */
  protected async answer(
    operation: string,
    { request, response }: HostExchange,
    run: () => Reply | Promise<Reply>,
  ): Promise<void> {
    const fault = this.faults.take(operation)
    if (fault?.delayMs !== undefined) await wait(fault.delayMs)
    const loses = fault?.disconnect === true || fault?.status !== undefined
    let reply: Reply | HostReply = { status: 500 }
    if (!loses || fault?.afterEffect) {
      reply = await this.#attempt(operation, response, run)
      if (fault?.duplicate) reply = await this.#attempt(operation, response, run)
    }
    if (fault?.disconnect) {
      request.socket.destroy()
      return
    }
    this.send(response, fault && loses ? this.planted(fault) : reply)
  }

  async #attempt(
    operation: string,
    response: ServerResponse,
    run: () => Reply | Promise<Reply>,
  ): Promise<Reply | HostReply> {
    try {
      return await run()
    } catch (error) {
      const reply = this.refused(error)
      if (reply !== undefined) return reply
      // The caller has hung up, and its repository may be gone by now.
      if (response.destroyed) return { status: 500 }
      // A fault of the simulator itself must not look like a fault of the caller.
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      this.violations.push(`simulator failed in ${operation}: ${message}`)
      return { status: 500, body: { message: 'The simulated host failed; see its violations' } }
    }
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? undefined : JSON.parse(text)
}
