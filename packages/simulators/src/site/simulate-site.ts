import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SimulatedSite } from './simulated-site.ts'

/**
 * A website on a free port of this machine, with pages that a test sets, and `llms.txt` and `sitemap.xml` made of them.
 *
 * @example
 * await using site = await simulateSite()
 * site.set('/guides/a', { body: '<h1>A</h1>' })
 * await fetch(`${site.url}/guides/a`)
 * site.requests // [{ path: '/guides/a', status: 200, bytes: 10 }]
 */
export async function simulateSite(): Promise<SimulatedSite> {
  const sites: SimulatedSite[] = []
  const server: Server = createServer((req, res) => sites[0]?.handle(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const site = new SimulatedSite(`http://127.0.0.1:${port}`, async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  sites.push(site)
  return site
}
