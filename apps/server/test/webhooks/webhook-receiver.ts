import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  /** Every request so far, oldest first. */
  readonly requests: readonly ReceivedRequest[]
  /** Requests whose body has that type. */
  ofType(type: string): ReceivedRequest[]
  /** Resolves when so many requests, of that type if one is named, have come; fails after ten seconds. */
  received(count: number, type?: string): Promise<ReceivedRequest[]>
}

/** A server on 127.0.0.1 that keeps what it is sent and replies as `reply` says; by default 204. */
export async function webhookReceiver(
  reply: (request: ReceivedRequest, response: ServerResponse, count: number) => void = (_request, response) =>
    void response.writeHead(204).end(),
): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = []
  const waiting = new Set<() => void>()
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const request = { method: req.method ?? '', path: req.url ?? '', headers: req.headers, body }
      requests.push(request)
      reply(request, res, requests.length)
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ofType = (type?: string) =>
    type === undefined ? requests : requests.filter(({ body }) => JSON.parse(body).type === type)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    ofType,
    received: (count, type) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`Of ${count} ${type ?? 'requests'} came ${ofType(type).length}.`))
        }, 60_000)
        function look() {
          const found = ofType(type)
          if (found.length < count) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve([...found])
        }
        waiting.add(look)
        look()
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
