import { describe, expect, it } from 'vitest'
import { echoedThreadId } from './echoed-thread-id.ts'

describe('echoedThreadId', () => {
  it('finds the id that useChat of AI SDK 5 and later sends back', () => {
    expect(
      echoedThreadId([
        { role: 'user', parts: [] },
        { role: 'assistant', parts: [], metadata: { threadId: 'th-1' } },
        { role: 'user', parts: [] },
      ]),
    ).toBe('th-1')
  })

  it('finds the id that useChat of AI SDK 4 sends back', () => {
    const annotations = [
      { type: 'start', threadId: 'th-1' },
      { type: 'source', source: {} },
      { type: 'finish', threadId: 'th-2' },
      'other',
    ]
    expect(echoedThreadId([{ role: 'assistant', content: '', annotations }, { role: 'user' }])).toBe('th-2')
  })

  it('takes the newest when messages name several threads', () => {
    expect(
      echoedThreadId([
        { metadata: { threadId: 'th-old' } },
        { annotations: [{ threadId: 'th-new' }] },
        { metadata: {} },
      ]),
    ).toBe('th-new')
  })

  it.each([
    undefined,
    null,
    'x',
    {},
    [],
    [null, 7, []],
    [{ metadata: { threadId: 7 } }],
    [{ annotations: {} }],
  ])('is undefined when there is none: %j', (messages) => {
    expect(echoedThreadId(messages)).toBeUndefined()
  })

  it('ignores an empty id', () => {
    expect(echoedThreadId([{ metadata: { threadId: '' }, annotations: [{ threadId: '' }] }])).toBeUndefined()
  })
})
