import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import {
  anthropicWire,
  gatewayWire,
  openaiChatWire,
  openaiResponsesWire,
  rerankWire,
} from '@docent/simulators'
import { ManualClock, modelProviderContract, type ScriptedReply } from '@docent/testing'
import { AnthropicOptions, GatewayOptions, OpenaiCompatibleOptions, OpenaiOptions } from './options.ts'
import { anthropicModels } from './vendors/anthropic-models.ts'
import { gatewayModels } from './vendors/gateway-models.ts'
import { openaiCompatibleModels } from './vendors/openai-compatible-models.ts'
import { openaiModels } from './vendors/openai-models.ts'

const clock = new ManualClock()
const asksForText: LanguageModelV4CallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Say something.' }] }],
  maxOutputTokens: 100,
}
const asksForTool: LanguageModelV4CallOptions = {
  ...asksForText,
  tools: [{ type: 'function', name: 'look', inputSchema: { type: 'object', properties: {} } }],
}

const script = (body: unknown): ScriptedReply =>
  (body as { tools?: unknown }).tools === undefined
    ? { text: 'Some words in a row.' }
    : { toolCalls: [{ toolName: 'look', input: { at: 'x' } }] }

modelProviderContract('anthropic', async () => {
  const wire = await anthropicWire(script)
  const options = AnthropicOptions.parse({ apiKey: 'sk-ant-test', baseURL: wire.baseURL })
  return {
    provider: anthropicModels(options, {}, clock),
    modelId: 'claude-sonnet-5-5',
    asksForText,
    asksForTool,
    withoutKey: {
      provider: anthropicModels(AnthropicOptions.parse({}), {}, clock),
      option: 'apiKey',
      variable: 'ANTHROPIC_API_KEY',
    },
    requests: () => wire.requests.length,
    close: wire.close,
  }
})

for (const api of ['responses', 'chat'] as const) {
  modelProviderContract(`openai (${api})`, async () => {
    const wire = await (api === 'chat' ? openaiChatWire : openaiResponsesWire)(script)
    const options = OpenaiOptions.parse({ api, apiKey: 'sk-test', baseURL: wire.baseURL })
    return {
      provider: openaiModels(options, {}, clock),
      modelId: 'gpt-6.1-terra',
      asksForText,
      asksForTool,
      withoutKey: {
        provider: openaiModels(OpenaiOptions.parse({}), {}, clock),
        option: 'apiKey',
        variable: 'OPENAI_API_KEY',
      },
      requests: () => wire.requests.length,
      embeddingId: 'text-embedding-3-small',
      close: wire.close,
    }
  })
}

modelProviderContract('gateway', async () => {
  const wire = await gatewayWire(script)
  const options = GatewayOptions.parse({ apiKey: 'key-of-the-gateway', baseURL: wire.baseURL })
  return {
    provider: gatewayModels(options, {}, clock),
    modelId: 'anthropic/claude-sonnet-5.5',
    asksForText,
    asksForTool,
    withoutKey: {
      provider: gatewayModels(GatewayOptions.parse({}), {}, clock),
      option: 'apiKey',
      variable: 'AI_GATEWAY_API_KEY',
    },
    requests: () => wire.requests.length,
    embeddingId: 'openai/text-embedding-3-small',
    close: wire.close,
  }
})

for (const api of ['cohere', 'voyage', 'tei'] as const) {
  modelProviderContract(`openai-compatible (re-ranking of ${api})`, async () => {
    const [wire, ranking] = await Promise.all([openaiChatWire(script), rerankWire(api)])
    const url = ranking.origin + (api === 'tei' ? '/rerank' : '/v1/rerank')
    return {
      provider: openaiCompatibleModels(
        OpenaiCompatibleOptions.parse({ name: 'vllm', baseURL: wire.baseURL, rerank: { api, url } }),
        clock,
      ),
      modelId: 'qwen3:32b',
      asksForText,
      asksForTool,
      requests: () => wire.requests.length + ranking.requests.length,
      embeddingId: 'nomic-embed-text',
      rerankId: 'bge-reranker-v2-m3',
      close: async () => void (await Promise.all([wire.close(), ranking.close()])),
    }
  })
}
