import { describe, expect, it } from 'vitest'
import type { AnswerPart } from './answer-part.ts'
import { createDataStreamEncoder, STOPPED_MESSAGE } from './data-stream.ts'

const START: AnswerPart = { type: 'start', messageId: 'msg-1', threadId: 'th-1' }
const FINISH: AnswerPart = {
  type: 'finish',
  finishReason: 'stop',
  usage: { inputTokens: 10, outputTokens: 2 },
}

function encode(...parts: AnswerPart[]): string {
  const encoder = createDataStreamEncoder()
  return parts.map((part) => encoder.encode(part)).join('') + encoder.end()
}

describe('createDataStreamEncoder', () => {
  it('names the protocol in its headers and keeps alive with an empty line', () => {
    const encoder = createDataStreamEncoder()
    expect(encoder.headers).toEqual({
      'content-type': 'text/plain; charset=utf-8',
      'x-vercel-ai-data-stream': 'v1',
    })
    expect(encoder.keepAlive).toBe('\n')
  })

  it('writes a whole answer line by line, the thread first and last', () => {
    const search = { type: 'search', results: [], path: 'a', url: '/a', metadata: { title: 'A' } }
    expect(
      encode(
        START,
        { type: 'step-start' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: { query: 'q' } },
        { type: 'tool-result', toolCallId: 'c1', toolName: 'search', output: search },
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'Hello' },
        { type: 'text', text: ' "you"\n' },
        { type: 'source', id: 's1', url: 'https://d.example/a', title: 'A' },
        { type: 'source', id: 's2', url: '/b' },
        { type: 'step-finish', finishReason: 'stop', usage: { inputTokens: 10, outputTokens: 2 } },
        FINISH,
      ).split('\n'),
    ).toEqual([
      '8:[{"type":"start","threadId":"th-1"}]',
      'f:{"messageId":"msg-1"}',
      '9:{"toolCallId":"c1","toolName":"search","args":{"query":"q"}}',
      `a:{"toolCallId":"c1","result":${JSON.stringify(search)}}`,
      'g:"hm"',
      '0:"Hello"',
      '0:" \\"you\\"\\n"',
      '8:[{"type":"source","source":{"sourceType":"url","id":"s1","url":"https://d.example/a","title":"A"}}]',
      '8:[{"type":"source","source":{"sourceType":"url","id":"s2","url":"/b"}}]',
      'e:{"finishReason":"stop","usage":{"promptTokens":10,"completionTokens":2},"isContinued":false}',
      '2:[{"type":"finish","threadId":"th-1"}]',
      '8:[{"type":"finish","threadId":"th-1"}]',
      'd:{"finishReason":"stop","usage":{"promptTokens":10,"completionTokens":2},"type":"finish","threadId":"th-1"}',
      '',
    ])
  })

  it('names no thread when there is none', () => {
    expect(encode({ type: 'start', messageId: 'm' }, { ...FINISH, usage: {} })).toBe(
      'd:{"finishReason":"stop","usage":{"promptTokens":null,"completionTokens":null},"type":"finish"}\n',
    )
  })

  it('lets finish name another thread than start', () => {
    expect(encode(START, { ...FINISH, threadId: 'th-2' })).toContain(
      '2:[{"type":"finish","threadId":"th-2"}]\n',
    )
  })

  it('starts each step with the id of the message', () => {
    expect(encode(START, { type: 'step-start' }, { type: 'step-start' }).match(/f:.*\n/g)).toEqual([
      'f:{"messageId":"msg-1"}\n',
      'f:{"messageId":"msg-1"}\n',
    ])
  })

  it('writes a failed tool as a result, because the protocol has no other part for it', () => {
    expect(encode({ type: 'tool-error', toolCallId: 'c', toolName: 't', errorText: 'no' })).toBe(
      'a:{"toolCallId":"c","result":{"type":"error","error":"no"}}\n',
    )
  })

  it.each([
    [undefined, '{}'],
    [null, '{}'],
    ['x', '{"input":"x"}'],
    [[1], '{"input":[1]}'],
  ])('always writes an object as arguments: %j', (input, args) => {
    expect(encode({ type: 'tool-call', toolCallId: 'c', toolName: 't', input })).toBe(
      `9:{"toolCallId":"c","toolName":"t","args":${args}}\n`,
    )
  })

  it('writes a result even when a tool gave none', () => {
    expect(encode({ type: 'tool-result', toolCallId: 'c', toolName: 't', output: undefined })).toBe(
      'a:{"toolCallId":"c","result":null}\n',
    )
  })

  it('writes data as an annotation whose type is its name', () => {
    expect(encode({ type: 'data', name: 'todos', data: { type: 'x', todos: [1] } })).toBe(
      '8:[{"type":"todos","todos":[1]}]\n',
    )
    expect(encode({ type: 'data', name: 'todos', data: [1], id: 'd' })).toBe(
      '8:[{"type":"todos","data":[1]}]\n',
    )
  })

  it('keeps transient data out of the message', () => {
    expect(encode({ type: 'data', name: 'progress', data: { done: 1 }, transient: true })).toBe(
      '2:[{"type":"progress","done":1}]\n',
    )
  })

  it('holds back half of a character, also over a source, and writes nothing for empty text', () => {
    expect(
      encode(
        { type: 'text', text: '' },
        { type: 'text', text: 'a\ud83d' },
        { type: 'source', id: 's', url: '/' },
        { type: 'text', text: '\ude00' },
      ),
    ).toBe('0:"a"\n8:[{"type":"source","source":{"sourceType":"url","id":"s","url":"/"}}]\n0:"😀"\n')
  })

  it('ends half a character that never becomes whole before the next part', () => {
    expect(encode({ type: 'text', text: '\ud83d' }, { type: 'reasoning', text: '\ud83d' })).toBe(
      '0:"\ufffd"\ng:"\ufffd"\n',
    )
  })

  it('writes nothing after an error', () => {
    expect(
      encode(START, { type: 'error', message: 'The model is down.' }, { type: 'text', text: 'x' }, FINISH),
    ).toBe('8:[{"type":"start","threadId":"th-1"}]\n3:"The model is down."\n')
  })

  it('tells the client that an answer was stopped', () => {
    expect(encode({ type: 'text', text: 'a' }, { type: 'abort' }, FINISH)).toBe(
      `0:"a"\n3:"${STOPPED_MESSAGE}"\n`,
    )
  })

  it('writes nothing after finish or after its end', () => {
    const encoder = createDataStreamEncoder()
    encoder.encode(FINISH)
    expect(encoder.encode({ type: 'text', text: 'late' })).toBe('')
    expect(encoder.end()).toBe('')
    expect(encoder.encode({ type: 'text', text: 'late' })).toBe('')
  })
})
