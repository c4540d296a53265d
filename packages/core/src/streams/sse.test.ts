import { describe, expect, it } from 'vitest'
import { encodeSseEvent, encodeSseRetry, SSE_KEEP_ALIVE } from './sse.ts'

describe('encodeSseEvent', () => {
  it('writes id, name and data, ending with an empty line', () => {
    expect(encodeSseEvent({ id: '7', event: 'text', data: '{"text":"hi"}' })).toBe(
      'id: 7\nevent: text\ndata: {"text":"hi"}\n\n',
    )
  })

  it('leaves out what is absent', () => {
    expect(encodeSseEvent({ data: '' })).toBe('data: \n\n')
  })

  it('gives each line of the data a field of its own, whatever breaks the lines', () => {
    expect(encodeSseEvent({ data: 'a\nb\r\nc\rid: 9\n' })).toBe(
      'data: a\ndata: b\ndata: c\ndata: id: 9\ndata: \n\n',
    )
  })

  it('does not let an id or a name start a field of its own', () => {
    expect(encodeSseEvent({ id: '1\ndata: x\0', event: 'a\r\nretry: 1', data: 'd' })).toBe(
      'id: 1data: x\nevent: aretry: 1\ndata: d\n\n',
    )
  })
})

it('tells the client when to connect again, in whole milliseconds', () => {
  expect(encodeSseRetry(1500.4)).toBe('retry: 1500\n\n')
  expect(encodeSseRetry(-1)).toBe('retry: 0\n\n')
})

it('keeps a connection alive with a comment', () => {
  expect(SSE_KEEP_ALIVE).toBe(': ping\n\n')
})
