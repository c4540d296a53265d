import { echoedThreadId } from '@docent/core'
import type { z } from 'zod'

/** Most characters of text in a message. */
export const MAX_TEXT = 32_000

/** Most messages of a conversation that no thread of ours holds. */
const MAX_MESSAGES = 200

/** Stands where a message was, so that an error names the places that the client counted. It has nothing to read. */
const UNREAD = { role: 'assistant', content: '', parts: [] }

/**
 * Leaves out of a body what an answer does not read. useChat sends the whole conversation with each question, with
 * all passages that were found: it must not grow until the limits of a message refuse it.
 *
 * With a thread in the body, everything before the last message is left out, because the stored thread is the
 * history. With a thread that messages only echo, the history counts if the thread is unknown, so what is well formed
 * stays. Without one, more than 200 messages are cut from the front.
 *
 * @param message what a message must be.
 */
export function readableHistory(message: z.ZodType<{ text: string }>): (body: unknown) => unknown {
  return (body) => {
    if (typeof body !== 'object' || body === null || !('messages' in body)) return body
    const { messages } = body
    if (!Array.isArray(messages)) return body
    const isRead = namesThread(body)
      ? () => false
      : echoedThreadId(messages) === undefined
        ? () => true
        : (each: unknown) => isReadable(message, each)
    const last = messages.length - 1
    const kept = messages.map((each: unknown, index) =>
      index === last || (index > last - MAX_MESSAGES && isRead(each)) ? each : UNREAD,
    )
    return { ...body, messages: kept }
  }
}

function namesThread(body: object): boolean {
  const threadId: unknown = Reflect.get(body, 'threadId')
  return typeof threadId === 'string' && threadId !== ''
}

function isReadable(message: z.ZodType<{ text: string }>, value: unknown): boolean {
  const result = message.safeParse(value)
  return result.success && result.data.text.length <= MAX_TEXT
}
