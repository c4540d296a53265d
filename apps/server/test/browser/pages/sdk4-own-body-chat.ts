import { useChat } from '@ai-sdk/react-v4'
import { show } from './chat-view.ts'
import { sdk4View } from './sdk4-view.ts'

declare const API: string
declare const KEY: string
/** The tests are type-checked for Node: of the browser's storage only this is needed. */
declare const sessionStorage: {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/** A hook that builds the whole body itself, and keeps the id and key of the thread from the headers. */
show(() => {
  const chat = useChat({
    api: API,
    streamProtocol: 'data',
    headers: { authorization: `Bearer ${KEY}` },
    experimental_prepareRequestBody: (request) => {
      const threadId = sessionStorage.getItem('thread-id')
      const threadKey = sessionStorage.getItem('thread-key')
      return {
        fp: 'anonymous',
        messages: request.messages.map(({ id, role, content, parts }) => ({ id, role, content, parts })),
        currentPath: null,
        ...(threadId !== null && { threadId }),
        ...(threadKey !== null && { threadKey }),
      }
    },
    onResponse: (reply) => {
      for (const name of ['thread-id', 'thread-key']) {
        const value = reply.headers.get(`x-${name}`)
        if (value !== null) sessionStorage.setItem(name, value)
      }
    },
  })
  return sdk4View(chat)
})
