import { callChatApi } from '@ai-sdk/ui-utils-v4'
import { defined } from '@docent/content'
import type * as Sdk7 from 'ai'

// Imported here and not above, so that the conditions are set before.
const sdk5First = await import('ai-v5-first')
const sdk6 = await import('ai-v6')
const sdk7 = await import('ai')

/** One request that a client makes, and what the test wants to see of the reply. */
export interface ClientRequest {
  readonly api: string
  readonly messages?: readonly unknown[]
  readonly fetch?: typeof globalThis.fetch
  readonly abort?: AbortController
  readonly onError: (error: unknown) => void
}

/** A message as useChat of AI SDK 5 and later keeps it. */
export interface UiMessageView {
  readonly id: string
  readonly role: string
  readonly metadata?: unknown
  readonly parts: readonly { readonly type: string; readonly [key: string]: unknown }[]
}

/** A real client of the UI message stream: its transport and its reader. */
export interface UiClient {
  readonly name: string
  /** The states of the answer's message, one after the other. */
  send(request: ClientRequest & { onChunk?: (chunk: unknown) => void }): AsyncIterable<UiMessageView>
}

type Sdk = Pick<typeof Sdk7, 'DefaultChatTransport' | 'readUIMessageStream'>

/**
 * The oldest of AI SDK 5, the last of 6 with strict schemas, and the installed 7. All have the same calls; only
 * the declared types differ from one another.
 */
export const UI_CLIENTS: readonly UiClient[] = [
  uiClient('ai 5.0.0', sdk5First as unknown as Sdk),
  uiClient('ai 6.0.230', sdk6 as unknown as Sdk),
  uiClient('ai 7', sdk7),
]

interface ChunkSchema {
  readonly validate?: (chunk: unknown) => unknown
}

/** The strict schemas of one chunk that the clients of 6 and 7 hold a stream against. */
export const CHUNK_SCHEMAS: readonly ChunkSchema[] = [
  sdk6.uiMessageChunkSchema(),
  sdk7.uiMessageChunkSchema(),
]

function uiClient(name: string, sdk: Sdk): UiClient {
  return {
    name,
    async *send(request) {
      const transport = new sdk.DefaultChatTransport<Sdk7.UIMessage>({
        api: request.api,
        ...defined({ fetch: request.fetch }),
      })
      const chunks = await transport.sendMessages({
        chatId: 'chat-1',
        messages: [...(request.messages ?? [])] as Sdk7.UIMessage[],
        trigger: 'submit-message',
        messageId: undefined,
        abortSignal: request.abort?.signal,
      })
      const seen = new TransformStream<Sdk7.UIMessageChunk, Sdk7.UIMessageChunk>({
        transform(chunk, controller) {
          request.onChunk?.(chunk)
          controller.enqueue(chunk)
        },
      })
      yield* sdk.readUIMessageStream({ stream: chunks.pipeThrough(seen), onError: request.onError })
    },
  }
}

/** A message as useChat of AI SDK 4 keeps it. */
export interface ChatMessageView extends Omit<UiMessageView, 'metadata'> {
  readonly content: string
  readonly annotations?: readonly unknown[]
}

export interface ChatReply {
  readonly message: ChatMessageView | undefined
  readonly data: readonly unknown[]
  readonly finishReason: string | undefined
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number } | undefined
}

/** What useChat of AI SDK 4 does with a reply: the last state it got to; errors go to `onError`. */
export async function sendWithSdk4(
  request: ClientRequest & { onUpdate?: (message: ChatMessageView) => void },
): Promise<ChatReply> {
  let reply: ChatReply = { message: undefined, data: [], finishReason: undefined, usage: undefined }
  let ids = 0
  await callChatApi({
    api: request.api,
    body: { id: 'chat-1', messages: request.messages ?? [] },
    streamProtocol: 'data',
    credentials: undefined,
    headers: undefined,
    abortController: () => request.abort ?? null,
    restoreMessagesOnFailure: () => undefined,
    onResponse: undefined,
    onUpdate: ({ message, data }) => {
      const view = message as unknown as ChatMessageView
      reply = { ...reply, message: view, data: data ?? [] }
      request.onUpdate?.(view)
    },
    onFinish: (message, { usage, finishReason }) => {
      reply = { ...reply, message: message as unknown as ChatMessageView, usage, finishReason }
    },
    onToolCall: undefined,
    generateId: () => `client-${ids++}`,
    fetch: request.fetch,
    lastMessage: undefined,
  }).catch(request.onError)
  return reply
}

/** The joined text of a message's parts of one type. */
export function textOf(
  message: UiMessageView | ChatMessageView | undefined,
  type: 'text' | 'reasoning',
): string {
  const texts = message?.parts.filter((part) => part.type === type).map((part) => part.text ?? part.reasoning)
  return texts?.join('') ?? ''
}
