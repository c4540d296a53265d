import { DocentError, GitHostMisconfigured } from '@docent/core'
import { z } from 'zod'
import { GitlabRefusal, rateLimitOf } from './gitlab-refusal.ts'
import { redact } from './redact.ts'

/** What was being done, so that a message can say how to mend it. */
export interface ErrorContext {
  /** `group/name` */
  project: string
  /** Continues "GitLab refused to …". */
  doing: string
  /** Milliseconds since the epoch. */
  now: number
}

/** The one place where failures of GitLab become Docent's. A DocentError passes unchanged. */
export function mapError(error: unknown, context: ErrorContext): DocentError {
  if (DocentError.is(error)) return error
  const cause = safeCause(error)
  if (error instanceof GitlabRefusal) return mapStatus(error, context, cause)
  if (isTimeout(error)) {
    return new DocentError('timeout', `GitLab did not answer in time while asked to ${context.doing}.`, {
      isRetryable: true,
      cause,
    })
  }
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return failed(`GitLab gave an unreadable reply when asked to ${context.doing}.`, true, cause)
  }
  return failed(`GitLab could not be reached to ${context.doing}.`, error instanceof TypeError, cause)
}

function mapStatus(refusal: GitlabRefusal, context: ErrorContext, cause: Error): DocentError {
  const { status, message } = refusal
  const { project, doing } = context
  const retryAfterMs = rateLimitOf(refusal, context.now)
  if (retryAfterMs !== undefined) {
    const seconds = Math.ceil(retryAfterMs / 1000)
    const text = `GitLab's rate limit is reached; it ends in about ${seconds} s. Asked to ${doing}.`
    return new DocentError('git_host_failed', text, { isRetryable: true, retryAfterMs, cause })
  }
  const mend = misconfigured(status, message, context)
  if (mend !== undefined) return new GitHostMisconfigured(mend, { cause })
  const conflict = status === 409 && !/already exists/i.test(message)
  const isRetryable = status >= 500 || status === 408 || conflict
  return failed(`GitLab answered ${status} when asked to ${doing} in ${project}.`, isRetryable, cause)
}

/** What a person must do; undefined when it is not a person's to mend. */
function misconfigured(
  status: number,
  message: string,
  { project, doing }: ErrorContext,
): string | undefined {
  if (status === 401) {
    return `GitLab did not accept the token (asked to ${doing}): it is wrong, expired or revoked. Set a new one as token of git-gitlab (GITLAB_TOKEN).`
  }
  if (status === 403 && /insufficient_scope/.test(message)) {
    return `The token's scopes do not allow to ${doing} in ${project}: make one with the scopes api and write_repository, and set it as token of git-gitlab (GITLAB_TOKEN).`
  }
  if (status === 403) {
    return `GitLab does not allow this token to ${doing} in ${project}: give its user the role Developer or higher, check that merge requests are enabled, that the project is not archived, and that no protected branch rule covers Docent's branches (Settings > Repository > Protected branches).`
  }
  if (status === 405 && /moved/i.test(message)) {
    return `The project ${project} was moved or renamed: set its new URL as the project's repository.`
  }
  if (status >= 300 && status < 400) {
    return `GitLab answers under another address: set it as baseUrl of git-gitlab (GITLAB_URL), with https where it has it.`
  }
  if (status === 404 || status === 410 || status === 451) {
    return `GitLab knows no project ${project} that this token may see (asked to ${doing}). Check the project's repository URL, and that the token's user is a member with the role Developer or higher.`
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
