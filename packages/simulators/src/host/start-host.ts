import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostReply, HostServer } from './host-server.ts'

/** Serves what `begin` makes on a free port of 127.0.0.1, with a folder of its own for repositories. */
export async function startHost<Made extends { server: HostServer<HostReply> }>(
  name: string,
  begin: (at: { origin: string; folder: string }) => Made,
): Promise<Made & { close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), `simulated-${name.toLowerCase()}-`))
  const http = createServer()
  const made = begin({ origin: await listen(http), folder })
  const { server } = made
  http.on('request', (request, response) => {
    server.handle(request, response).catch((error: unknown) => {
      server.violations.push(`simulator failed: ${String(error)}`)
      response.destroy()
    })
  })
  const close = async (): Promise<void> => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { ...made, close }
}

async function listen(http: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}
