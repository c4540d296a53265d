import { z } from 'zod'

const Tokens = z.int().min(1)

/** What Docent must know about one model; what is left out comes from the table of known models, else is a safe guess. */
export const ModelSettings = z.strictObject({
  contextTokens: Tokens.optional().describe('Size of the context window, tokens.'),
  outputTokens: Tokens.optional().describe('Longest reply, tokens.'),
  caching: z.boolean().optional().describe('True if the server supports markers for prompt caching.'),
  systemRole: z
    .boolean()
    .optional()
    .describe(
      'False if the model ignores system messages, or its template refuses them. Docent then puts the instructions in the first user message. Default: true.',
    ),
  price: z
    .strictObject({
      input: z.number().min(0).describe('US dollars per million input tokens.'),
      output: z.number().min(0).describe('US dollars per million output tokens.'),
      cacheRead: z.number().min(0).optional().describe('US dollars per million tokens read from the cache.'),
    })
    .optional()
    .describe('Price of the model, to calculate costs.'),
})
export type ModelSettings = z.output<typeof ModelSettings>

const Role = z.string().min(1).optional()

const shared = {
  headers: z.record(z.string(), z.string()).default({}).describe('Additional headers for every request.'),
  models: z
    .record(z.string(), ModelSettings)
    .default({})
    .describe('Settings by model ID. `*` applies to every model, and the entry of a model takes precedence.'),
  defaults: z
    .strictObject({ agent: Role, assistant: Role, sonnet: Role, opus: Role })
    .optional()
    .describe('Model IDs for projects that name none, and for `sonnet` and `opus` in the v1 API.'),
  firstByteMs: z
    .int()
    .min(100)
    .default(120_000)
    .describe('Longest wait for the first part of a reply, milliseconds.'),
  idleMs: z
    .int()
    .min(100)
    .default(60_000)
    .describe('Longest wait between two parts of a reply, milliseconds.'),
}

const ApiKey = z.string().min(1).optional()

export const AnthropicOptions = z.strictObject({
  ...shared,
  apiKey: ApiKey.describe('Key of the Anthropic API. Default: ANTHROPIC_API_KEY.'),
  baseURL: z
    .url()
    .optional()
    .describe('Address of the API, with `/v1`. Default: ANTHROPIC_BASE_URL, else api.anthropic.com.'),
})
export type AnthropicOptions = z.output<typeof AnthropicOptions>

export const OpenaiOptions = z.strictObject({
  ...shared,
  apiKey: ApiKey.describe('Key of the OpenAI API. Default: OPENAI_API_KEY.'),
  baseURL: z
    .url()
    .optional()
    .describe('Address of the API, with `/v1`. Default: OPENAI_BASE_URL, else api.openai.com.'),
  organization: z.string().min(1).optional().describe('OpenAI organization of the requests.'),
  project: z.string().min(1).optional().describe('OpenAI project of the requests.'),
  api: z
    .enum(['responses', 'chat'])
    .default('responses')
    .describe('The Responses API, or the older chat completions.'),
})
export type OpenaiOptions = z.output<typeof OpenaiOptions>

export const OpenaiCompatibleOptions = z.strictObject({
  ...shared,
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'lower-case letters, digits and dashes')
    .describe('Provider name, the part before the colon in `ollama:qwen3`.'),
  baseURL: z.url().describe('Address of the server, with `/v1`.'),
  apiKey: ApiKey.describe('Key, if the server needs one.'),
  rerank: z
    .strictObject({
      api: z
        .enum(['cohere', 'voyage', 'tei'])
        .default('cohere')
        .describe(
          'Protocol of the server: Cohere (also for vLLM, Jina, and llama.cpp), Voyage, or Text Embeddings Inference.',
        ),
      url: z
        .url()
        .optional()
        .describe('Full address. Default: `/rerank` below baseURL; with `tei` without the `/v1`.'),
      maxDocuments: z
        .int()
        .min(1)
        .max(10_000)
        .optional()
        .describe(
          'Most texts in one request. Docent splits more texts into several requests. Default: 1000, with `tei` 32.',
        ),
    })
    .prefault({})
    .describe('How to call the re-ranking models of the server.'),
})
export type OpenaiCompatibleOptions = z.output<typeof OpenaiCompatibleOptions>

export const GatewayOptions = z.strictObject({
  ...shared,
  apiKey: ApiKey.describe('Key of the gateway. Default: AI_GATEWAY_API_KEY.'),
  baseURL: z
    .url()
    .default('https://ai-gateway.vercel.sh/v4/ai')
    .describe('Address of a gateway with the protocol of the AI SDK. Default: ai-gateway.vercel.sh.'),
})
export type GatewayOptions = z.output<typeof GatewayOptions>

/** What the plugin without options of its own, `modelsFromEnvironment`, takes. */
export const FromEnvironmentOptions = z.strictObject({
  firstByteMs: shared.firstByteMs,
  idleMs: shared.idleMs,
})
