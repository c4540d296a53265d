import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { emptyTag } from '@docent/core'
import { PROMPT_TAGS } from '@docent/core/plugin'
import { modelProviderContract } from '@docent/testing'
import { OfflineModelProvider } from './offline-model-provider.ts'

const ask = (system: string, text: string, tools: readonly string[]): LanguageModelV4CallOptions => ({
  prompt: [
    { role: 'system', content: system },
    { role: 'user', content: [{ type: 'text', text }] },
  ],
  ...(tools.length === 0
    ? {}
    : { tools: tools.map((name) => ({ type: 'function', name, inputSchema: { type: 'object' } })) }),
})

modelProviderContract('offline', () => ({
  provider: new OfflineModelProvider({ deltaDelayMs: 0 }),
  modelId: 'docent',
  asksForText: ask(
    'You are the documentation assistant of "Acme".',
    '<question>\nWhat are you?\n</question>',
    [],
  ),
  asksForTool: ask(emptyTag(PROMPT_TAGS.documentation, { path: '' }), 'Delete the page guides/old.mdx', [
    'todo_write',
    'delete_file',
  ]),
}))
