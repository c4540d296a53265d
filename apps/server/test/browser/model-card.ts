import type { ModelCard } from '@docent/core'

/** A card with each outcome, long texts and advice. */
export const MODEL_CARD: ModelCard = {
  model: 'ollama:qwen3',
  at: 1_790_000_000_000,
  ms: 191_000,
  inputTokens: 182_400,
  outputTokens: 9_100,
  cost: null,
  context: { claimed: 32_768, measured: 4_096, isAtLeast: false },
  fitness: { assistant: 'limited', agent: 'unfit' },
  checks: [
    {
      id: 'streaming',
      area: 'protocol',
      title: 'Text arrives in pieces while the model writes',
      outcome: 'passed',
      ms: 900,
      inputTokens: 40,
      outputTokens: 200,
    },
    {
      id: 'context-window',
      area: 'context',
      title: 'Finds a fact anywhere in a long prompt',
      outcome: 'failed',
      detail: 'Read 4,096 tokens, of 32,768 in the configuration. The server cuts the prompt.',
      defects: ['cuts-the-prompt'],
      ms: 9_000,
      inputTokens: 14_000,
      outputTokens: 60,
    },
    {
      id: 'delete-page',
      area: 'agent',
      title: 'Does “Monitoring is gone from the product. Delete docs/guides/monitoring.mdx …”',
      outcome: 'skipped',
      detail: 'docs/guides/monitoring.mdx is still there. The navigation still has /guides/monitoring.',
      ms: 30_000,
      inputTokens: 9_000,
      outputTokens: 700,
    },
  ],
  advice: [
    {
      setting: 'models["qwen3"].contextTokens of the provider ollama',
      value: '4096',
      why: 'Docent then keeps prompts within what the model reads. Or give the model a larger window on the server.',
      defect: 'cuts-the-prompt',
    },
  ],
}
