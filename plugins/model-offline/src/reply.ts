/** What the offline model answers to one call: tool calls, or the text that ends the turn. */
export interface OfflineReply {
  text: string
  toolCalls: readonly OfflineToolCall[]
}

export interface OfflineToolCall {
  toolCallId: string
  toolName: string
  input: Readonly<Record<string, unknown>>
}

export function say(text: string): OfflineReply {
  return { text, toolCalls: [] }
}
