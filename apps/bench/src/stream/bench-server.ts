import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server under measurement. */
export interface BenchServer {
  readonly url: string
  /** Path of each operation that the benchmark knows by name. */
  readonly paths: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

/** Serves a listener on a free port of the loopback address. */
export async function serve(
  listener: RequestListener,
  paths: Readonly<Record<string, string>>,
): Promise<BenchServer> {
  const server = createServer(listener)
  // A thousand clients may connect at once.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2_048 })
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths, headers: {} }
}
