import { DocentError, GitHostMisconfigured } from '@docent/core'
import { z } from 'zod'
import { HostRefusal } from './host-refusal.ts'
import { redactor } from './redactor.ts'

/** What was being done with which host, so that a message can say how to mend it. */
export interface HostFailureContext {
  /** Begins a sentence: `GitLab`, `The git host`. */
  vendor: string
  /** Repository or project. */
  place: string
  /** Continues "… refused to …". */
  doing: string
  /** Milliseconds since the epoch. */
  now: number
  /** What a person must do about a refusal; undefined when it is not a person's to mend. */
  misconfigured(status: number, message: string): string | undefined
  /** Milliseconds until a rate limit ends, where the vendor says it in its own way; undefined for no limit. */
  rateLimitMs?(refusal: HostRefusal): number | undefined
}

/** Makes a host's failure one of Docent's. A DocentError passes unchanged. */
export function mapHostFailure(error: unknown, context: HostFailureContext): DocentError {
  if (DocentError.is(error)) return error
  const { vendor, doing } = context
  const cause = safeCause(error)
  if (error instanceof HostRefusal) return mapRefusal(error, context, cause)
  if (isHostTimeout(error)) {
    const message = `${vendor} did not answer in time while asked to ${doing}.`
    return new DocentError('timeout', message, { isRetryable: true, cause })
  }
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return failed(`${vendor} gave an unreadable reply when asked to ${doing}.`, true, cause)
  }
  return failed(`${vendor} could not be reached to ${doing}.`, error instanceof TypeError, cause)
}

export function isHostTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || isHostTimeout(error.cause))
}

/** What a log may show of a failure: no request, no headers, and nothing that looks like a credential. */
export function safeCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('unknown failure')
  // A parser quotes what it could not read.
  if (error instanceof SyntaxError) return new Error(error.name)
  return new Error(redactor()(`${error.name}: ${error.message}`))
}

function mapRefusal(refusal: HostRefusal, context: HostFailureContext, cause: Error): DocentError {
  const { status, message } = refusal
  const { vendor, place, doing } = context
  const retryAfterMs = context.rateLimitMs?.(refusal) ?? HostRefusal.rateLimit(refusal, context.now)
  if (retryAfterMs !== undefined) {
    const seconds = Math.ceil(retryAfterMs / 1000)
    const text = `The rate limit of ${vendor.replace(/^The/, 'the')} is reached; it ends in about ${seconds} s. Asked to ${doing}.`
    return new DocentError('git_host_failed', text, { isRetryable: true, retryAfterMs, cause })
  }
  const mend = context.misconfigured(status, message)
  if (mend !== undefined) return new GitHostMisconfigured(mend, { cause })
  const conflict = status === 409 && !/already exists/i.test(message)
  const isRetryable = status >= 500 || status === 408 || conflict
  return failed(`${vendor} answered ${status} when asked to ${doing} in ${place}.`, isRetryable, cause)
}

function failed(message: string, isRetryable: boolean, cause: Error): DocentError {
  return new DocentError('git_host_failed', message, { isRetryable, cause })
}
