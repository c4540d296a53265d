import type { LanguageModelV4Prompt } from '@ai-sdk/provider'

/**
 * A prompt for a model that ignores system messages, or whose template refuses them: its instructions stand at the
 * start of the first message of the user.
 */
export function systemAsUser(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const orders = prompt.flatMap((message) => (message.role === 'system' ? [message.content] : []))
  if (orders.length === 0) return prompt
  const rest = prompt.filter(({ role }) => role !== 'system')
  const text = `<instructions>\n${orders.join('\n\n')}\n</instructions>`
  const [first, ...more] = rest
  if (first?.role !== 'user') return [{ role: 'user', content: [{ type: 'text', text }] }, ...rest]
  return [{ ...first, content: [{ type: 'text', text }, ...first.content] }, ...more]
}
