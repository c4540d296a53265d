import { describe, expect, it } from 'vitest'
import type { AnswerPart } from './answer-part.ts'
import { createUiMessageStreamEncoder } from './ui-message-stream.ts'

const START: AnswerPart = { type: 'start', messageId: 'msg-1', threadId: 'th-1' }
const FINISH: AnswerPart = {
  type: 'finish',
  finishReason: 'stop',
  usage: { inputTokens: 10, outputTokens: 2 },
}
const DONE = '[DONE]'

/** The payloads of the events, which are all that the stream consists of. */
function encode(parts: AnswerPart[], finishThreadId: 'top-level' | 'metadata' = 'metadata'): string[] {
  const encoder = createUiMessageStreamEncoder({ finishThreadId })
  const text = parts.map((part) => encoder.encode(part)).join('') + encoder.end()
  const events = text.split('\n\n')
  expect(events.pop()).toBe('')
  return events.map((event) => {
    expect(event).toMatch(/^data: [^\n]*$/)
    return event.slice('data: '.length)
  })
}

describe('createUiMessageStreamEncoder', () => {
  it('names the protocol in its headers and keeps alive with a comment', () => {
    const encoder = createUiMessageStreamEncoder({ finishThreadId: 'metadata' })
    expect(encoder.headers).toEqual({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-vercel-ai-ui-message-stream': 'v1',
    })
    expect(encoder.keepAlive).toBe(': ping\n\n')
  })

  it('writes a whole answer event by event', () => {
    expect(
      encode([
        START,
        { type: 'step-start' },
        { type: 'reasoning', text: 'hm' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: { query: 'q' } },
        { type: 'tool-result', toolCallId: 'c1', toolName: 'search', output: { results: [] } },
        { type: 'step-finish', finishReason: 'tool-calls', usage: {} },
        { type: 'step-start' },
        { type: 'text', text: 'Hello' },
        { type: 'text', text: ' "you"\n' },
        { type: 'source', id: 's1', url: 'https://d.example/a', title: 'A' },
        { type: 'source', id: 's2', url: '/b' },
        { type: 'step-finish', finishReason: 'stop', usage: {} },
        FINISH,
      ]),
    ).toEqual([
      '{"type":"start","messageId":"msg-1","messageMetadata":{"threadId":"th-1"}}',
      '{"type":"start-step"}',
      '{"type":"reasoning-start","id":"rsn-0"}',
      '{"type":"reasoning-delta","id":"rsn-0","delta":"hm"}',
      '{"type":"reasoning-end","id":"rsn-0"}',
      '{"type":"tool-input-start","toolCallId":"c1","toolName":"search"}',
      '{"type":"tool-input-available","toolCallId":"c1","toolName":"search","input":{"query":"q"}}',
      '{"type":"tool-output-available","toolCallId":"c1","output":{"results":[]}}',
      '{"type":"finish-step"}',
      '{"type":"start-step"}',
      '{"type":"text-start","id":"txt-0"}',
      '{"type":"text-delta","id":"txt-0","delta":"Hello"}',
      '{"type":"text-delta","id":"txt-0","delta":" \\"you\\"\\n"}',
      '{"type":"source-url","sourceId":"s1","url":"https://d.example/a","title":"A"}',
      '{"type":"source-url","sourceId":"s2","url":"/b"}',
      '{"type":"text-end","id":"txt-0"}',
      '{"type":"finish-step"}',
      '{"type":"finish","messageMetadata":{"threadId":"th-1"}}',
      DONE,
    ])
  })

  it('adds the thread to the event itself when asked', () => {
    expect(encode([START, FINISH], 'top-level').at(-2)).toBe(
      '{"type":"finish","threadId":"th-1","messageMetadata":{"threadId":"th-1"}}',
    )
  })

  it('names the sources of a text at its end when asked', () => {
    const encoder = createUiMessageStreamEncoder({ finishThreadId: 'metadata', citations: true })
    const parts: AnswerPart[] = [
      { type: 'text', text: 'a' },
      { type: 'source', id: 's1', url: '/a', title: 'A' },
      { type: 'source', id: 's2', url: '/b' },
      { type: 'step-finish', finishReason: 'stop', usage: {} },
      { type: 'text', text: 'b' },
      { type: 'step-finish', finishReason: 'stop', usage: {} },
    ]
    const text = parts.map((part) => encoder.encode(part)).join('')
    expect(text.match(/\{"type":"text-end".*/g)).toEqual([
      '{"type":"text-end","id":"txt-0","citations":[{"source":{"type":"source","sourceType":"url","id":"s1","url":"/a","title":"A"}},{"source":{"type":"source","sourceType":"url","id":"s2","url":"/b"}}]}',
      '{"type":"text-end","id":"txt-1"}',
    ])
  })

  it('names no thread when there is none', () => {
    expect(encode([{ type: 'start', messageId: 'm' }, FINISH], 'top-level')).toEqual([
      '{"type":"start","messageId":"m"}',
      '{"type":"finish"}',
      DONE,
    ])
  })

  it('lets finish name another thread than start', () => {
    expect(encode([START, { ...FINISH, threadId: 'th-2' }]).at(-2)).toBe(
      '{"type":"finish","messageMetadata":{"threadId":"th-2"}}',
    )
  })

  it('gives each block an id of its own, and opens none for empty text', () => {
    const types = encode([
      { type: 'text', text: '' },
      { type: 'text', text: 'a' },
      { type: 'reasoning', text: 'b' },
      { type: 'reasoning', text: '' },
      { type: 'text', text: 'c' },
    ])
    expect(types).toEqual([
      '{"type":"text-start","id":"txt-0"}',
      '{"type":"text-delta","id":"txt-0","delta":"a"}',
      '{"type":"text-end","id":"txt-0"}',
      '{"type":"reasoning-start","id":"rsn-0"}',
      '{"type":"reasoning-delta","id":"rsn-0","delta":"b"}',
      '{"type":"reasoning-end","id":"rsn-0"}',
      '{"type":"text-start","id":"txt-1"}',
      '{"type":"text-delta","id":"txt-1","delta":"c"}',
      '{"type":"text-end","id":"txt-1"}',
      DONE,
    ])
  })

  it('writes a failed tool with its message', () => {
    expect(encode([{ type: 'tool-error', toolCallId: 'c', toolName: 't', errorText: 'no' }])[0]).toBe(
      '{"type":"tool-output-error","toolCallId":"c","errorText":"no"}',
    )
  })

  it('writes null for an input or output that is undefined', () => {
    expect(
      encode([
        { type: 'tool-call', toolCallId: 'c', toolName: 't', input: undefined },
        { type: 'tool-result', toolCallId: 'c', toolName: 't', output: undefined },
      ]).slice(1, 3),
    ).toEqual([
      '{"type":"tool-input-available","toolCallId":"c","toolName":"t","input":null}',
      '{"type":"tool-output-available","toolCallId":"c","output":null}',
    ])
  })

  it('writes data under its name, with id and transience only when given', () => {
    expect(
      encode([
        { type: 'data', name: 'todos', data: [1] },
        { type: 'data', name: 'todos', data: { a: 1 }, id: 'd', transient: true },
      ]),
    ).toEqual([
      '{"type":"data-todos","data":[1]}',
      '{"type":"data-todos","id":"d","data":{"a":1},"transient":true}',
      DONE,
    ])
  })

  it('holds back half of a character, also over a source', () => {
    expect(
      encode([
        { type: 'text', text: 'a\ud83d' },
        { type: 'source', id: 's', url: '/' },
        { type: 'text', text: '\ude00' },
      ]),
    ).toEqual([
      '{"type":"text-start","id":"txt-0"}',
      '{"type":"text-delta","id":"txt-0","delta":"a"}',
      '{"type":"source-url","sourceId":"s","url":"/"}',
      '{"type":"text-delta","id":"txt-0","delta":"😀"}',
      '{"type":"text-end","id":"txt-0"}',
      DONE,
    ])
  })

  it('ends half a character that never becomes whole with its block', () => {
    expect(encode([{ type: 'text', text: '\ud83d' }, FINISH]).slice(0, 3)).toEqual([
      '{"type":"text-start","id":"txt-0"}',
      '{"type":"text-delta","id":"txt-0","delta":"\ufffd"}',
      '{"type":"text-end","id":"txt-0"}',
    ])
  })

  it.each<[AnswerPart, string]>([
    [{ type: 'error', message: 'The model is down.' }, '{"type":"error","errorText":"The model is down."}'],
    [{ type: 'abort' }, '{"type":"abort"}'],
  ])('closes the open block and writes nothing but the end after %j', (part, last) => {
    expect(encode([{ type: 'text', text: 'a' }, part, { type: 'text', text: 'late' }, FINISH])).toEqual([
      '{"type":"text-start","id":"txt-0"}',
      '{"type":"text-delta","id":"txt-0","delta":"a"}',
      '{"type":"text-end","id":"txt-0"}',
      last,
      DONE,
    ])
  })

  it('ends once', () => {
    const encoder = createUiMessageStreamEncoder({ finishThreadId: 'metadata' })
    expect(encoder.end()).toBe('data: [DONE]\n\n')
    expect(encoder.end()).toBe('')
    expect(encoder.encode({ type: 'text', text: 'late' })).toBe('')
  })
})
