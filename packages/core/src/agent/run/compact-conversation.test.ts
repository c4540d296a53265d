import { describe, expect, test } from 'vitest'
import type { ModelMessage } from '../../ports/job-store.ts'
import { compactConversation, size } from './compact-conversation.ts'

function conversation(steps: number, resultLength: number): ModelMessage[] {
  const messages: ModelMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'Please rewrite the guide.' }] },
  ]
  for (let n = 0; n < steps; n++) {
    messages.push({
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: `c${n}`, toolName: 'read_file', input: { path: `p${n}.md` } },
      ],
    })
    messages.push({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: `c${n}`,
          toolName: 'read_file',
          output: { type: 'text', value: 'x'.repeat(resultLength) },
        },
      ],
    })
  }
  return messages
}

const todos = [
  { id: '1', content: 'Rewrite the intro', status: 'in_progress' as const, priority: 'high' as const },
]

/** Providers refuse a result without its call. */
function orphans(messages: readonly ModelMessage[]): string[] {
  const calls = new Set(
    messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
        : [],
    ),
  )
  return messages.flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) =>
          part.type === 'tool-result' && !calls.has(part.toolCallId) ? [part.toolCallId] : [],
        )
      : [],
  )
}

describe('compactConversation', () => {
  test('leaves a conversation alone that fits', () => {
    const messages = conversation(5, 100)
    expect(compactConversation({ conversation: messages, budget: 100_000, todos, changed: [] })).toEqual(
      messages,
    )
  })

  test('takes long results of earlier steps out first, the last ones never', () => {
    const messages = conversation(20, 5000)
    const compact = compactConversation({ conversation: messages, budget: 60_000, todos, changed: ['a.md'] })
    expect(size(compact)).toBeLessThanOrEqual(60_000)
    expect(compact).toHaveLength(messages.length)
    expect(compact.slice(-8)).toEqual(messages.slice(-8))
    expect(JSON.stringify(compact)).toContain('Left out to save room')
  })

  test('drops whole steps when nothing else helps, and keeps the request, the todo list and the changed files', () => {
    const messages = conversation(500, 300)
    const compact = compactConversation({
      conversation: messages,
      budget: 20_000,
      todos,
      changed: ['a.md', 'b.md'],
    })
    const text = JSON.stringify(compact)
    expect(size(compact)).toBeLessThanOrEqual(20_000)
    expect(text).toContain('Please rewrite the guide.')
    expect(text).toContain('Rewrite the intro')
    expect(text).toContain('a.md, b.md')
    expect(orphans(compact)).toEqual([])
  })

  test('gives the same for the same conversation', () => {
    const request = { budget: 20_000, todos, changed: ['a.md'] }
    expect(compactConversation({ conversation: conversation(50, 3000), ...request })).toEqual(
      compactConversation({ conversation: conversation(50, 3000), ...request }),
    )
  })
})
