import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { DocentError } from '@docent/core/plugin'

export interface MetricsAddress {
  host: string
  port: number
  token: string | undefined
}

const REQUEST_MS = 10_000
/** More than collectors ever need. */
const MOST_CONNECTIONS = 64

/** Serves `/metrics` on a port of its own, so that no proxy in front of Docent makes it public by accident. */
export class MetricsServer {
  readonly url: string
  readonly #server: Server

  private constructor(server: Server, host: string) {
    this.#server = server
    const { port } = server.address() as AddressInfo
    this.url = `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}/metrics`
  }

  /** @throws DocentError `configuration` when the port is taken, or when others would reach it without a token. */
  static async listen(
    { host, port, token }: MetricsAddress,
    write: (req: IncomingMessage, res: ServerResponse) => void,
  ): Promise<MetricsServer> {
    if (token === undefined && !isLoopback(host)) {
      throw new DocentError(
        'configuration',
        `/metrics would be open to everyone who reaches ${host}:${port}. Set DOCENT_METRICS_TOKEN to at least 16 characters and give them to Prometheus as its bearer token, or leave out \`prometheus.host\` of otel() in docent.config.ts.`,
      )
    }
    const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (req, res) => {
      const refusal = refusalOf(req, token)
      if (refusal === undefined) return write(req, res)
      res.writeHead(refusal, refusal === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}).end()
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(host, port, error)))
      server.listen(port, host, resolve)
    })
    // A connection that cannot be accepted, with all files in use, would end the process.
    server.on('error', () => undefined)
    server.maxConnections = MOST_CONNECTIONS
    // Metrics alone keep no process alive.
    server.unref()
    return new MetricsServer(server, host)
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }
}

function refusalOf({ method, url = '', headers }: IncomingMessage, token: string | undefined) {
  if (token !== undefined && !isSame(headers.authorization ?? '', `Bearer ${token}`)) return 401
  if (url.split('?', 1)[0] !== '/metrics') return 404
  return method === 'GET' || method === 'HEAD' ? undefined : 405
}

/** In a time that says nothing about where they differ. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): DocentError {
  const reason = cause.code === 'EADDRINUSE' ? 'another program listens there' : cause.message
  return new DocentError(
    'configuration',
    `/metrics cannot listen on ${host}:${port}: ${reason}. Set DOCENT_METRICS_PORT to another port, or \`prometheus: false\` of otel() in docent.config.ts.`,
    { cause },
  )
}
