import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { replyTo, type Script } from '@docent/testing'
import { sentKey } from './sent-key.ts'
import type { WireFault } from './wire-fault.ts'
import type { WireEvent, WireProtocol } from './wire-protocol.ts'

export interface RecordedWireRequest {
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: unknown
}

/** A loopback server that speaks a vendor's wire format. */
export interface WireServer {
  /** What a client takes as its base URL, with `/v1`. */
  readonly baseURL: string
  /** Requests so far, refused ones included. */
  readonly requests: readonly RecordedWireRequest[]
  /** Why requests were refused for their shape; a client that works has none. */
  readonly problems: readonly string[]
  /** Requests whose client left before the reply was whole. */
  readonly aborted: number
  /** The next request meets it; several are met in order. */
  plant(fault: WireFault): void
  close(): Promise<void>
}

/** Starts a server on 127.0.0.1 that answers with the script. */
export async function wireServer(protocol: WireProtocol, script: Script<unknown>): Promise<WireServer> {
  const state = { requests: [] as RecordedWireRequest[], problems: [] as string[], aborted: 0, replies: 0 }
  const faults: WireFault[] = []
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      state.problems.push(String(error))
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => {
      if (!response.writableFinished) state.aborted++
    })
    const path = request.url ?? ''
    const body = await readJson(request)
    state.requests.push({ path, headers: request.headers, body })
    const fault = faults.shift()
    if (fault?.kind === 'silent' && fault.afterEvents === undefined) return
    if (fault?.kind === 'status') {
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', String(fault.retryAfter))
      return json(
        response,
        fault.status,
        protocol.error(fault.status, `The planted fault of ${sentKey(request.headers)}.`),
      )
    }
    const { embeddings } = protocol
    if (embeddings && path === `/v1${embeddings.path}`) return json(response, 200, embeddings.reply(body))
    const problems =
      path === `/v1${protocol.path}` && request.method === 'POST'
        ? protocol.problems(body, request.headers)
        : [`no route ${request.method} ${path}`]
    if (problems.length > 0) {
      state.problems.push(...problems)
      return json(response, 400, protocol.error(400, problems.join('; ')))
    }
    const reply = await replyTo(script, body, state.replies++)
    const about = { model: String((body as { model: unknown }).model) }
    if (!protocol.isStream(body, request.headers))
      return json(response, 200, protocol.body(reply, about, state.replies))
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...protocol.headers })
    response.flushHeaders()
    await stream(response, protocol.events(reply, about, state.replies), fault)
  }

  async function stream(
    response: ServerResponse,
    events: readonly WireEvent[],
    fault: WireFault | undefined,
  ): Promise<void> {
    for (const [index, event] of events.entries()) {
      if (fault !== undefined && 'afterEvents' in fault && index === fault.afterEvents) {
        if (fault.kind === 'cut') return void response.destroy()
        if (fault.kind === 'short') return void response.end()
        if (fault.kind === 'silent') return
        if (fault.kind === 'error-event') return void response.end(encoded(protocol.errorEvent()))
      }
      const text = encoded(event)
      const malformed = fault?.kind === 'malformed' && index === fault.atEvent
      // Each event in a packet of its own, so that a cut falls between two of them.
      await new Promise<void>((resolve) =>
        response.write(malformed ? text.replace(/"(?=[^"]*$)/, '') : text, () => resolve()),
      )
    }
    response.end(protocol.end)
  }

  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    requests: state.requests,
    problems: state.problems,
    get aborted() {
      return state.aborted
    },
    plant: (fault) => void faults.push(fault),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function encoded({ event, data }: WireEvent): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
}
