import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { ConnectionError } from './api-error.ts'

export interface ReadEventsOptions {
  /** Longest silence, ms; keep-alive comments count as sound. */
  idleTimeoutMs: number
  signal?: AbortSignal | undefined
}

/**
 * The server-sent events of a reply, in order. Leaving the loop closes the connection.
 * @throws ConnectionError when the stream breaks off or stays silent for too long; the signal's reason when it aborts.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* readEvents(
  reply: Response,
  { idleTimeoutMs, signal }: ReadEventsOptions,
): AsyncGenerator<EventSourceMessage, void> {
  if (reply.body === null) throw new ConnectionError('The reply has no body.')
  const reader = reply.body.getReader()
  const found: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => found.push(event) })
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await readChunk(reader, idleTimeoutMs, signal)
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* found.splice(0)
    }
  } finally {
    // The reader may have failed already; there is nothing left to close then.
    await reader.cancel().catch(() => undefined)
  }
}

async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idleTimeoutMs: number,
  signal: AbortSignal | undefined,
) {
  signal?.throwIfAborted()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new ConnectionError(`The stream was silent for ${idleTimeoutMs} ms.`)),
    idleTimeoutMs,
  )
  const onAbort = () => reject(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([reader.read(), stopped])
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ConnectionError) throw error
    throw new ConnectionError('The stream ended early.', { cause: error })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
