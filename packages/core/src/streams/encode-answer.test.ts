import { describe, expect, it } from 'vitest'
import type { AnswerEncoder } from './answer-encoder.ts'
import type { AnswerPart } from './answer-part.ts'
import type { AnswerProducer } from './answer-sink.ts'
import { createDataStreamEncoder } from './data-stream.ts'
import { encodeAnswer, INCOMPLETE_MESSAGE } from './encode-answer.ts'
import { createUiMessageStreamEncoder } from './ui-message-stream.ts'

const describeError = (error: unknown) => (error instanceof Error ? `safe: ${error.message}` : 'unknown')
const FINISH: AnswerPart = { type: 'finish', finishReason: 'stop', usage: {} }

async function collect(
  parts: AsyncIterable<AnswerPart>,
  encoder: AnswerEncoder,
  into: string[] = [],
): Promise<string[]> {
  const produce: AnswerProducer = async (sink) => {
    for await (const part of parts) await sink(part)
  }
  await encodeAnswer(produce, encoder, (text) => void into.push(text), { describeError })
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
    expect(await collect(parts(), encoder)).toEqual([
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
    expect(await collect(parts(), createDataStreamEncoder())).toEqual(['0:"a"\n', '3:"safe: boom"\n'])
  })

  it('does not let an answer without its end look complete', async () => {
    async function* parts(): AsyncGenerator<AnswerPart> {
      yield { type: 'text', text: 'a' }
    }
    expect(await collect(parts(), createDataStreamEncoder())).toEqual([
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
    await expect(collect(parts(), encoder, written)).rejects.toThrow('disk full')
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
    const produce: AnswerProducer = async (sink) => {
      for await (const part of parts()) await sink(part)
    }
    let writes = 0
    const write = () => {
      if (++writes > 3) throw new Error('left')
      return undefined
    }
    await expect(encodeAnswer(produce, createDataStreamEncoder(), write, { describeError })).rejects.toThrow(
      'left',
    )
    expect(isReturned).toBe(true)
  })

  it('hands the wait of a reader that is behind to the producer', async () => {
    const behind = Promise.resolve()
    let answered: Promise<void> | undefined
    const produce: AnswerProducer = async (sink) => {
      answered = sink({ type: 'text', text: 'a' })
      sink(FINISH)
    }
    await encodeAnswer(produce, createDataStreamEncoder(), () => behind, { describeError })
    expect(answered).toBe(behind)
  })
})
