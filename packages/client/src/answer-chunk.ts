/**
 * One chunk of an answer's stream: the UI message stream of AI SDK 5 and later, as far as Docent sends it.
 * Each chunk is also a valid `UIMessageChunk` of the package `ai`.
 *
 * @see https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#data-stream-protocol
 */
export type AnswerChunk =
  | { type: 'start'; messageId?: string; messageMetadata?: unknown }
  | { type: 'start-step' }
  | { type: 'text-start'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'text-end'; id: string }
  | { type: 'reasoning-start'; id: string }
  | { type: 'reasoning-delta'; id: string; delta: string }
  | { type: 'reasoning-end'; id: string }
  | { type: 'tool-input-start'; toolCallId: string; toolName: string }
  | { type: 'tool-input-available'; toolCallId: string; toolName: string; input: unknown }
  | { type: 'tool-output-available'; toolCallId: string; output: unknown }
  | { type: 'tool-output-error'; toolCallId: string; errorText: string }
  | { type: 'source-url'; sourceId: string; url: string; title?: string }
  | { type: `data-${string}`; id?: string; data: unknown; transient?: boolean }
  | { type: 'message-metadata'; messageMetadata: unknown }
  | { type: 'finish-step' }
  | { type: 'finish'; messageMetadata?: unknown }
  | { type: 'error'; errorText: string }
  | { type: 'abort' }

/** A page that an answer used. */
export interface AnswerSource {
  id: string
  url: string
  title?: string
}

/** Output of the assistant's `search` tool, in `tool-output-available`. */
export interface SearchOutput {
  type: 'search'
  results: FoundPassage[]
}

/** A passage that an answer may cite. */
export interface FoundPassage {
  /** Route path of the page, such as `/guides/start`. */
  path: string
  /** Address of the passage. */
  url: string
  /** Markdown. */
  content: string
  metadata: {
    title: string
    /** Headings above the passage, the outermost first. */
    headings: string[]
    /** The answer cites the passage by it. */
    number: number
    /** 0 to 1, comparable within one search. */
    score: number
    /** Address of the page. */
    href: string
  }
}

/** Output of the assistant's `read_page` tool, in `tool-output-available`. */
export interface PageOutput {
  type: 'page'
  /** The answer cites the page by it. */
  number: number
  path: string
  url: string
  title: string
  /** Markdown; of a long page its beginning. */
  content: string
}

/** A whole answer. */
export interface AnswerResult {
  /** The answer's text, Markdown. */
  text: string
  /** Each page that the answer used, once. */
  sources: AnswerSource[]
  /** Pass it as `threadId` to continue the conversation. */
  threadId: string
  /** Key of a new thread, where the server returned one. Keep it with `threadId`. */
  threadKey?: string
  /** Identifies the answer, for feedback. */
  messageId?: string
  /** Its sentences are checked after it: `claims()` of the client has what comes of it. */
  checksClaims?: boolean
}
