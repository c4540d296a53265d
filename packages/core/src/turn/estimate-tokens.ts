import type { LanguageModelV4Prompt } from '@ai-sdk/provider'

/**
 * Bytes of UTF-8 that a token stands for in estimates. English prose has 4 to 5, other scripts up to 6, code fewer: a
 * provider that counts tokens ends a reply before an estimate does.
 */
export const BYTES_PER_TOKEN = 5

/** More tokens than any model reads or writes in one call: a report above it is a mistake. */
const MOST_TOKENS = 20_000_000
/** A report this many times below the estimate is a mistake, as is 0 for a long reply. */
const LEAST_SHARE = 10

/** The tokens of a text of so many bytes, about. */
export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

/** What a provider counted, when that can be true; otherwise the estimate. */
export function countedTokens(reported: unknown, bytes: number): number {
  const estimate = estimateTokens(bytes)
  const isPlausible =
    typeof reported === 'number' && reported >= Math.floor(estimate / LEAST_SHARE) && reported <= MOST_TOKENS
  return isPlausible ? Math.floor(reported) : estimate
}

type Message = LanguageModelV4Prompt[number]

const lengths = new WeakMap<Message, number>()

/** Length of a message as JSON, in characters; counted once for each message. */
export function messageLength(message: Message): number {
  let known = lengths.get(message)
  if (known === undefined) {
    known = JSON.stringify(message).length
    lengths.set(message, known)
  }
  return known
}
