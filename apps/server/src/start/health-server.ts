import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DocentError } from '@docent/core/plugin'
import type { Services } from '@docent/http'
import { boundConnections, partsOf } from '@docent/http'

const REQUEST_MS = 10_000
/** More than probes ever need. */
const MOST_CONNECTIONS = 64

/** `/health/live` and `/health/ready` of a process that serves nothing else. Says how parts are, not why. */
export class HealthServer {
  readonly url: string
  readonly #server: Server

  private constructor(server: Server, host: string) {
    this.#server = server
    const { port } = server.address() as AddressInfo
    this.url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  }

  /** @throws DocentError `configuration` when the port is taken. */
  static async listen(services: Services, host: string, port: number): Promise<HealthServer> {
    const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (req, res) => {
      answer(services, req.url?.split('?', 1)[0]).then(
        ({ status, body }) => {
          res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
          res.end(JSON.stringify(body))
        },
        (error: unknown) => {
          services.logger.error({ err: error }, 'a probe could not be answered')
          res.writeHead(500).end()
        },
      )
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', (cause: NodeJS.ErrnoException) => {
        const reason = cause.code === 'EADDRINUSE' ? 'another program listens there' : cause.message
        const message = `Docent cannot respond to probes on ${host}:${port}: ${reason}. Set --health-port to another port.`
        reject(new DocentError('configuration', message, { cause }))
      })
      server.listen(port, host, resolve)
    })
    boundConnections(server, MOST_CONNECTIONS, services.logger)
    return new HealthServer(server, host)
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }
}

async function answer(
  services: Services,
  path: string | undefined,
): Promise<{ status: number; body: object }> {
  if (path === '/health/live') return { status: 200, body: { status: 'ok' } }
  if (path !== '/health/ready') return { status: 404, body: { status: 'not found' } }
  const { ok, parts } = await partsOf(services, { serves: false })
  const isWhole = Object.values(parts).every((part) => part.ok)
  const shown = Object.entries(parts).map(([name, part]) => [name, { ok: part.ok }])
  const status = ok ? (isWhole ? 'ok' : 'degraded') : 'unavailable'
  return { status: ok ? 200 : 503, body: { status, parts: Object.fromEntries(shown) } }
}
