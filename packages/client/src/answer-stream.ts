import type { AnswerChunk, AnswerResult, AnswerSource } from './answer-chunk.ts'
import { ApiError, ConnectionError } from './api-error.ts'
import { readEvents } from './read-events.ts'

/**
 * An answer while it comes. Iterate over its chunks, or over `text()`, or await `result()`; one of them, once.
 * Leaving the loop early closes the connection, and the server stops its model.
 *
 * @example
 * for await (const piece of client.assistant.ask('docs', 'How do I sign in?').text()) process.stdout.write(piece)
 */
export class AnswerStream implements AsyncIterable<AnswerChunk> {
  readonly #open: () => Promise<Response>
  readonly #idleTimeoutMs: number
  readonly #signal: AbortSignal | undefined
  #isRead = false
  #answer: AnswerResult = { text: '', sources: [], threadId: '' }

  constructor(open: () => Promise<Response>, idleTimeoutMs: number, signal: AbortSignal | undefined) {
    this.#open = open
    this.#idleTimeoutMs = idleTimeoutMs
    this.#signal = signal
  }

  /** What has come so far. Complete when the iteration has ended without an error. */
  get answer(): AnswerResult {
    return this.#answer
  }

  /**
   * @throws ApiError when the server refuses the question, or with the code `answer_failed` when the answer fails after
   * it began (`answer` then holds what came); ConnectionError when the stream breaks off before its end.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<AnswerChunk, void> {
    if (this.#isRead)
      throw new TypeError('The answer was already read. You can read an AnswerStream only once.')
    this.#isRead = true
    const reply = await this.#open()
    this.#answer.threadId = reply.headers.get('x-thread-id') ?? ''
    const threadKey = reply.headers.get('x-thread-key')
    if (threadKey !== null) this.#answer.threadKey = threadKey
    let isFinished = false
    for await (const { data } of readEvents(reply, {
      idleTimeoutMs: this.#idleTimeoutMs,
      signal: this.#signal,
    })) {
      if (data === '[DONE]') break
      const chunk = JSON.parse(data) as AnswerChunk
      this.#collect(chunk)
      isFinished ||= chunk.type === 'finish' || chunk.type === 'abort'
      yield chunk
      if (chunk.type === 'error')
        throw new ApiError(chunk.errorText, { status: reply.status, code: 'answer_failed' })
    }
    if (!isFinished) throw new ConnectionError('The answer ended early.')
  }

  /** The answer's text, piece by piece. @throws as the iteration. */
  async *text(): AsyncGenerator<string, void> {
    for await (const chunk of this) if (chunk.type === 'text-delta') yield chunk.delta
  }

  /** Reads the answer to its end. @throws as the iteration. */
  async result(): Promise<AnswerResult> {
    for await (const _chunk of this);
    return this.#answer
  }

  #collect(chunk: AnswerChunk): void {
    if (chunk.type === 'text-delta') this.#answer.text += chunk.delta
    else if (chunk.type === 'source-url') this.#answer.sources.push(sourceOf(chunk))
    else if (chunk.type === 'data-claims') this.#answer.checksClaims = true
    else if (chunk.type === 'start') {
      if (chunk.messageId !== undefined) this.#answer.messageId = chunk.messageId
      this.#answer.threadId ||= threadIdOf(chunk.messageMetadata)
    }
  }
}

function sourceOf({ sourceId, url, title }: { sourceId: string; url: string; title?: string }): AnswerSource {
  return title === undefined ? { id: sourceId, url } : { id: sourceId, url, title }
}

function threadIdOf(metadata: unknown): string {
  const id = (metadata as { threadId?: unknown } | undefined)?.threadId
  return typeof id === 'string' ? id : ''
}
