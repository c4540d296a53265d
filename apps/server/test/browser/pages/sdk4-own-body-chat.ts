import { useChat } from '@ai-sdk/react-v4'
import { chatView, show } from './chat-view.ts'

declare const API: string
declare const KEY: string
/** The tests are type-checked for Node: of the browser's storage only this is needed. */
declare const sessionStorage: {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

interface Annotation {
  readonly threadId?: string
  readonly source?: { readonly url: string; readonly title?: string }
}

/** A hook that builds the whole body itself, and keeps the id and key of the thread from the headers. */
show(() => {
  const { messages, status, error, append } = useChat({
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
  return chatView({
    status,
    error: error?.message ?? '',
    messages: messages.map(({ id, role, content, annotations = [] }) => {
      const notes = annotations as readonly Annotation[]
      return {
        id,
        role,
        text: content,
        threadId: notes.findLast(({ threadId }) => threadId !== undefined)?.threadId,
        sources: notes.flatMap(({ source }) => (source === undefined ? [] : [source])),
      }
    }),
    ask: (question) => void append({ role: 'user', content: question }),
  })
})
