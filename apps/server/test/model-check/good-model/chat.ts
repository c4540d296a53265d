import type { ScriptedReply, ScriptedToolCall } from '@docent/testing'

/** A request to OpenAI's chat completions, as far as a model looks at it. */
export interface ChatBody {
  messages: {
    role: string
    content?: unknown
    tool_calls?: { id: string; function: { name: string; arguments: string } }[] | null
    tool_call_id?: string
  }[]
  max_tokens?: number
  tools?: { function: { name: string } }[]
}

export interface DoneCall {
  name: string
  input: Record<string, unknown>
  result: string
}

/** What a model knows: what it was asked, and what its tools returned. */
export interface Chat {
  asked: string
  isAgent: boolean
  /** Replies that it gave since it was asked. */
  step: number
  calls: readonly DoneCall[]
}

export function readChat({ messages, tools = [] }: ChatBody): Chat {
  const results = new Map(messages.map((each) => [each.tool_call_id, textOf(each.content)]))
  const last = messages.findLastIndex(({ role }) => role === 'user')
  return {
    asked: messages
      .filter(({ role }) => role === 'user')
      .map(({ content }) => textOf(content))
      .join('\n'),
    isAgent: tools.some(({ function: { name } }) => name === 'edit_file'),
    step: messages.slice(last).filter(({ role }) => role === 'assistant').length,
    calls: messages
      .flatMap(({ tool_calls }) => tool_calls ?? [])
      .map(({ id, function: { name, arguments: input } }) => ({
        name,
        input: JSON.parse(input) as Record<string, unknown>,
        result: results.get(id) ?? '',
      })),
  }
}

/** The texts of the files that were read, without the numbers of their lines. */
export function filesRead({ calls }: Chat): Map<string, string> {
  const read = calls.filter(({ name }) => name === 'read_file')
  return new Map(
    read.map(({ input, result }) => [
      String(input.path),
      result
        .split('\n')
        .flatMap((line) => /^\d+\t(.*)$/.exec(line)?.[1] ?? [])
        .join('\n'),
    ]),
  )
}

/** Files with a hit of a search. */
export function filesFound({ calls }: Chat): string[] {
  const hits = calls
    .filter(({ name }) => name === 'search_files')
    .flatMap(({ result }) => [...result.matchAll(/^([^\s:]+):\d+: /gm)])
  return [...new Set(hits.flatMap(([, path]) => path ?? []))]
}

export const call = (toolName: string, input: object = {}): ScriptedToolCall => ({ toolName, input })
export const search = (pattern: string) => call('search_files', { pattern, fixed: true })
export const read = (path: string) => call('read_file', { path })
export const edit = (path: string, old_text: string, new_text: string, all = false) =>
  call('edit_file', { path, old_text, new_text, ...(all ? { all } : {}) })
export const calls = (...toolCalls: ScriptedToolCall[]): ScriptedReply => ({ toolCalls })

export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { text?: string }) => part.text ?? '').join('\n')
}
