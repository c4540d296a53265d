import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { DocentError } from '@docent/core/plugin'
import { expect } from 'vitest'

/** Every part of a stream. */
export async function read(
  { stream }: { stream: ReadableStream<LanguageModelV4StreamPart> },
  onPart?: (part: LanguageModelV4StreamPart) => void,
): Promise<LanguageModelV4StreamPart[]> {
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) {
    parts.push(part)
    onPart?.(part)
  }
  return parts
}

/** The text of all deltas. */
export function textOf(parts: readonly LanguageModelV4StreamPart[]): string {
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
}

/** The DocentError that a call rejects with; anything else is an error of the test. */
export async function failure(call: PromiseLike<unknown> | undefined): Promise<DocentError> {
  const error = await Promise.resolve(call).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!DocentError.is(error)) throw new Error(`Not a DocentError: ${error}`)
  return error
}

/** Neither the message nor anything that a log would print of the error. */
export function expectNoSecret(error: DocentError, key: string): void {
  const { message, stack, cause } = error
  const own =
    cause instanceof Error ? `${cause.message} ${cause.stack} ${JSON.stringify(cause)}` : String(cause)
  expect(`${message} ${stack} ${own}`).not.toContain(key)
  expect(message).not.toContain('planted fault')
}
