import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fetchWithinOrigin } from './fetch-within-origin.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed))
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ask = (address: string) =>
  fetchWithinOrigin(address, { method: 'POST', headers: { 'x-api-key': 'secret' }, body: '{}' })

test.each([301, 302, 303, 307, 308])('takes no key to another server by a %i', async (status) => {
  const seen: unknown[] = []
  const other = await serve((request, reply) => {
    seen.push(request.headers)
    reply.end('{}')
  })
  const address = await serve((_, reply) => reply.writeHead(status, { location: `${other}/v1` }).end())
  await expect(ask(address)).rejects.toThrow(`The server redirects to ${other}, where no key is sent.`)
  expect(seen).toEqual([])
})

test('follows a redirect within the server with the method and the body, and no circle', async () => {
  const address = await serve((request, reply) => {
    if (request.url === '/circle') return void reply.writeHead(308, { location: '/circle' }).end()
    if (request.url !== '/v1/') return void reply.writeHead(308, { location: '/v1/' }).end()
    reply.end(`${request.method} ${request.headers['x-api-key']}`)
  })
  expect(await (await ask(`${address}/v1`)).text()).toBe('POST secret')
  await expect(ask(`${address}/circle`)).rejects.toThrow('The server redirects to')
})

test('other replies pass untouched', async () => {
  const address = await serve((_, reply) => reply.writeHead(418).end('tea'))
  const reply = await ask(address)
  expect([reply.status, await reply.text()]).toEqual([418, 'tea'])
})
