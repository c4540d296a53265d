import type { callChatApi, Message, UIMessage } from '@ai-sdk/ui-utils-v4'
import type { AnswerView, Chat, ChatClient, ChatOptions } from './chat-client.ts'

/** The calls of `@ai-sdk/ui-utils` that useChat of AI SDK 4 is made of. Parts of messages came with 4.1.17. */
interface DataStreamSdk {
  readonly callChatApi: typeof callChatApi
  readonly fillMessageParts?: (messages: Message[]) => Message[]
}

/** A client of the data stream: AI SDK 4. */
export function dataStreamClient(name: string, load: () => Promise<unknown>): ChatClient {
  return {
    name,
    protocol: 'v1',
    open: async (options) => new DataStreamChat((await load()) as DataStreamSdk, options),
  }
}

/** Does with a conversation what useChat does, without React: the same body, the same list of messages. */
class DataStreamChat implements Chat {
  #messages: Message[] = []
  #finished = false
  #ids = 0
  #abort: AbortController | undefined
  error: Error | undefined

  constructor(
    private readonly sdk: DataStreamSdk,
    private readonly options: ChatOptions,
  ) {}

  get answer(): AnswerView | undefined {
    const last = this.#messages.at(-1)
    return last?.role === 'assistant' ? viewOf(last, this.#finished) : undefined
  }

  async ask(text: string): Promise<void> {
    const question: Message = { id: this.#nextId(), createdAt: new Date(), role: 'user', content: text }
    await this.#send([...this.#messages, question])
  }

  /** `reload()` of useChat. */
  async regenerate(): Promise<void> {
    await this.#send(this.#messages.slice(0, -1))
  }

  stop(): void {
    this.#abort?.abort()
  }

  async #send(asked: Message[]): Promise<void> {
    const messages = this.sdk.fillMessageParts?.(asked) ?? asked
    this.error = undefined
    this.#finished = false
    this.#messages = messages
    this.#abort = new AbortController()
    try {
      await this.sdk.callChatApi({
        api: this.options.api,
        body: { id: 'chat-1', messages, fp: 'anonymous' },
        streamProtocol: 'data',
        credentials: undefined,
        headers: { authorization: `Bearer ${this.options.key}` },
        abortController: () => this.#abort ?? null,
        restoreMessagesOnFailure: () => undefined,
        onResponse: undefined,
        onUpdate: ({ message, replaceLastMessage }) => {
          const before = replaceLastMessage ? messages.slice(0, -1) : messages
          this.#messages = [...before, message]
          this.#notify()
        },
        onFinish: (_message, { finishReason }) => {
          this.#finished = finishReason === 'stop'
          this.#notify()
        },
        onToolCall: undefined,
        generateId: () => this.#nextId(),
        fetch: undefined,
        lastMessage: messages.at(-1) as UIMessage | undefined,
      })
    } catch (error) {
      if ((error as Error).name !== 'AbortError') this.error = error as Error
    }
  }

  #notify(): void {
    if (this.answer) this.options.onUpdate?.(this.answer)
  }

  #nextId(): string {
    return `client-${this.#ids++}`
  }
}

interface Annotation {
  readonly type?: string
  readonly threadId?: string
  readonly source?: { readonly url: string; readonly title?: string }
}

function viewOf(message: Message, finished: boolean): AnswerView {
  const annotations = (message.annotations ?? []) as readonly Annotation[]
  return {
    text: message.content,
    threadId: annotations.findLast(({ threadId }) => threadId !== undefined)?.threadId,
    sources: annotations.flatMap(({ source }) => (source === undefined ? [] : [source])),
    tools: (message.toolInvocations ?? []).map((call) => ({
      name: call.toolName,
      input: call.args,
      output: 'result' in call ? call.result : undefined,
    })),
    finished,
  }
}
