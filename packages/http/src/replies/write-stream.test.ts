import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { TextStream } from '@docent/core/plugin'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StreamMemory } from './stream-memory.ts'
import { writeStream } from './write-stream.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(handle: (req: IncomingMessage, res: ServerResponse) => void): Promise<number> {
  const server = createServer(handle)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const options = { keepAliveMs: 15_000, stalledReaderMs: 30_000, memory: new StreamMemory(1e9) }

function from(chunks: AsyncIterable<string>): TextStream['write'] {
  return async (out) => {
    for await (const text of chunks) await out(text)
  }
}

describe('writing a stream', () => {
  it('puts what one turn of the event loop brings into one write', async () => {
    let writes = 0
    const port = await serve((_req, res) => {
      const write = res.write.bind(res)
      res.write = ((...call: Parameters<typeof write>) => {
        writes += 1
        return write(...call)
      }) as typeof res.write
      async function* chunks() {
        for (let i = 0; i < 1_000; i++) yield `${i},`
      }
      void writeStream(res, { write: from(chunks()), keepAlive: '', resumable: false }, options)
    })
    const text = await (await fetch(`http://127.0.0.1:${port}`)).text()
    expect(text).toBe(Array.from({ length: 1_000 }, (_, i) => `${i},`).join(''))
    expect(writes).toBeLessThan(5)
  })

  it('asks for no more while the client does not read', async () => {
    let made = 0
    const port = await serve((_req, res) => {
      async function* chunks() {
        for (; made < 10_000; made++) yield 'x'.repeat(10_000)
      }
      void writeStream(res, { write: from(chunks()), keepAlive: '', resumable: false }, options)
    })
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    let before = -1
    await vi.waitFor(
      () => {
        const stalled = made > 0 && made === before
        before = made
        expect(stalled).toBe(true)
      },
      { interval: 50 },
    )
    expect(made).toBeLessThan(2_000)
    socket.destroy()
  })

  it('writes the keep-alive when nothing else was written', async () => {
    const port = await serve((_req, res) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      res.once('close', resolve)
      async function* chunks() {
        yield 'first\n'
        await promise
      }
      void writeStream(
        res,
        { write: from(chunks()), keepAlive: ': ping\n', resumable: false },
        { ...options, keepAliveMs: 30 },
      )
    })
    const leave = new AbortController()
    const reply = await fetch(`http://127.0.0.1:${port}`, { signal: leave.signal })
    let text = ''
    for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString()
      if (text.endsWith(': ping\n: ping\n')) break
    }
    leave.abort()
    expect(text).toBe('first\n: ping\n: ping\n')
  })

  it('does not end a reply whose producer failed as if it were whole', async () => {
    const port = await serve((_req, res) => {
      async function* chunks() {
        yield 'first\n'
        await new Promise((next) => setImmediate(next))
        yield 'second\n'
        throw new Error('disk full')
      }
      writeStream(res, { write: from(chunks()), keepAlive: '', resumable: false }, options).catch(() =>
        res.destroy(),
      )
    })
    const reply = await fetch(`http://127.0.0.1:${port}`)
    await expect(reply.text()).rejects.toThrow('terminated')
  })

  it('returns the producer when the client leaves', async () => {
    const { promise: returned, resolve } = Promise.withResolvers<void>()
    const port = await serve((_req, res) => {
      async function* chunks() {
        try {
          for (;;) {
            yield 'x'
            await new Promise((next) => setImmediate(next))
          }
        } finally {
          resolve()
        }
      }
      void writeStream(res, { write: from(chunks()), keepAlive: '', resumable: false }, options)
    })
    const leave = new AbortController()
    await fetch(`http://127.0.0.1:${port}`, { signal: leave.signal })
    leave.abort()
    await returned
  })
})
