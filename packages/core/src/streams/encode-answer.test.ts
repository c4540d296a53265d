import { describe, expect, it } from 'vitest'
import type { AnswerPart } from './answer-part.ts'
import { createDataStreamEncoder } from './data-stream.ts'
import { encodeAnswer, INCOMPLETE_MESSAGE } from './encode-answer.ts'
import { createUiMessageStreamEncoder } from './ui-message-stream.ts'

const describeError = (error: unknown) => (error instanceof Error ? `safe: ${error.message}` : 'unknown')
const FINISH: AnswerPart = { type: 'finish', finishReason: 'stop', usage: {} }

async function collect(pieces: AsyncIterable<string>, into: string[] = []): Promise<string[]> {
  for await (const piece of pieces) into.push(piece)
  return into
}

describe('encodeAnswer', () => {
  it('gives a piece for each part that writes something, and the end', async () => {
    async function* parts(): AsyncGenerator<AnswerPart> {
      yield { type: 'text', text: '' }
      yield { type: 'step-start' }
      yield FINISH
    }
    const encoder = createUiMessageStreamEncoder({ finishThreadId: 'metadata' })
    expect(await collect(encodeAnswer(parts(), encoder, { describeError }))).toEqual([
      'data: {"type":"start-step"}\n\n',
      'data: {"type":"finish"}\n\n',
      'data: [DONE]\n\n',
    ])
  })

  it('ends with an error part when the producer throws', async () => {
    async function* parts(): AsyncGenerator<AnswerPart> {
      yield { type: 'text', text: 'a' }
      throw new Error('boom')
    }
    expect(await collect(encodeAnswer(parts(), createDataStreamEncoder(), { describeError }))).toEqual([
      '0:"a"\n',
      '3:"safe: boom"\n',
    ])
  })

  it('does not let an answer without its end look complete', async () => {
    async function* parts(): AsyncGenerator<AnswerPart> {
      yield { type: 'text', text: 'a' }
    }
    expect(await collect(encodeAnswer(parts(), createDataStreamEncoder(), { describeError }))).toEqual([
      '0:"a"\n',
      `3:"${INCOMPLETE_MESSAGE}"\n`,
    ])
  })

  it('lets the producer do its work after finish, and throws on what fails there', async () => {
    let isStored = false
    async function* parts(): AsyncGenerator<AnswerPart> {
      yield FINISH
      isStored = true
      throw new Error('disk full')
    }
    const encoder = createUiMessageStreamEncoder({ finishThreadId: 'metadata' })
    const written: string[] = []
    await expect(collect(encodeAnswer(parts(), encoder, { describeError }), written)).rejects.toThrow(
      'disk full',
    )
    expect(isStored).toBe(true)
    expect(written).toEqual(['data: {"type":"finish"}\n\n', 'data: [DONE]\n\n'])
  })

  it('returns the producer when the reader leaves', async () => {
    let isReturned = false
    async function* parts(): AsyncGenerator<AnswerPart> {
      try {
        while (true) yield { type: 'text', text: 'a' }
      } finally {
        isReturned = true
      }
    }
    for await (const _ of encodeAnswer(parts(), createDataStreamEncoder(), { describeError })) break
    expect(isReturned).toBe(true)
  })
})
