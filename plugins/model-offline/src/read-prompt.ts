import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider'
import { PROMPT_TAGS, readEmptyTags } from '@docent/core/plugin'

export type Role = 'assistant' | 'agent' | 'other'

/** Which of Docent's prompts this is: by its tags, else by the tools it brings. */
export function roleOf({ prompt, tools = [] }: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'>): Role {
  if (readEmptyTags(systemText(prompt), PROMPT_TAGS.documentation).length > 0) return 'agent'
  const isAsked = prompt.some(
    (message) => message.role === 'user' && textOf(message).includes(`<${PROMPT_TAGS.passages}>`),
  )
  if (isAsked) return 'assistant'
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
