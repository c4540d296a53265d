import { defined } from '@docent/core/plugin'
import type * as Sdk7 from 'ai'
import type { AnswerView, Chat, ChatClient, ChatOptions } from './chat-client.ts'

/** All versions from 5.0.0 on have these calls; only the declared types differ from one another. */
type UiMessageSdk = Pick<typeof Sdk7, 'AbstractChat' | 'DefaultChatTransport'>
type Message = Sdk7.UIMessage<{ threadId?: string }>

/** A client of the UI message stream: AI SDK 5 and later, through its own chat and transport. */
export function uiMessageClient(name: string, load: () => Promise<unknown>): ChatClient {
  return {
    name,
    protocol: 'v2',
    open: async (options) => openChat((await load()) as UiMessageSdk, options),
  }
}

function openChat(sdk: UiMessageSdk, { api, key, onUpdate }: ChatOptions): Chat {
  let finished = false
  const state = new ChatState(() => {
    const answer = view()
    if (answer) onUpdate?.(answer)
  })
  const chat = new (class extends sdk.AbstractChat<Message> {})({
    id: 'chat-1',
    state,
    transport: new sdk.DefaultChatTransport<Message>({
      api,
      headers: { authorization: `Bearer ${key}` },
      body: { fp: 'anonymous' },
    }),
    // Old versions tell only of answers that ended well, newer ones of all of them.
    onFinish: ({ isAbort, isDisconnect, isError }) => {
      finished = !(isAbort || isDisconnect || isError)
    },
  })
  const view = () => viewOf(state.messages.at(-1), finished)
  const sending = async (send: Promise<void>) => {
    finished = false
    await send
  }
  return {
    ask: (text) => sending(chat.sendMessage({ text })),
    regenerate: () => sending(chat.regenerate()),
    stop: () => void chat.stop(),
    get answer() {
      return view()
    },
    get error() {
      return state.error
    },
  }
}

/** What a framework's binding keeps of a chat. */
class ChatState implements Sdk7.ChatState<Message> {
  status: Sdk7.ChatStatus = 'ready'
  error: Error | undefined
  messages: Message[] = []

  constructor(private readonly onChange: () => void) {}

  readonly pushMessage = (message: Message): void => {
    this.messages = [...this.messages, message]
    this.onChange()
  }

  readonly popMessage = (): void => {
    this.messages = this.messages.slice(0, -1)
  }

  readonly replaceMessage = (index: number, message: Message): void => {
    this.messages = this.messages.with(index, message)
    this.onChange()
  }

  /** As the bindings do: a later delta must not change what was kept. */
  readonly snapshot = <Value>(value: Value): Value => structuredClone(value)
}

interface LoosePart {
  readonly type: string
  readonly text?: string
  readonly url?: string
  readonly title?: string
  readonly input?: unknown
  readonly output?: unknown
}

function viewOf(message: Message | undefined, finished: boolean): AnswerView | undefined {
  if (message?.role !== 'assistant') return undefined
  const parts = message.parts as readonly LoosePart[]
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    threadId: message.metadata?.threadId,
    sources: parts.flatMap(({ type, url = '', title }) =>
      type === 'source-url' ? [{ url, ...defined({ title }) }] : [],
    ),
    tools: parts.flatMap(({ type, input, output }) =>
      type.startsWith('tool-') ? [{ name: type.slice('tool-'.length), input, output }] : [],
    ),
    finished,
  }
}
