import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import type { ScriptedReply } from './scripted-reply.ts'

/** The deltas of a text: the given ones, or its words with the space before them. */
export function deltasOf(text: string | readonly string[] | undefined): readonly string[] {
  if (text === undefined) return []
  if (typeof text !== 'string') return text
  return text.match(/\s*\S+\s*$|\s*\S+/g) ?? (text === '' ? [] : [text])
}

/** The whole text, whether it was given whole or as deltas. */
export function wholeText(text: string | readonly string[] | undefined): string {
  return text === undefined || typeof text === 'string' ? (text ?? '') : text.join('')
}

/** The content parts of a reply between `response-metadata` and `finish`. */
export function* contentParts(reply: ScriptedReply, call: number): Generator<LanguageModelV4StreamPart> {
  const reasoning = deltasOf(reply.reasoning)
  if (reasoning.length > 0) {
    yield { type: 'reasoning-start', id: 'reasoning-1' }
    for (const delta of reasoning) yield { type: 'reasoning-delta', id: 'reasoning-1', delta }
    yield { type: 'reasoning-end', id: 'reasoning-1' }
  }
  const text = deltasOf(reply.text)
  if (text.length > 0) {
    yield { type: 'text-start', id: 'text-1' }
    for (const delta of text) yield { type: 'text-delta', id: 'text-1', delta }
    yield { type: 'text-end', id: 'text-1' }
  }
  for (const toolCall of toolCallsOf(reply, call)) {
    const { toolCallId: id, toolName, input } = toolCall
    yield { type: 'tool-input-start', id, toolName }
    yield { type: 'tool-input-delta', id, delta: input }
    yield { type: 'tool-input-end', id }
    yield toolCall
  }
}

/** The tool calls of a reply, with their input encoded. */
export function toolCallsOf(reply: ScriptedReply, call: number): LanguageModelV4ToolCall[] {
  return (reply.toolCalls ?? []).map((each, index) => ({
    type: 'tool-call',
    toolCallId: each.toolCallId ?? `call-${call + 1}-${index + 1}`,
    toolName: each.toolName,
    input: each.rawInput ?? JSON.stringify(each.input ?? {}),
  }))
}

/** Why the reply ends. */
export function finishReasonOf(reply: ScriptedReply): LanguageModelV4FinishReason {
  const unified = reply.finishReason ?? ((reply.toolCalls?.length ?? 0) > 0 ? 'tool-calls' : 'stop')
  return { unified, raw: unified }
}

/** The scripted usage, or a quarter of the characters. */
export function usageOf(reply: ScriptedReply, options: LanguageModelV4CallOptions): LanguageModelV4Usage {
  const reasoning = quarter(wholeText(reply.reasoning))
  const text = quarter(wholeText(reply.text)) + quarter(JSON.stringify(reply.toolCalls ?? ''))
  const input = reply.usage?.inputTokens ?? quarter(JSON.stringify(options.prompt))
  const cacheRead = reply.usage?.cacheReadTokens ?? 0
  const output = reply.usage?.outputTokens ?? reasoning + text
  return {
    inputTokens: { total: input, noCache: input - cacheRead, cacheRead, cacheWrite: 0 },
    outputTokens: {
      total: output,
      text: output - Math.min(reasoning, output),
      reasoning: Math.min(reasoning, output),
    },
  }
}

function quarter(text: string): number {
  return Math.ceil(text.length / 4)
}
