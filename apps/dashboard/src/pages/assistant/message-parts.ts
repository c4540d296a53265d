import type { UIMessage } from 'ai'

export function textOf({ parts }: UIMessage): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}

/** Of the conversation that a message belongs to. */
export function threadOf(message: UIMessage | undefined): string | undefined {
  const id = (message?.metadata as { threadId?: unknown } | undefined)?.threadId
  return typeof id === 'string' ? id : undefined
}
