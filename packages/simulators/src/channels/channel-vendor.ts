import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface VendorReply {
  status: number
  body: unknown
  headers?: Readonly<Record<string, string>>
}

export interface VendorCall {
  method: string
  url: URL
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Parsed JSON or form. */
  body: Readonly<Record<string, unknown>>
}

/** A vendor of channels on a free port of 127.0.0.1. Replies of the write that posts can be refused or lost. */
export abstract class ChannelVendor {
  readonly calls: VendorCall[] = []
  /** What a client must not do, or the simulator does not know. */
  readonly violations: string[] = []
  readonly now: () => number
  origin = ''
  #limited: number[] = []
  #lost = 0
  #away = 0
  #ids = 0
  readonly #http = createServer((request, response) => {
    this.#handle(request, response).catch((error: unknown) => {
      this.violations.push(`the simulator failed: ${String(error)}`)
      response.destroy()
    })
  })

  constructor(now: () => number) {
    this.now = now
  }

  /** True for a call that posts. */
  protected abstract posts(call: VendorCall): boolean
  protected abstract answer(call: VendorCall): VendorReply
  protected abstract limitedReply(seconds: number): VendorReply

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve))
    this.origin = `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections()
    await new Promise((resolve) => this.#http.close(resolve))
  }

  /** The next post meets the rate limit. */
  limitNextPost(seconds: number): void {
    this.#limited.push(seconds)
  }

  /** The next post arrives, and its reply gets lost. */
  loseNextPost(): void {
    this.#lost += 1
  }

  /** So many calls fail as those to a vendor that is away. */
  goAway(calls: number): void {
    this.#away = calls
  }

  protected nextId(): number {
    this.#ids += 1
    return this.#ids
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { method = 'GET', headers } = request
    const body = headers['content-type']?.includes('json')
      ? (JSON.parse(text || '{}') as Record<string, unknown>)
      : Object.fromEntries(new URLSearchParams(text))
    const call = { method, url: new URL(request.url ?? '/', this.origin), headers, body }
    this.calls.push(call)
    if (this.#away > 0) {
      this.#away -= 1
      return send(response, { status: 503, body: { message: 'away' } })
    }
    const seconds = this.posts(call) ? this.#limited.shift() : undefined
    if (seconds !== undefined) return send(response, this.limitedReply(seconds))
    const reply = this.answer(call)
    if (this.posts(call) && this.#lost > 0) {
      this.#lost -= 1
      request.socket.destroy()
      return
    }
    send(response, reply)
  }
}

function send(response: ServerResponse, { status, body, headers }: VendorReply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(status === 204 ? undefined : JSON.stringify(body))
}
