/**
 * What an answer is made of, before it is written in a protocol.
 *
 * The assistant's pipeline and the v1 agent job both produce `AnswerPart`s; `data-stream.ts` (AI SDK 4) and
 * `ui-message-stream.ts` (AI SDK 5, 6 and 7) turn the same parts into text. A producer yields, in order:
 * `start` · (`step-start` · parts · `step-finish`)… · `finish`; after `error` or `abort` it yields nothing more.
 */

/** Why a step or an answer ended. Each encoder maps it to what its clients accept. */
export type AnswerFinishReason =
  | 'stop'
  | 'length'
  | 'content-filter'
  | 'tool-calls'
  | 'error'
  | 'other'
  | 'unknown'

/** Tokens of one step or of a whole answer; absent when the model does not report them. */
export interface AnswerUsage {
  readonly inputTokens?: number
  readonly outputTokens?: number
}

/** Any value that `JSON.stringify` writes faithfully; `undefined` becomes `null` where a value is required. */
export type AnswerData = unknown

/** Opens the answer. `messageId` is new for every reply; an agent job has no thread. */
export interface StartPart {
  readonly type: 'start'
  readonly messageId: string
  readonly threadId?: string
}

/** A model step begins. */
export interface StepStartPart {
  readonly type: 'step-start'
}

/** The model calls a tool; `input` is the parsed argument object. */
export interface ToolCallPart {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  readonly input: AnswerData
}

/** A tool answered. Its `tool-call` came before it. */
export interface ToolResultPart {
  readonly type: 'tool-result'
  readonly toolCallId: string
  readonly toolName: string
  readonly output: AnswerData
}

/** A tool failed; the answer goes on. `errorText` is safe to show. */
export interface ToolErrorPart {
  readonly type: 'tool-error'
  readonly toolCallId: string
  readonly toolName: string
  readonly errorText: string
}

/** A piece of the answer's text, as the model made it: it may end in the middle of a surrogate pair. */
export interface TextPart {
  readonly type: 'text'
  readonly text: string
}

/** A piece of the model's visible reasoning. */
export interface ReasoningPart {
  readonly type: 'reasoning'
  readonly text: string
}

/** A page that the answer used; `id` is unique within the answer. */
export interface SourcePart {
  readonly type: 'source'
  readonly id: string
  readonly url: string
  readonly title?: string
}

/**
 * Something for the client's own use, such as `todos` or `pull-request`: `data-NAME` in the UI message stream,
 * the annotation `{type: name, ...data}` in the data stream. A part with the `id` of an earlier one replaces
 * it in newer clients; a `transient` part is not kept in the message.
 */
export interface DataPart {
  readonly type: 'data'
  readonly name: string
  readonly data: AnswerData
  readonly id?: string
  readonly transient?: boolean
}

/** A model step ended. */
export interface StepFinishPart {
  readonly type: 'step-finish'
  readonly finishReason: AnswerFinishReason
  readonly usage: AnswerUsage
}

/**
 * The answer failed after its first byte. Nothing follows. `message` is safe to show to anyone; `cause` is the whole
 * failure for the operator, and no encoder writes it.
 */
export interface ErrorPart {
  readonly type: 'error'
  readonly message: string
  readonly cause?: unknown
}

/** The answer was stopped before its end. Nothing follows. */
export interface AbortPart {
  readonly type: 'abort'
}

/** The answer is complete. `threadId` defaults to the one of `start`. */
export interface FinishPart {
  readonly type: 'finish'
  readonly finishReason: AnswerFinishReason
  readonly usage: AnswerUsage
  readonly threadId?: string
}

/** One part of an answer, told apart by `type`. */
export type AnswerPart =
  | StartPart
  | StepStartPart
  | ToolCallPart
  | ToolResultPart
  | ToolErrorPart
  | TextPart
  | ReasoningPart
  | SourcePart
  | DataPart
  | StepFinishPart
  | ErrorPart
  | AbortPart
  | FinishPart
