import { type ErrorContext, mapError } from '../map-error.ts'
import type { GuardOptions } from './guard-options.ts'
import { Silence } from './silence.ts'

/**
 * A call with one reply and no parts: the reply has the time of a first part, as a whole, and its failures are
 * DocentErrors. It never retries.
 */
export async function guardedCall<Reply>(
  outer: AbortSignal | undefined,
  { firstByteMs, errors }: Pick<GuardOptions, 'firstByteMs' | 'errors'>,
  call: (signal: AbortSignal) => PromiseLike<Reply>,
): Promise<Reply> {
  outer?.throwIfAborted()
  const silence = new Silence(outer, firstByteMs, serverOf(errors))
  try {
    return await silence.race(call(silence.signal))
  } catch (error) {
    throw guardedError(error, silence, { ...errors, signal: outer })
  } finally {
    silence.end()
  }
}

/** A failed call as one of Docent's errors; the reason of the inner signal is better news than the client's AbortError. */
export function guardedError(error: unknown, silence: Silence, context: ErrorContext): unknown {
  return mapError(silence.signal.aborted ? silence.signal.reason : error, context)
}

/** For messages: who is asked. */
export function serverOf({ provider, address }: Pick<ErrorContext, 'provider' | 'address'>): string {
  return `${provider} (${address})`
}
