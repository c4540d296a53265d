import type { LanguageModelV4CallOptions, LanguageModelV4FinishReason } from '@ai-sdk/provider'

/** One tool call of a scripted reply. */
export interface ScriptedToolCall {
  toolName: string
  /** Encoded as JSON. */
  input?: unknown
  /** Sent as it is, in place of `input`: for arguments that are not JSON. */
  rawInput?: string
  /** Default: `call-<number of the call>-<index in the reply>`, both from 1. */
  toolCallId?: string
}

/** What a scripted model answers to one call. Parts come in the order reasoning, text, tool calls. */
export interface ScriptedReply {
  reasoning?: string | readonly string[]
  /** A string is cut into words; a list is sent as these deltas. */
  text?: string | readonly string[]
  toolCalls?: readonly ScriptedToolCall[]
  /** Default `tool-calls` when the reply has tool calls, else `stop`. */
  finishReason?: LanguageModelV4FinishReason['unified']
  /** Default: a quarter of the characters of prompt and reply. */
  usage?: ScriptedUsage
  /** Pause before each delta, in milliseconds. */
  delayMs?: number
  /** The call rejects with it; with `errorAfterDeltas` or `cut` the stream fails with it instead. */
  error?: unknown
  /** Deltas sent before the error (or, with `hang`, before the silence). Default 0. */
  errorAfterDeltas?: number
  /** True: the stream itself breaks, as on a lost connection. False: an `error` part and a `finish` follow the deltas. */
  cut?: boolean
  /** Sends nothing more after `errorAfterDeltas` deltas, until the call is aborted. */
  hang?: boolean
}

/** Tokens, as the provider would count them. */
export interface ScriptedUsage {
  inputTokens: number
  outputTokens: number
  cacheReadTokens?: number
}

/** The replies in order, or a function of the call (its options, or the body of its request) and its number (from 0). */
export type Script<Call = LanguageModelV4CallOptions> =
  | readonly ScriptedReply[]
  | ((call: Call, number: number) => ScriptedReply | Promise<ScriptedReply>)

/** The reply to one call. A list that is used up is a mistake of the test, and says so. */
export async function replyTo<Call>(
  script: Script<Call>,
  call: Call,
  number: number,
): Promise<ScriptedReply> {
  if (typeof script === 'function') return script(call, number)
  const reply = script[number]
  if (reply === undefined) {
    throw new Error(`The script has ${script.length} replies, and the model was called ${number + 1} times.`)
  }
  return reply
}
