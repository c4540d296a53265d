import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

/** A server that answers the requests one after another with the given handlers, the last one for all that follow. */
export async function serveReplies(...handlers: Array<(res: ServerResponse, request: Received) => void>) {
  const received: Received[] = []
  const server = createServer(async (req, res) => {
    const body = await text(req)
    const request: Received = {
      method: req.method ?? '',
      path: req.url ?? '',
      headers: req.headers,
      body: body === '' ? undefined : JSON.parse(body),
    }
    received.push(request)
    handlers[Math.min(received.length, handlers.length) - 1]?.(res, request)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function sendJson(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (res: ServerResponse) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    res.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body))
  }
}

/** A stream of server-sent events; `end: false` leaves it open, `'break'` cuts the connection. */
export function sendEvents(
  events: readonly string[],
  { end = true, headers = {} }: { end?: boolean | 'break'; headers?: Record<string, string> } = {},
) {
  return (res: ServerResponse) => {
    res.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
    res.write(events.join(''), () => {
      if (end === 'break') res.destroy()
      else if (end) res.end()
    })
  }
}
