import { json } from 'node:stream/consumers'
import { convertToModelMessages, streamText, type UIMessage } from 'ai'
import { type BenchServer, serve } from './bench-server.ts'
import { streamModel } from './stream-model.ts'

/** The AI SDK's own helper behind node:http, as its documentation shows it: no key, no limits, nothing stored. */
export function sdkServer(): Promise<BenchServer> {
  const model = streamModel()
  return serve(
    async (request, response) => {
      const { messages } = (await json(request)) as { messages: UIMessage[] }
      const result = streamText({ model, messages: await convertToModelMessages(messages) })
      const reply = result.toUIMessageStreamResponse()
      response.writeHead(reply.status, Object.fromEntries(reply.headers))
      response.flushHeaders()
      for await (const bytes of reply.body ?? []) response.write(bytes)
      response.end()
    },
    { v2: '/' },
  )
}
