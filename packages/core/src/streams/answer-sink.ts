import type { AnswerPart } from './answer-part.ts'

/**
 * Takes the parts of an answer as they come. When its reader is behind it answers a promise, and the producer waits
 * for it; when the reader has left it throws `aborted`.
 */
export type AnswerSink = (part: AnswerPart) => Promise<void> | undefined

/** Makes an answer and pushes its parts; resolves when all parts are pushed and stored. */
export type AnswerProducer = (sink: AnswerSink) => Promise<void>

/** Takes pieces of text in the same way. */
export type TextSink = (text: string) => Promise<void> | undefined
