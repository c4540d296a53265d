import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ServedPage extends AsyncDisposable {
  /** Another origin than the server's: the port differs. */
  readonly origin: string
}

/** A page on an origin of its own, with one script or none: a documentation site that embeds the assistant. */
export async function servePage(script = ''): Promise<ServedPage> {
  const html =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Docs</title><link rel="icon" href="data:,"><main id="root"></main><script src="/page.js"></script></html>'
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8',
    })
    response.end(isScript ? script : html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
