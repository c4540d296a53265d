import type { Todo } from '../../domain/job.ts'
import type { ModelMessage } from '../../ports/job-store.ts'
import { messageLength } from '../../turn/estimate-tokens.ts'

export interface CompactRequest {
  conversation: readonly ModelMessage[]
  /** Characters that the conversation may have. */
  budget: number
  todos: readonly Todo[]
  /** Paths that the run has changed so far. */
  changed: readonly string[]
}

/** Messages at the end that are never shortened: what the model is working on right now. */
const KEEP_LAST = 8
/** A tool result or input longer than this is worth leaving out, characters. */
const WORTH = 400
const LEFT_OUT = '[Left out to save room. Read or search again if you need it.]'

/**
 * Makes a conversation fit the model's window, gently first: long tool results of earlier steps go, then the long
 * texts of earlier edits, then whole earlier steps, replaced by a note with the todo list and the changed files. What
 * people said is always kept. Pure: the same conversation gives the same result, so that a run that is carried on
 * elsewhere sees the same.
 */
export function compactConversation(request: CompactRequest): ModelMessage[] {
  let messages = [...request.conversation]
  if (size(messages) <= request.budget) return messages
  messages = shortenEarlier(messages, request.budget, shortenResults)
  if (size(messages) <= request.budget) return messages
  messages = shortenEarlier(messages, request.budget, shortenInputs)
  if (size(messages) <= request.budget) return messages
  return dropEarlierSteps(messages, request)
}

/** Length in characters, as the provider is sent it. */
export function size(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + messageLength(message), 0)
}

function shortenEarlier(
  messages: ModelMessage[],
  budget: number,
  shorten: (message: ModelMessage) => ModelMessage,
): ModelMessage[] {
  const result = [...messages]
  let total = size(result)
  for (let i = 0; i < result.length - KEEP_LAST && total > budget; i++) {
    const before = result[i] as ModelMessage
    const after = shorten(before)
    result[i] = after
    total += messageLength(after) - messageLength(before)
  }
  return result
}

function shortenResults(message: ModelMessage): ModelMessage {
  if (message.role !== 'tool') return message
  const content = message.content.map((part) =>
    part.type === 'tool-result' && JSON.stringify(part.output).length > WORTH
      ? { ...part, output: { type: 'text' as const, value: LEFT_OUT } }
      : part,
  )
  return { ...message, content }
}

function shortenInputs(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant') return message
  const content = message.content.map((part) => {
    if (part.type !== 'tool-call' || JSON.stringify(part.input).length <= WORTH) return part
    const input = Object.fromEntries(
      Object.entries(part.input as Record<string, unknown>).map(([key, value]) => [
        key,
        typeof value === 'string' && value.length > 200 ? `${value.slice(0, 80)}… ${LEFT_OUT}` : value,
      ]),
    )
    return { ...part, input }
  })
  return { ...message, content }
}

/** Steps go whole: a tool result without its call, or the reverse, is refused by providers. */
function dropEarlierSteps(messages: readonly ModelMessage[], request: CompactRequest): ModelMessage[] {
  const people = messages.filter((message) => message.role === 'user')
  const kept = messages.slice(firstKept(messages))
  const note = noteOf(request)
  const earlier = people.filter((message) => !kept.includes(message))
  return [...earlier, { role: 'user', content: [{ type: 'text', text: note }] }, ...kept]
}

/** The last messages, from the begin of a step on. */
function firstKept(messages: readonly ModelMessage[]): number {
  let start = Math.max(0, messages.length - KEEP_LAST)
  while (start < messages.length && messages[start]?.role === 'tool') start++
  return start
}

function noteOf({ todos, changed }: CompactRequest): string {
  const lines = [
    '<docent-note>',
    'Earlier steps were left out, because the conversation outgrew your window. What stands:',
  ]
  lines.push(changed.length === 0 ? 'No file is changed yet.' : `Changed files so far: ${changed.join(', ')}`)
  if (todos.length > 0)
    lines.push('Your todo list:', ...todos.map((todo) => `- [${todo.status}] ${todo.content}`))
  lines.push('Go on from here.', '</docent-note>')
  return lines.join('\n')
}
