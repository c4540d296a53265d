import { threadId } from '@docent/core'
import { type ResolvedModel, ThreadStore } from '@docent/core/plugin'
import { scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askAndStop } from './ask-and-stop.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const DELTA = 'All of the documentation says so. '.repeat(60)
const DELTAS = 50_000
const roles = { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' } as const

let server: TestServer
let made = 0
let isStopped = false

beforeAll(async () => {
  const model = {
    ...scriptedModel([]),
    doStream: async () => ({ stream: longReply() }),
  } as unknown as ResolvedModel['model']
  const provided = { model, outputTokens: 10_000_000, contextTokens: 100_000_000 }
  server = await startTestServer({
    models: scriptedProvider('test', { model: provided }, roles),
    config: {
      assistant: { maxOutputTokens: 10_000_000, maxTokens: 100_000_000, maxOutputBytes: 64 * 1024 * 1024 },
    },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

function longReply(): ReadableStream<object> {
  return new ReadableStream({
    pull(stream) {
      if (made++ < DELTAS) stream.enqueue({ type: 'text-delta', id: '1', delta: DELTA })
      else stream.close()
    },
    cancel() {
      isStopped = true
    },
  })
}

test('a client that does not read holds the model, and is not answered into memory', async () => {
  const { socket, thread } = await askAndStop(server)
  let before = -1
  await vi.waitFor(
    () => {
      const stalled = made > 0 && made === before
      before = made
      expect(stalled).toBe(true)
    },
    { interval: 200, timeout: 100_000 },
  )
  // What the sockets of both sides hold is a few MB; all of it would be 100.
  expect(made).toBeLessThan(DELTAS / 5)
  socket.destroy()
  const threads = server.running.docent.resolve(ThreadStore)
  await vi.waitFor(
    async () => {
      const [turn] = await threads.turns(threadId(thread), 1)
      expect(turn?.outcome).toBe('aborted')
    },
    { timeout: 100_000 },
  )
  expect(isStopped).toBe(true)
  expect(made).toBeLessThan(DELTAS / 5)
})
