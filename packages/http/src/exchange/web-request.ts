import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { RequestSource } from './request-source.ts'

/** A web request as operations read it. @param address of the client, when the server knows it */
export function sourceOf(request: Request, address: string | undefined): RequestSource {
  const { pathname, search, host } = new URL(request.url)
  const body = request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([])
  // A client may leave while nobody reads its body: without a listener, that is an uncaught exception.
  body.on('error', () => {})
  return Object.assign(body, {
    method: request.method,
    url: pathname + search,
    headers: { host, ...Object.fromEntries(request.headers) },
    httpVersion: '1.1',
    socket: { remoteAddress: address },
  })
}
