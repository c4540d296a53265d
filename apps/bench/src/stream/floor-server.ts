import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { type BenchServer, serve } from './bench-server.ts'
import { streamModel } from './stream-model.ts'

/**
 * The least that streams an answer: a hand-written loop over `doStream()`, one concatenation a delta, the deltas of
 * one turn of the event loop in one write. No key, no limits, no history, nothing stored.
 */
export function floorServer(): Promise<BenchServer> {
  const model = streamModel()
  return serve(
    async (request, response) => {
      const isV1 = request.url === '/v1'
      const { messages } = (await json(request)) as { messages: { parts: { text: string }[] }[] }
      const text = messages.at(-1)?.parts[0]?.text ?? ''
      const { stream } = await model.doStream({
        prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
      })
      response.writeHead(200, { 'content-type': isV1 ? 'text/plain' : 'text/event-stream' })
      response.flushHeaders()
      const writer = new TickWriter(response)
      const reader = stream.getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        if (value.type !== 'text-delta') continue
        const delta = JSON.stringify(value.delta)
        writer.write(isV1 ? `0:${delta}\n` : `data: {"type":"text-delta","id":"0","delta":${delta}}\n\n`)
      }
      writer.end()
    },
    { v1: '/v1', v2: '/v2' },
  )
}

class TickWriter {
  #pending = ''

  constructor(private readonly response: ServerResponse) {}

  write(text: string): void {
    if (this.#pending === '') setImmediate(this.#flush)
    this.#pending += text
  }

  end(): void {
    this.#flush()
    this.response.end()
  }

  readonly #flush = () => {
    if (this.#pending === '') return
    const text = this.#pending
    this.#pending = ''
    this.response.write(text)
  }
}
