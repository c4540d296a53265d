import { createElement as h, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** What both chats show, so that one test reads either. */
export interface ChatView {
  readonly status: string
  readonly error: string
  readonly messages: readonly {
    readonly id: string
    readonly role: string
    readonly text: string
    readonly threadId: string | undefined
    readonly sources: readonly { readonly url: string; readonly title?: string }[]
  }[]
  readonly ask: (question: string) => void
}

/** Renders a chat, with a form to ask by. */
export function chatView({ status, error, messages, ask }: ChatView): ReactNode {
  const list = messages.map(({ id, role, text, threadId, sources }) =>
    h(
      'article',
      { key: id, 'data-role': role, 'data-thread': threadId ?? '' },
      h('p', null, text),
      sources.map(({ url, title }) => h('a', { key: url, href: url }, title)),
    ),
  )
  const form = h(
    'form',
    {
      action: (data: FormData) => ask(String(data.get('question'))),
    },
    h('input', { name: 'question', 'aria-label': 'Question' }),
    h('button', { type: 'submit' }, 'Ask'),
  )
  return [
    h('p', { key: 'status', role: 'status' }, status),
    h('p', { key: 'error', role: 'alert' }, error),
    h('section', { key: 'messages' }, list),
    h('div', { key: 'form' }, form),
  ]
}

/** The tests are type-checked for Node: of the browser's document only this is needed. */
declare const document: { getElementById(id: string): Element | null }

export function show(app: () => ReactNode): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root.')
  createRoot(root).render(h(app))
}
