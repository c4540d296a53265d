import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const HttpClaimsOptions = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'must be an address like http://10.0.0.8:8000/check' })
    .optional()
    .describe(
      'Address that claims are sent to, with its path. Default: DOCENT_CLAIMS_URL. For `tei` and `ollama`, the address of the server is enough.',
    ),
  api: z
    .enum(['docent', 'tei', 'ollama'])
    .default('docent')
    .describe(
      '`docent`: the format of this page. `tei`: `/predict` of Text Embeddings Inference, for classifiers of pairs. `ollama`: `/api/chat` of Ollama, for models that answer Yes or No, such as bespoke-minicheck.',
    ),
  model: z
    .string()
    .min(1)
    .optional()
    .describe('Model that the server is asked for. Needed for `ollama`; `docent` passes it on.'),
  label: z
    .string()
    .min(1)
    .optional()
    .describe(
      'For `tei`: the class whose score counts, such as `entailment`. Default: the one of `entailment`, `consistent`, `supported` and `LABEL_1` that the model has.',
    ),
  name: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Shown with every verdict. Default: `model`, or the host of `url`.'),
  apiKey: z
    .string()
    .min(1)
    .optional()
    .describe('Sent as a bearer token. Default: DOCENT_CLAIMS_KEY, or none.'),
  headers: z.record(z.string(), z.string()).default({}).describe('Sent with every request.'),
  batch: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Pairs of claim and evidence in one request. Default: 32; `ollama` takes one.'),
  concurrency: z.int().min(1).max(32).default(4).describe('Requests of one check at the same time.'),
  evidenceCharacters: z
    .int()
    .min(200)
    .max(100_000)
    .optional()
    .describe(
      'Longest evidence of a pair. Longer evidence is sent in pieces that overlap, and the best verdict counts. Default: 2,000 for `tei`, whose models read about 512 tokens, otherwise 12,000.',
    ),
  timeoutMs: z.int().min(10).max(60_000).default(15_000).describe('Longest wait for one reply, ms.'),
  attempts: z
    .int()
    .min(1)
    .max(5)
    .default(3)
    .describe('Attempts of one request. Failures that may pass are tried again after a growing pause.'),
})
export type HttpClaimsOptions = z.output<typeof HttpClaimsOptions>
