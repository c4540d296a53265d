import type { Server } from 'node:http'
import type { Handler } from '@docent/http'
import { boundConnections, ConnectionErrors, connectionsFor } from '@docent/http'
import { toNodeHandler } from 'h3/node'
import type { ListenOptions } from 'listhen'
import { createApp } from '../app.ts'
import type { HttpSettings } from '../config/http-settings.ts'
import { openFileLimit } from '../process/open-file-limit.ts'
import { cannotListen, choosePort } from './choose-port.ts'
import type { HttpServer } from './http-server.ts'
import { importListener } from './import-listener.ts'

/** How long an idle connection is kept for the next request, ms: longer than proxies keep theirs. */
const KEEP_ALIVE_MS = 65_000

/**
 * Serves the application.
 * @param library what listens; a start that has other work to do imports it meanwhile
 * @throws DocentError `configuration` when the address is in use or may not be listened on, or when the certificate
 * cannot be read.
 */
export async function serveHttp(
  handler: Handler,
  http: HttpSettings,
  library: Promise<typeof import('listhen')> = importListener(),
): Promise<HttpServer> {
  const { services } = handler
  const [{ listen }, port] = await Promise.all([library, choosePort(http)])
  const connectionErrors = new ConnectionErrors(services.clock)
  const app = toNodeHandler(createApp(handler))
  const listener = connectionErrors.listener((req, res) => void app(req, res))
  const listening = await listen(listener, listenOptions(http, port)).catch((error: unknown) => {
    throw cannotListen(error, http)
  })
  const server = listening.server as Server
  limitTimes(server, http)
  boundConnections(server, connectionsFor(openFileLimit()), services.logger)
  connectionErrors.attend(server)
  const name = http.host.includes(':') ? `[${http.host}]` : http.host
  return {
    url: `${listening.https ? 'https' : 'http'}://${name}:${listening.address.port}`,
    showAddresses: () => listening.showURL(),
    open: () => listening.open(),
    close: (signal) => close(server, services, signal),
  }
}

/** Sets every option, because most defaults read the environment, print, or end the process on a signal. */
function listenOptions({ host, https, development }: HttpSettings, port: number): Partial<ListenOptions> {
  return {
    name: 'Docent',
    port,
    hostname: host,
    https,
    public: ['0.0.0.0', '::', '[::]'].includes(host),
    // Otherwise a port that is in use silently becomes another one.
    isProd: !development,
    isTest: false,
    showURL: false,
    open: false,
    clipboard: false,
    tunnel: false,
    // It would end the process before the drain.
    autoClose: false,
  }
}

function limitTimes(server: Server, { headersTimeoutMs, requestTimeoutMs }: HttpSettings): void {
  Object.assign(server, {
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs / 4, requestTimeoutMs / 4),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Refused in the shape of every other refusal.
    requireHostHeader: false,
  })
  // Node reads the interval when a server begins to listen.
  server.emit('listening')
}

async function close(server: Server, { streams }: Handler['services'], signal: AbortSignal): Promise<void> {
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
