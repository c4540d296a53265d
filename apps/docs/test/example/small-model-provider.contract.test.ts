import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ModelProviderContext, modelProviderContract } from '@docent/testing'
import { SmallModels } from './small-model-provider.ts'

const user = (words: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text: words }] })

modelProviderContract('small', async (): Promise<ModelProviderContext> => {
  let requests = 0
  // A server on this machine: yours in a container, or one that you simulate, as here.
  const server = createServer(async (req, res) => {
    requests++
    const { tools } = JSON.parse(await text(req)) as { tools?: { name: string }[] }
    const [tool] = tools ?? []
    const lines = tool
      ? [{ tool: tool.name, input: { city: 'Paris' } }]
      : [{ text: 'The sky' }, { text: ' is blue.' }]
    for (const line of [...lines, { done: true, inputTokens: 9, outputTokens: 5 }])
      res.write(`${JSON.stringify(line)}\n`)
    res.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    provider: new SmallModels({ url, apiKey: 'a key' }),
    modelId: 'quick',
    asksForText: { prompt: [user('Say that the sky is blue.')] },
    asksForTool: {
      prompt: [user('Look at the weather of Paris.')],
      tools: [{ type: 'function', name: 'weather', inputSchema: { type: 'object' } }],
    },
    withoutKey: { provider: new SmallModels({ url }), option: 'apiKey', variable: 'SMALL_API_KEY' },
    requests: () => requests,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
})
