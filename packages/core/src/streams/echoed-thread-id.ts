/**
 * The newest thread id that a client sends back inside its messages, without knowing it does: useChat of AI SDK
 * 5+ keeps it in `messages[].metadata.threadId`, that of AI SDK 4 in `messages[].annotations[].threadId`.
 *
 * It is used when the body itself names no thread. It is untrusted: one that is unknown, or not the caller's,
 * starts a new thread.
 *
 * @param messages the body's `messages`, as they came; anything that is not a list has no id.
 */
export function echoedThreadId(messages: unknown): string | undefined {
  if (!Array.isArray(messages)) return undefined
  for (const message of messages.toReversed()) {
    const id =
      threadIdOf(property(message, 'metadata')) ?? annotatedThreadId(property(message, 'annotations'))
    if (id !== undefined) return id
  }
  return undefined
}

function annotatedThreadId(annotations: unknown): string | undefined {
  if (!Array.isArray(annotations)) return undefined
  const newest = annotations.findLast((annotation) => threadIdOf(annotation) !== undefined)
  return threadIdOf(newest)
}

function threadIdOf(value: unknown): string | undefined {
  const id = property(value, 'threadId')
  return typeof id === 'string' && id !== '' ? id : undefined
}

function property(of: unknown, key: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, key) : undefined
}
