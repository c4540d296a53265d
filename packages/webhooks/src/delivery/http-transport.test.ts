import type { lookup as systemLookup } from 'node:dns'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DocentError } from '@docent/core/plugin'
import { afterEach, expect, test } from 'vitest'
import { HttpTransport } from './http-transport.ts'

let close: (() => Promise<unknown>) | undefined
afterEach(async () => {
  await close?.()
  close = undefined
})

async function listen(handle: (req: IncomingMessage, res: ServerResponse) => void): Promise<number> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return (server.address() as AddressInfo).port
}

/** A name server that gives each answer once, and then the last one. */
function nameServer(...answers: string[][]): { lookup: typeof systemLookup; asked: () => number } {
  let asked = 0
  const lookup = ((_name: string, _options: unknown, callback: (error: null, found: unknown) => void) => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? []
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof systemLookup
  return { lookup, asked: () => asked }
}

const REQUEST = { headers: { 'webhook-id': 'msg_1' }, body: '{"text":"ü"}', allowPrivate: true }

async function failure(work: Promise<unknown>): Promise<DocentError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!DocentError.is(error)) throw new Error(`no DocentError: ${String(error)}`)
  return error
}

test('a date in Retry-After asks for a pause as well', async () => {
  const port = await listen((req, res) => {
    req.resume()
    res.writeHead(503, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }).end()
  })
  const { retryAfterMs } = await new HttpTransport().post({ ...REQUEST, url: `http://127.0.0.1:${port}/x` })
  expect(retryAfterMs).toBeGreaterThan(3_000_000)
})

test('posts the body with its headers, byte for byte, and tells the status', async () => {
  let seen: unknown
  const port = await listen((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk) => chunks.push(chunk))
    req.on('end', () => {
      seen = { method: req.method, id: req.headers['webhook-id'], body: Buffer.concat(chunks).toString() }
      res.writeHead(503, { 'retry-after': '7' }).end('later')
    })
  })
  const reply = await new HttpTransport().post({ ...REQUEST, url: `http://127.0.0.1:${port}/x` })
  expect(reply).toEqual({ status: 503, retryAfterMs: 7_000 })
  expect(seen).toEqual({ method: 'POST', id: 'msg_1', body: REQUEST.body })
})

test.each([
  ['127.0.0.1'],
  ['10.0.0.8'],
  ['172.16.0.1'],
  ['192.168.1.1'],
  ['169.254.169.254'],
  ['100.64.0.1'],
  ['0.0.0.0'],
  ['::1'],
  ['::'],
  ['fe80::1'],
  ['fd00::1'],
  ['::ffff:10.0.0.8'],
  ['64:ff9b::7f00:1'],
])('refuses a name that leads to %s, and does not try again', async (address) => {
  const { lookup } = nameServer([address])
  const error = await failure(
    new HttpTransport({ lookup }).post({ ...REQUEST, url: 'https://hooks.example', allowPrivate: false }),
  )
  expect(error).toMatchObject({ code: 'forbidden', isRetryable: false })
  expect(error.message).not.toContain(address)
  expect(error.message).not.toContain('hooks.example')
})

test('refuses a name with one private address among public ones', async () => {
  const { lookup } = nameServer(['203.0.113.7', '10.0.0.8'], ['93.184.215.14', '10.0.0.8'])
  const post = () =>
    new HttpTransport({ lookup }).post({ ...REQUEST, url: 'https://hooks.example', allowPrivate: false })
  expect(await failure(post())).toMatchObject({ code: 'forbidden' })
  expect(await failure(post())).toMatchObject({ code: 'forbidden' })
})

test('looks a name up once a connection: a second answer cannot lead elsewhere', async () => {
  const { lookup, asked } = nameServer(['127.0.0.1'], ['10.0.0.8'])
  const port = await listen((_req, res) => void res.writeHead(204).end())
  await new HttpTransport({ lookup }).post({ ...REQUEST, url: `http://hooks.example:${port}/` })
  expect(asked()).toBe(1)
})

test.each([
  'https://127.0.0.1',
  'https://[::1]',
  'https://2130706433',
  'https://0x7f.1',
  'http://93.184.215.14',
])('refuses %s where only public https is allowed', async (url) => {
  const error = await failure(new HttpTransport().post({ ...REQUEST, url, allowPrivate: false }))
  expect(error.code).toBe('forbidden')
})

test('gives up on a receiver that never answers, and on one that never ends', async () => {
  const port = await listen((req, res) => {
    if (req.url === '/begins') res.writeHead(200).write('…')
  })
  const transport = new HttpTransport({ timeoutMs: 150 })
  for (const path of ['/silent', '/begins']) {
    const error = await failure(transport.post({ ...REQUEST, url: `http://127.0.0.1:${port}${path}` }))
    expect(error).toMatchObject({ code: 'timeout', isRetryable: true })
  }
})

test('does not read a reply without end', async () => {
  let sent = 0
  const port = await listen((_req, res) => {
    res.writeHead(200)
    const more = () => {
      while (!res.destroyed && res.write(Buffer.alloc(16 * 1024))) sent += 16 * 1024
      sent += 16 * 1024
    }
    res.on('drain', more)
    more()
  })
  const reply = await new HttpTransport().post({ ...REQUEST, url: `http://127.0.0.1:${port}/` })
  expect(reply.status).toBe(200)
  expect(sent).toBeLessThan(50 * 1024 * 1024)
})

test('tells that nobody listens without the address, and is worth another try', async () => {
  const port = await listen(() => undefined)
  await close?.()
  const error = await failure(
    new HttpTransport().post({ ...REQUEST, url: `http://127.0.0.1:${port}/secret` }),
  )
  expect(error).toMatchObject({ code: 'dependency_failed', isRetryable: true })
  expect(error.message).toBe('The endpoint could not be reached (ECONNREFUSED).')
})

test('ends with the reason of the signal', async () => {
  const reason = new Error('stopped')
  const controller = new AbortController()
  const port = await listen(() => controller.abort(reason))
  const post = new HttpTransport().post(
    { ...REQUEST, url: `http://127.0.0.1:${port}/` },
    { signal: controller.signal },
  )
  await expect(post).rejects.toBe(reason)
})
