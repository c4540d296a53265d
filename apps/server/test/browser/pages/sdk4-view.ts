import type { UseChatHelpers } from '@ai-sdk/react-v4'
import { chatView } from './chat-view.ts'

interface Annotation {
  readonly threadId?: string
  readonly source?: { readonly url: string; readonly title?: string }
}

/** What a hook of AI SDK 4 holds, as the tests read it. */
export function sdk4View({
  messages,
  status,
  error,
  append,
}: Pick<UseChatHelpers, 'messages' | 'status' | 'error' | 'append'>): ReturnType<typeof chatView> {
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
}
