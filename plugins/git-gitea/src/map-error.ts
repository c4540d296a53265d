import { DocentError, GitHostMisconfigured } from '@docent/core'
import { z } from 'zod'
import { GiteaRefusal, rateLimitOf } from './gitea-refusal.ts'
import { redact } from './redact.ts'

/** What was being done, so that a message can say how to mend it. */
export interface ErrorContext {
  /** `owner/name` */
  repository: string
  /** Continues "The git host refused to …". */
  doing: string
}

/** The one place where failures of Gitea and Forgejo become Docent's. A DocentError passes unchanged. */
export function mapError(error: unknown, context: ErrorContext): DocentError {
  if (DocentError.is(error)) return error
  const cause = safeCause(error)
  if (error instanceof GiteaRefusal) return mapStatus(error, context, cause)
  if (isTimeout(error)) {
    return new DocentError(
      'timeout',
      `The git host did not answer in time while asked to ${context.doing}.`,
      {
        isRetryable: true,
        cause,
      },
    )
  }
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return failed(`The git host gave an unreadable reply when asked to ${context.doing}.`, true, cause)
  }
  return failed(`The git host could not be reached to ${context.doing}.`, error instanceof TypeError, cause)
}

function mapStatus(refusal: GiteaRefusal, context: ErrorContext, cause: Error): DocentError {
  const { status, message } = refusal
  const { repository, doing } = context
  const retryAfterMs = rateLimitOf(refusal)
  if (retryAfterMs !== undefined) {
    const seconds = Math.ceil(retryAfterMs / 1000)
    const text = `The rate limit of the git host is reached; it ends in about ${seconds} s. Asked to ${doing}.`
    return new DocentError('git_host_failed', text, { isRetryable: true, retryAfterMs, cause })
  }
  const mend = misconfigured(status, message, context)
  if (mend !== undefined) return new GitHostMisconfigured(mend, { cause })
  const conflict = status === 409 && !/already exists/i.test(message)
  const isRetryable = status >= 500 || status === 408 || conflict
  return failed(
    `The git host answered ${status} when asked to ${doing} in ${repository}.`,
    isRetryable,
    cause,
  )
}

/** What a person must do; undefined when it is not a person's to mend. */
function misconfigured(
  status: number,
  message: string,
  { repository, doing }: ErrorContext,
): string | undefined {
  if (status === 401) {
    return `The git host did not accept the token (asked to ${doing}): it is wrong, expired or revoked. Set a new one as token of git-gitea (GITEA_TOKEN).`
  }
  if (status === 403 && /scope/i.test(message)) {
    return `The token's scopes do not allow to ${doing} in ${repository}: make one with the scopes write:repository and write:issue, and set it as token of git-gitea (GITEA_TOKEN).`
  }
  if (status === 403) {
    return `The git host does not allow this token to ${doing} in ${repository}: make its user a collaborator with the permission Write, check that pull requests are enabled in the repository's settings, and that no branch protection rule covers Docent's branches.`
  }
  if (status >= 300 && status < 400) {
    return `The git host answers under another address: set it as baseUrl of git-gitea (GITEA_URL), with https where it has it.`
  }
  if (status === 423) {
    return `The repository ${repository} is archived and cannot be changed: unarchive it in its settings.`
  }
  if (status === 404 || status === 410 || status === 451) {
    return `The git host knows no repository ${repository} that this token may see (asked to ${doing}). Check the project's repository URL, and that the token's user is a collaborator with the permission Write.`
  }
  return undefined
}

function failed(message: string, isRetryable: boolean, cause: Error): DocentError {
  return new DocentError('git_host_failed', message, { isRetryable, cause })
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause))
}

/** What a log may show of a failure: no request, no headers, and nothing that looks like a credential. */
function safeCause(error: unknown): Error {
  return new Error(redact(error instanceof Error ? `${error.name}: ${error.message}` : 'unknown failure'))
}
