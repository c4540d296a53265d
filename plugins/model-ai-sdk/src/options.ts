import { z } from 'zod'

const Tokens = z.int().min(1)

/** What Docent must know about one model; what is left out comes from the table of known models, else is a safe guess. */
export const ModelSettings = z.strictObject({
  contextTokens: Tokens.optional().describe('Size of the context window, tokens.'),
  outputTokens: Tokens.optional().describe('Most tokens of one reply.'),
  caching: z.boolean().optional().describe('True when the server honours prompt caching markers.'),
  systemRole: z
    .boolean()
    .optional()
    .describe(
      'False when the model ignores system messages or its template refuses them. Instructions then stand in the first message of the user. Default: true.',
    ),
  price: z
    .strictObject({
      input: z.number().min(0).describe('US dollars per million input tokens.'),
      output: z.number().min(0).describe('US dollars per million output tokens.'),
      cacheRead: z.number().min(0).optional().describe('US dollars per million tokens read from the cache.'),
    })
    .optional()
    .describe('Price, for the cost that is shown.'),
})
export type ModelSettings = z.output<typeof ModelSettings>

const Role = z.string().min(1).optional()

const shared = {
  headers: z.record(z.string(), z.string()).default({}).describe('Further headers of every request.'),
  models: z
    .record(z.string(), ModelSettings)
    .default({})
    .describe(
      'What differs from the known models, by model id; `*` stands for every model, and its own entry wins.',
    ),
  defaults: z
    .strictObject({ agent: Role, assistant: Role, sonnet: Role, opus: Role })
    .optional()
    .describe('Model ids for projects that name none, and for `sonnet` and `opus` of the v1 API.'),
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
  apiKey: ApiKey.describe('Key, when the server wants one.'),
  rerank: z
    .strictObject({
      api: z
        .enum(['cohere', 'voyage', 'tei'])
        .default('cohere')
        .describe(
          'What the server speaks: that of Cohere, as vLLM, Jina and llama.cpp do, that of Voyage, or that of Text Embeddings Inference.',
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
        .describe('Texts of one request; more are sent in several. Default: 1000, with `tei` 32.'),
    })
    .prefault({})
    .describe('How the re-ranking models of the server are called.'),
})
export type OpenaiCompatibleOptions = z.output<typeof OpenaiCompatibleOptions>

export const GatewayOptions = z.strictObject({
  ...shared,
  apiKey: ApiKey.describe('Key of the gateway. Default: AI_GATEWAY_API_KEY.'),
  baseURL: z
    .url()
    .default('https://ai-gateway.vercel.sh/v4/ai')
    .describe('Address of a gateway that speaks the protocol of the AI SDK. Default: ai-gateway.vercel.sh.'),
})
export type GatewayOptions = z.output<typeof GatewayOptions>

/** What the plugin without options of its own, `modelsFromEnvironment`, takes. */
export const FromEnvironmentOptions = z.strictObject({
  firstByteMs: shared.firstByteMs,
  idleMs: shared.idleMs,
})
