import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import { PROMPT_TAGS } from '@docent/core/plugin'
import { textOf } from '../read-prompt.ts'

/** Result of a tool call, as text. */
export interface ToolResult {
  ok: boolean
  text: string
  /** Named fields of a result that has some. */
  fields?: Readonly<Record<string, unknown>>
}

export interface RecordedCall {
  toolCallId: string
  toolName: string
  /** Undefined when the prompt has no result of it. */
  result: ToolResult | undefined
}

/** What is to be done now, and what was done for it already. */
export interface Transcript {
  /** Requests that a closing text did not yet answer, oldest first. */
  requests: string[]
  /** Requests before them, oldest first. */
  earlier: string[]
  /** Tool calls since the oldest open request, in order. */
  calls: RecordedCall[]
  /** Tool calls of all the prompt: ids of new calls count on from here. */
  callsBefore: number
  /** What the checks, or a merge, had to say about the last closing text, and that text. */
  feedback: { kind: 'checks' | 'conflict'; text: string; closing: string } | undefined
}

const { checks: CHECKS, conflict: CONFLICT } = PROMPT_TAGS

/** Reads the conversation. An assistant message without tool calls closes everything that was asked before it. */
export function readTranscript(prompt: LanguageModelV4Prompt): Transcript {
  const results = new Map<string, ToolResult>()
  for (const message of prompt) {
    if (message.role !== 'tool') continue
    for (const part of message.content) {
      if (part.type === 'tool-result') results.set(part.toolCallId, resultOf(part.output))
    }
  }
  const transcript: Transcript = { requests: [], earlier: [], calls: [], callsBefore: 0, feedback: undefined }
  let closing = ''
  for (const message of prompt) {
    if (message.role === 'user') {
      const text = textOf(message)
      const isFrom = (tag: string) => text.trimStart().startsWith(`<${tag}>`)
      if (isFrom(CONFLICT)) transcript.feedback = { kind: 'conflict', text, closing }
      else if (isFrom(CHECKS)) transcript.feedback = { kind: 'checks', text, closing }
      else transcript.requests.push(text)
    } else if (message.role === 'assistant') {
      const calls = message.content.flatMap((part) => (part.type === 'tool-call' ? [part] : []))
      for (const { toolCallId, toolName } of calls) {
        transcript.calls.push({ toolCallId, toolName, result: results.get(toolCallId) })
      }
      if (calls.length > 0) continue
      closing = textOf(message)
      transcript.earlier.push(...transcript.requests)
      transcript.callsBefore += transcript.calls.length
      transcript.requests = []
      transcript.calls = []
      transcript.feedback = undefined
    }
  }
  return transcript
}

function resultOf(output: LanguageModelV4ToolResultPart['output']): ToolResult {
  switch (output.type) {
    case 'text':
      return { ok: true, text: output.value }
    case 'error-text':
      return { ok: false, text: output.value }
    case 'json':
      return fieldsOf(output.value)
    case 'error-json':
      return {
        ok: false,
        text: typeof output.value === 'string' ? output.value : JSON.stringify(output.value),
      }
    case 'execution-denied':
      return { ok: false, text: output.reason ?? 'The call was denied.' }
    case 'content':
      return {
        ok: true,
        text: output.value.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
      }
  }
}

/** A result with fields has a message for people, too. */
function fieldsOf(value: unknown): ToolResult {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: true, text: typeof value === 'string' ? value : JSON.stringify(value) }
  const fields = { ...value } as Record<string, unknown>
  const text = typeof fields.message === 'string' ? fields.message : JSON.stringify(value)
  return { ok: true, text, fields }
}
