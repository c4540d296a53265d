import type { AnswerEncoder } from './answer-encoder.ts'
import type { AnswerProducer, TextSink } from './answer-sink.ts'

/** The message for a client when a producer stops without an end of the answer. */
export const INCOMPLETE_MESSAGE = 'The answer ended before it was complete.'

export interface EncodeAnswerOptions {
  /** A message that is safe to show, for an error that the producer threw or gave as the cause of an error part. */
  readonly describeError: (error: unknown) => string
}

/**
 * Writes the text of a whole answer, piece by piece, one piece a part that writes something.
 *
 * A producer that throws, or that ends without `finish`, `error` or `abort`, ends the stream with an error part:
 * clients take a stream that just ends for a complete answer. The producer is waited for after its last part, because
 * it may still have the answer to store; what it throws then is thrown on, after the stream was closed. What `write`
 * throws reaches the producer.
 */
export async function encodeAnswer(
  produce: AnswerProducer,
  encoder: AnswerEncoder,
  write: TextSink,
  options: EncodeAnswerOptions,
): Promise<void> {
  let isOver = false
  try {
    await produce((part) => {
      const isFailure = part.type === 'error' && part.cause !== undefined
      const text = encoder.encode(
        isFailure ? { type: 'error', message: options.describeError(part.cause) } : part,
      )
      isOver ||= part.type === 'finish' || part.type === 'error' || part.type === 'abort'
      return text === '' ? undefined : write(text)
    })
  } catch (error) {
    await close(encoder, write, isOver ? undefined : options.describeError(error))
    if (isOver) throw error
    return
  }
  await close(encoder, write, isOver ? undefined : INCOMPLETE_MESSAGE)
}

async function close(encoder: AnswerEncoder, write: TextSink, message: string | undefined): Promise<void> {
  const error = message === undefined ? '' : encoder.encode({ type: 'error', message })
  const text = error + encoder.end()
  if (text !== '') await write(text)
}
