import { useChat } from '@ai-sdk/react-v4'
import { chatView, show } from './chat-view.ts'

declare const API: string
declare const KEY: string

interface Annotation {
  readonly threadId?: string
  readonly source?: { readonly url: string; readonly title?: string }
}

show(() => {
  const { messages, status, error, append } = useChat({
    api: API,
    streamProtocol: 'data',
    sendExtraMessageFields: true,
    headers: { authorization: `Bearer ${KEY}` },
    body: { fp: 'anonymous' },
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
