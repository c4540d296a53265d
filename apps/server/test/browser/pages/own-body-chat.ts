import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { chatView, show } from './chat-view.ts'

declare const API: string
declare const KEY: string
/** The tests are type-checked for Node: of the browser's storage only this is needed. */
declare const sessionStorage: {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

type Message = UIMessage<{ threadId?: string }>

/**
 * A hook that builds the whole body itself, so that nothing of it tells of an AI SDK, and keeps the id and key of the
 * thread from the headers.
 */
const transport = new DefaultChatTransport<Message>({
  api: API,
  headers: { authorization: `Bearer ${KEY}` },
  prepareSendMessagesRequest: ({ messages }) => {
    const threadId = sessionStorage.getItem('thread-id')
    const threadKey = sessionStorage.getItem('thread-key')
    return {
      body: {
        messages,
        fp: 'anonymous',
        retrievalPageSize: 5,
        context: [],
        ...(threadId !== null && { threadId }),
        ...(threadKey !== null && { threadKey }),
      },
    }
  },
  fetch: async (url, options) => {
    const reply = await fetch(url, options)
    for (const name of ['thread-id', 'thread-key']) {
      const value = reply.headers.get(`x-${name}`)
      if (value !== null) sessionStorage.setItem(name, value)
    }
    return reply
  },
})

show(() => {
  const { messages, status, error, sendMessage } = useChat<Message>({ id: 'assistant', transport })
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
