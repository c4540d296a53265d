import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveGit } from './git-http-backend.ts'

export interface ServedRepository {
  /** What `git clone` takes. */
  readonly url: string
  close(): Promise<void>
}

/** Serves one repository over HTTP on 127.0.0.1 to anyone who reads, as a public repository of a git host. */
export async function serveRepository(gitDir: string, name: string): Promise<ServedRepository> {
  const prefix = `/${name}.git`
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (!url.pathname.startsWith(`${prefix}/`)) {
      response.writeHead(404).end()
      return
    }
    const path = url.pathname.slice(prefix.length)
    serveGit(request, response, { gitDir, path, query: url.search.slice(1) }).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
