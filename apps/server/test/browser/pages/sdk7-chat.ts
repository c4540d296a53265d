import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { chatView, show } from './chat-view.ts'

declare const API: string
declare const KEY: string

type Message = UIMessage<{ threadId?: string }>

const transport = new DefaultChatTransport<Message>({
  api: API,
  headers: { authorization: `Bearer ${KEY}` },
  body: { fp: 'anonymous' },
})

show(() => {
  const { messages, status, error, sendMessage } = useChat<Message>({ transport })
  return chatView({
    status,
    error: error?.message ?? '',
    messages: messages.map(({ id, role, metadata, parts }) => ({
      id,
      role,
      text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
      threadId: metadata?.threadId,
      sources: parts.flatMap((part) => (part.type === 'source-url' ? [part] : [])),
    })),
    ask: (question) => void sendMessage({ text: question }),
  })
})
