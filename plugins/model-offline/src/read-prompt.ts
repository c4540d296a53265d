import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider'

export type Role = 'assistant' | 'agent' | 'other'

/** Which of Docent's prompts this is: by its system prompt, else by the tools it brings. */
export function roleOf({ prompt, tools = [] }: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'>): Role {
  const system = systemText(prompt)
  if (/^You are the documentation agent\b/m.test(system)) return 'agent'
  if (/^You are the documentation assistant\b/m.test(system)) return 'assistant'
  const names = new Set(tools.map((tool) => tool.name))
  if (names.has('edit_file')) return 'agent'
  return names.has('read_page') ? 'assistant' : 'other'
}

export function systemText(prompt: LanguageModelV4Prompt): string {
  return prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n\n')
}

/** The text of a message, without tool calls and files. */
export function textOf(message: LanguageModelV4Message): string {
  if (message.role === 'system') return message.content
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** Everything of a prompt that a provider would count, as one length in characters. */
export function promptLength(prompt: LanguageModelV4Prompt): number {
  return prompt.reduce(
    (length, message) =>
      length + (message.role === 'system' ? message.content : JSON.stringify(message.content)).length,
    0,
  )
}
