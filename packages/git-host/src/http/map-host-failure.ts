import { DocentError, GitHostMisconfigured } from '@docent/core/plugin'
import { z } from 'zod'
import type { HostWords } from '../host-words.ts'
import { HostRefusal } from './host-refusal.ts'
import { redactor } from './redactor.ts'

/** What a refusal of one host means, as far as it means more than elsewhere. */
export interface RefusalRule {
  status: number
  /** What the message says; any message when left out. */
  says?: RegExp
  /** A header that the reply has. */
  header?: string
  /** What a person must do. Undefined: it is not a person's to mend. */
  mend?(repository: string, doing: string): string
  /** True when a later try may succeed. */
  passes?: boolean
}

/** What was being done with which host, so that a message can say how to mend it. */
export interface HostFailureContext {
  words: HostWords
  /** The first that fits decides; what every host refuses alike needs none. */
  rules: readonly RefusalRule[]
  repository: string
  /** Continues "… refused to …". */
  doing: string
  /** Milliseconds since the epoch. */
  now: number
}

/** Makes a host's failure one of Docent's. A DocentError passes unchanged. */
export function mapHostFailure(error: unknown, context: HostFailureContext): DocentError {
  if (DocentError.is(error)) return error
  const { doing } = context
  const { vendor } = context.words
  const cause = safeCause(error)
  if (error instanceof HostRefusal) return mapRefusal(error, context, cause)
  if (isTimeout(error)) {
    const message = `${vendor} did not answer in time while asked to ${doing}.`
    return new DocentError('timeout', message, { isRetryable: true, cause })
  }
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return failed(`${vendor} gave an unreadable reply when asked to ${doing}.`, true, cause)
  }
  return failed(`${vendor} could not be reached to ${doing}.`, error instanceof TypeError, cause)
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause))
}

/** What a log may show of a failure: no request, no headers, and nothing that looks like a credential. */
export function safeCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('unknown failure')
  // A parser quotes what it could not read.
  if (error instanceof SyntaxError) return new Error(error.name)
  const deepest = deepestOf(error)
  // `fetch failed` alone does not say whether a name is wrong or a connection was refused. Those errors have a code.
  const because = deepest !== error && 'code' in deepest ? ` (${deepest.message})` : ''
  return new Error(redactor()(`${error.name}: ${error.message}${because}`))
}

function deepestOf(error: Error): Error {
  const next: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return next instanceof Error ? deepestOf(next) : error
}

function mapRefusal(refusal: HostRefusal, context: HostFailureContext, cause: Error): DocentError {
  const { status, message, headers } = refusal
  const { words, repository, doing } = context
  const retryAfterMs = HostRefusal.rateLimit(refusal, context.now)
  if (retryAfterMs !== undefined) {
    const seconds = Math.ceil(retryAfterMs / 1000)
    const text = `The rate limit of ${words.vendor.replace(/^The/, 'the')} is reached; it ends in about ${seconds} s. Asked to ${doing}.`
    return new DocentError('git_host_failed', text, { isRetryable: true, retryAfterMs, cause })
  }
  const rule = [...archived(words), ...context.rules, ...rulesOf(words)].find(
    ({ status: of, says = /^/, header }) =>
      of === status && says.test(message) && (header === undefined || header in headers),
  )
  const mend = rule?.mend?.(repository, doing)
  if (mend !== undefined) return new GitHostMisconfigured(mend, { cause })
  const conflict = status === 409 && !/already exists/i.test(message)
  const isRetryable = status >= 500 || status === 408 || conflict || rule?.passes === true
  return failed(
    `${words.vendor} answered ${status} when asked to ${doing} in ${repository}.`,
    isRetryable,
    cause,
  )
}

function archived({ repository: kind }: HostWords): RefusalRule[] {
  const mend = (repository: string) =>
    `The ${kind} ${repository} is archived and cannot be changed. Unarchive it, or set the URL of another one in the project.`
  return [
    { status: 403, says: /archived/i, mend },
    { status: 423, mend },
  ]
}

/** What a person must do with any host. */
function rulesOf({ vendor, repository: kind, plugin, variables, grant }: HostWords): RefusalRule[] {
  const moved = () =>
    `${vendor} has another address. Set it as baseUrl of ${plugin} (${variables.baseUrl}), with https if the server supports it.`
  const unseen = (repository: string, doing: string) =>
    `${vendor} knows no ${kind} ${repository} that the user of the token can see (asked to ${doing}). Check the project's repository URL, and ${grant(repository)}.`

  return [
    {
      status: 401,
      mend: (_, doing) =>
        `${vendor} did not accept the token (asked to ${doing}): it is wrong, expired, or revoked. Set a new one as token of ${plugin} (${variables.token}).`,
    },
    ...[300, 301, 302, 303, 304, 305, 307, 308].map((status) => ({ status, mend: moved })),
    ...[404, 410, 451].map((status) => ({ status, mend: unseen })),
  ]
}

function failed(message: string, isRetryable: boolean, cause: Error): DocentError {
  return new DocentError('git_host_failed', message, { isRetryable, cause })
}
