import type { AnswerEncoder } from './answer-encoder.ts'
import type { AnswerPart } from './answer-part.ts'

/** What a client is told when a producer stops without saying how the answer ended. */
export const INCOMPLETE_MESSAGE = 'The answer ended before it was complete.'

export interface EncodeAnswerOptions {
  /** A message safe to show for an error that the producer threw. */
  readonly describeError: (error: unknown) => string
}

/**
 * The text of a whole answer, piece by piece, one piece a part that writes something.
 *
 * A producer that throws, or that ends without `finish`, `error` or `abort`, ends the stream with an error part:
 * clients take a stream that just ends for a complete answer. The producer is read to its end even after its
 * last part, because it may still have the answer to store; what it throws then is thrown on, after the stream
 * was closed. Leaving the generator early returns the producer.
 */
export async function* encodeAnswer(
  parts: AsyncIterable<AnswerPart>,
  encoder: AnswerEncoder,
  options: EncodeAnswerOptions,
): AsyncGenerator<string, void, undefined> {
  let isOver = false
  try {
    for await (const part of parts) {
      const text = encoder.encode(part)
      isOver ||= part.type === 'finish' || part.type === 'error' || part.type === 'abort'
      if (text !== '') yield text
    }
  } catch (error) {
    yield* closing(encoder, isOver ? undefined : options.describeError(error))
    if (isOver) throw error
    return
  }
  yield* closing(encoder, isOver ? undefined : INCOMPLETE_MESSAGE)
}

function* closing(encoder: AnswerEncoder, message: string | undefined): Generator<string, void, undefined> {
  const error = message === undefined ? '' : encoder.encode({ type: 'error', message })
  const text = error + encoder.end()
  if (text !== '') yield text
}
