import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RAW_CASES, type RawCase } from './raw-http-cases.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer
const failures: string[] = []

beforeAll(async () => {
  server = await startTestServer({
    config: { http: { port: 0, headersTimeoutMs: 1_000, requestTimeoutMs: 1_500 } },
    onLog: (line) => {
      if (line.includes('"level":50')) failures.push(line)
    },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Sends the pieces, and answers all that came back until the connection ended, or was silent behind a reply. */
async function exchange({ send, halfClose }: RawCase): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let got = ''
  socket.on('data', (bytes) => {
    got += bytes.toString('latin1')
  })
  for (const piece of send) {
    if (typeof piece === 'number') await Promise.race([sleep(piece), closed])
    else if (!socket.destroyed)
      socket.write(typeof piece === 'string' ? piece.replaceAll('{key}', server.assistantKey) : piece)
  }
  if (halfClose) socket.end()
  const silent = (async () => {
    for (let before = -1; got.length === 0 || got.length !== before; ) {
      before = got.length
      await sleep(1_000)
    }
  })()
  await Promise.race([closed, silent, sleep(60_000)])
  if (got === '' && !socket.destroyed && !socket.readableEnded) throw new Error('The server does not answer.')
  socket.destroy()
  return got
}

const statuses = (got: string) =>
  [...got.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

for (const [group, cases] of RAW_CASES) {
  describe.concurrent(group, () => {
    test.each(cases.map((each) => [each.name, each] as const))(
      '%s',
      { timeout: 120_000 },
      async (_, each) => {
        const got = await exchange(each)
        const replies = statuses(got)
        expect(each.status, got.slice(0, 300)).toContain(replies[0] ?? 'closed')
        if (each.all) expect(replies).toEqual(each.all)
        if (each.maxReplies !== undefined) expect(replies.length).toBeLessThanOrEqual(each.maxReplies)
        for (const status of replies) expect(status, got.slice(0, 300)).toBeLessThan(500)
        if (replies.some((status) => status >= 400)) expect(got).toContain('application/problem+json')
      },
    )
  })
}

test('there are a hundred of them, none is an unexpected failure, and the server still answers', async () => {
  expect(RAW_CASES.flatMap(([, cases]) => cases).length).toBeGreaterThanOrEqual(100)
  expect(failures).toEqual([])
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  const reply = await server.call('GET', '/health/live')
  expect(reply.status).toBe(200)
})
