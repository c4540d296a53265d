import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from '@docent/core'
import { type ResolvedModel, ThreadStore } from '@docent/core/plugin'
import { scriptedModel, scriptedProvider } from '@docent/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { askAndStop } from './ask-and-stop.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const READERS = 60
/** 16 MB: more than the operating system takes for a reader that does not read. */
const DELTA = 'All of the documentation says so. '.repeat(60)
const DELTAS = 8_000
const roles = { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' } as const

let server: TestServer
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server[Symbol.asyncDispose]()
})

async function start(http: { stalledReaderMs: number; maxStreamBytes?: number }) {
  const model = {
    ...scriptedModel([]),
    doStream: async () => ({ stream: longReply() }),
  } as unknown as ResolvedModel['model']
  const provided = { model, outputTokens: 10_000_000, contextTokens: 100_000_000 }
  server = await startTestServer({
    models: scriptedProvider('test', { model: provided }, roles),
    config: {
      assistant: {
        maxOutputTokens: 10_000_000,
        maxTokens: 100_000_000,
        maxOutputBytes: 64 * 1024 * 1024,
        idlePartMs: 2_000,
        maxAttempts: 1,
      },
      http: { port: 0, drainMs: 2_000, ...http },
    },
  })
}

function longReply(): ReadableStream<object> {
  let made = 0
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
  return new ReadableStream(
    {
      pull(stream) {
        if (made++ < DELTAS) return stream.enqueue({ type: 'text-delta', id: '1', delta: DELTA })
        stream.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage })
        stream.close()
      },
    },
    { highWaterMark: 0 },
  )
}

async function ask() {
  const reader = await askAndStop(server)
  sockets.push(reader.socket)
  return reader
}

test('readers that stop reading are cut off after a while, and their answers are stored as aborted', {
  timeout: 120_000,
}, async () => {
  await start({ stalledReaderMs: 1_000 })
  const { streams, memory } = server.running.services
  const readers = await Promise.all(Array.from({ length: READERS }, ask))
  expect(streams.size).toBeGreaterThan(0)
  await vi.waitFor(() => expect(streams.size).toBe(0), { timeout: 100_000, interval: 50 })
  expect(memory.held).toBe(0)
  const threads = server.running.docent.resolve(ThreadStore)
  const [turn] = await threads.turns(threadId(readers[0]?.thread ?? ''), 1)
  expect(turn?.outcome).toBe('aborted')
})

test('the process holds no more for readers that stopped reading than it may', {
  timeout: 120_000,
}, async () => {
  const maxStreamBytes = 32 * 1024 * 1024
  await start({ stalledReaderMs: 600_000, maxStreamBytes })
  const { streams, memory } = server.running.services
  await Promise.all(Array.from({ length: READERS }, ask))
  let before = -1
  await vi.waitFor(
    () => {
      const isCalm = memory.held === before
      before = memory.held
      expect(isCalm).toBe(true)
    },
    { timeout: 100_000, interval: 500 },
  )
  expect(memory.held).toBeLessThanOrEqual(maxStreamBytes)
  // Those that fell behind last are still there, and one that reads is answered whole.
  expect(streams.size).toBeGreaterThan(0)
  const { socket } = await ask()
  let last = ''
  socket.on('data', (bytes) => {
    last = (last + bytes.toString('latin1')).slice(-200)
  })
  socket.resume()
  await vi.waitFor(() => expect(last).toContain('data: [DONE]'), { timeout: 100_000 })
})

test('a reader that was slow is not told that the model was', { timeout: 120_000 }, async () => {
  await start({ stalledReaderMs: 60_000 })
  const { socket } = await ask()
  await sleep(3_000)
  let last = ''
  socket.on('data', (bytes) => {
    last = (last + bytes.toString('latin1')).slice(-600)
  })
  socket.resume()
  await vi.waitFor(() => expect(last).toContain('data: [DONE]'), { timeout: 100_000 })
  expect(last).toContain('"type":"finish"')
  expect(last).not.toContain('"type":"error"')
})
