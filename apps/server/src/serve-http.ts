import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DocentError } from '@docent/core'
import { toNodeHandler } from 'h3/node'
import { createApp } from './app.ts'
import { problemReply } from './middleware/problem.ts'
import { requestId } from './middleware/request-id.ts'
import type { Services } from './services.ts'

/** A server that accepts requests. */
export interface HttpServer {
  /** `http://127.0.0.1:3000`, without a trailing slash. */
  readonly url: string
  /** Accepts nothing new, lets what runs end until the signal aborts, then cuts it off. */
  close(signal: AbortSignal): Promise<void>
}

/** A client that sends its headers or its body slower than this is holding a connection, ms. */
const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 60_000

/**
 * Serves the application. On node:http and not through listhen, which takes 100 ms more to start.
 * @throws DocentError `configuration` when the address is in use or may not be listened on.
 */
export async function serveHttp(services: Services): Promise<HttpServer> {
  const handler = toNodeHandler(createApp(services))
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: 65_000 },
    (req, res) => void handler(req, res),
  )
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end(malformedRequest(services))
  })
  const { host, port } = services.http
  await listen(server, host, port)
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: (signal) => close(server, services, signal),
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): DocentError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is in use. Stop what listens there, or choose another port with PORT or http.port.`,
    EACCES: `Port ${port} needs more permissions. Choose one above 1023 with PORT or http.port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with HOST or http.host.`,
    ENOTFOUND: `The host ${host} cannot be found. Choose another with HOST or http.host.`,
  }
  const message = reasons[error.code ?? ''] ?? `Cannot listen on ${host}:${port} (${error.code}).`
  return new DocentError('configuration', message, { cause: error })
}

async function close(server: Server, { streams }: Services, signal: AbortSignal): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await streams.drain(signal)
  server.closeIdleConnections()
  const cutOff = () => server.closeAllConnections()
  if (signal.aborted) cutOff()
  else signal.addEventListener('abort', cutOff, { once: true })
  await closed
  signal.removeEventListener('abort', cutOff)
}

/** What is not HTTP gets an answer in the shape of all others, and the connection ends. */
function malformedRequest({ clock }: Services): string {
  const error = new DocentError('invalid_request', 'The request is not valid HTTP.', {
    issues: [{ path: 'request', message: 'is not valid HTTP' }],
  })
  const { type, body } = problemReply(error, {
    instance: '/',
    requestId: requestId(undefined),
    now: clock.now(),
  })
  return `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
