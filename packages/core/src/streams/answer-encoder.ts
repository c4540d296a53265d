import type { AnswerPart } from './answer-part.ts'

/**
 * Writes one answer in one protocol. An encoder holds the state of one answer (open blocks, the thread's id)
 * and does no I/O: make one for each reply.
 */
export interface AnswerEncoder {
  /** Reply headers that name the protocol, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** What to write while nothing else is: clients ignore it. */
  readonly keepAlive: string
  /**
   * The text for one part: zero or more whole lines or events, ready to write as UTF-8. Empty when the protocol
   * has nothing for this part, when the text is held back until its surrogate pair is complete, and for all that
   * comes after `error`, `abort` or `finish`.
   */
  encode(part: AnswerPart): string
  /**
   * What closes the stream; call it once, whether or not the answer came to its `finish`. Afterwards `encode`
   * gives empty strings.
   */
  end(): string
}
