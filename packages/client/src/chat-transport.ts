import type { AnswerChunk } from './answer-chunk.ts'
import { type AskOptions, AssistantClient } from './assistant-client.ts'
import { pagePath } from './page-path.ts'
import { type ClientOptions, Transport } from './transport.ts'

/** What the transport reads of a message of `useChat`. */
export interface ChatMessage {
  id: string
  role: 'system' | 'user' | 'assistant'
  metadata?: unknown
  parts: ReadonlyArray<{ type: string; [field: string]: unknown }>
}

export interface ChatTransportOptions
  extends ClientOptions,
    Omit<AskOptions, 'signal' | 'threadId' | 'threadKey'> {
  domain: string
}

interface SendMessagesOptions {
  trigger: 'submit-message' | 'regenerate-message'
  messages: ChatMessage[]
  abortSignal: AbortSignal | undefined
  body?: object
}

/**
 * A `ChatTransport` for `useChat` of AI SDK 5 and later.
 *
 * @example
 * const { messages, sendMessage } = useChat({ transport: new DocentChatTransport({ domain: 'docs', key }) })
 */
export class DocentChatTransport {
  readonly #assistant: AssistantClient
  readonly #domain: string
  readonly #defaults: Omit<AskOptions, 'signal'>
  /** Keys of threads that the server returned; they are sent back with their thread. */
  readonly #threadKeys = new Map<string, string>()

  constructor({
    domain,
    fp,
    currentPath,
    context,
    filter,
    retrievalPageSize,
    ...client
  }: ChatTransportOptions) {
    this.#assistant = new AssistantClient(new Transport(client))
    this.#domain = domain
    this.#defaults = JSON.parse(
      JSON.stringify({
        fp,
        currentPath: currentPath === undefined ? undefined : pagePath(currentPath),
        context,
        filter,
        retrievalPageSize,
      }),
    )
  }

  /** Sends the conversation, and returns the answer as a stream of UI message chunks. */
  async sendMessages({
    trigger,
    messages,
    abortSignal,
    body,
  }: SendMessagesOptions): Promise<ReadableStream<AnswerChunk>> {
    const threadId = threadIdOf(messages)
    const threadKey = threadId === undefined ? undefined : this.#threadKeys.get(threadId)
    const answer = this.#assistant.stream(
      this.#domain,
      {
        fp: 'anonymous',
        ...this.#defaults,
        // Metadata carries the thread's id: the server reads it there, and begins a new thread when it has gone.
        messages: messages.map(({ id, role, metadata, parts }) => ({
          id,
          role,
          metadata,
          parts: parts.filter(({ type }) => type === 'text'),
        })),
        trigger,
        ...(threadKey === undefined ? {} : { threadId, threadKey }),
        ...body,
      },
      abortSignal === undefined ? {} : { signal: abortSignal },
    )
    const chunks = answer[Symbol.asyncIterator]()
    return new ReadableStream<AnswerChunk>({
      pull: async (controller) => {
        const next = await chunks.next()
        const { threadId: id, threadKey: key } = answer.answer
        if (key !== undefined) this.#threadKeys.set(id, key)
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel: async () => {
        await chunks.return()
      },
    })
  }

  /** An answer lives with its connection: there is none to come back to. */
  async reconnectToStream(): Promise<null> {
    return null
  }
}

function threadIdOf(messages: readonly ChatMessage[]): string | undefined {
  for (const { metadata } of messages.toReversed()) {
    const id = (metadata as { threadId?: unknown } | undefined)?.threadId
    if (typeof id === 'string') return id
  }
  return undefined
}
