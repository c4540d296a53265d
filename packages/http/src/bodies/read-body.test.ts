import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DocentError } from '@docent/core/plugin'
import { expect, test } from 'vitest'
import { LargeBodies } from './large-bodies.ts'
import { readBody } from './read-body.ts'

test('large bodies of many requests share a limit, and give their memory back', async () => {
  const large = new LargeBodies(30_000)
  const waiting: (() => void)[] = []
  const server = createServer(async (req, res) => {
    try {
      const body = await readBody(req, res, { maxBytes: 50_000, largeBytes: 1_000, large })
      await new Promise<void>((resolve) => waiting.push(resolve))
      res.end(String(body.length))
    } catch (error) {
      res.statusCode = DocentError.is(error, 'unavailable') ? 503 : 500
      res.end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = async (bytes: number) => {
    const req = request({ port, host: '127.0.0.1', method: 'POST' })
    req.end(Buffer.alloc(bytes))
    const [res] = await once(req, 'response')
    res.resume()
    return res.statusCode
  }
  const first = send(20_000)
  while (waiting.length < 1) await new Promise(setImmediate)
  expect(await send(20_000)).toBe(503)
  const small = send(900)
  while (waiting.length < 2) await new Promise(setImmediate)
  for (const end of waiting.splice(0)) end()
  expect(await Promise.all([first, small])).toEqual([200, 200])
  const again = send(20_000)
  while (waiting.length < 1) await new Promise(setImmediate)
  waiting[0]?.()
  expect(await again).toBe(200)
  server.close()
})
