import { DocentError, GitHostMisconfigured } from '@docent/core'
import { HostRefusal, isHostTimeout, mapHostFailure, retryAfterMs, safeCause } from '@docent/git-host'
import { z } from 'zod'

/** What was being done, so that a message can say how to mend it. */
export interface ErrorContext {
  /** `owner/name` */
  repository: string
  /** Continues "GitHub refused to …". */
  doing: string
  identity: 'token' | 'app' | 'none'
  /** Milliseconds since the epoch. */
  now: number
}

const HttpFailure = z.object({
  status: z.number(),
  message: z.string(),
  response: z
    .object({
      headers: z.record(z.string(), z.unknown()).nullish(),
      data: z.unknown(),
    })
    .nullish(),
})
const GraphqlFailure = z.object({
  errors: z.array(z.object({ type: z.string().nullish(), message: z.string() })).min(1),
})
const Validation = z.object({
  errors: z.array(
    z.object({ field: z.string().nullish(), code: z.string().nullish(), message: z.string().nullish() }),
  ),
})

/** The one place where failures of GitHub become Docent's. A DocentError passes unchanged. */
export function mapError(error: unknown, context: ErrorContext): DocentError {
  const graphql = GraphqlFailure.safeParse(error)
  const { status, response } = HttpFailure.safeParse(error).data ?? {}
  if (graphql.success && (status ?? 0) < 400)
    return mapGraphql(graphql.data.errors[0]?.type ?? '', context, safeCause(error))
  if (status === 422 && response) return mapValidation(response.data, context, safeCause(error))
  return mapHostFailure(hostFailure(error), {
    vendor: 'GitHub',
    place: context.repository,
    doing: context.doing,
    now: context.now,
    rateLimitMs: (refusal) => rateLimitMs(refusal, context.now),
    misconfigured: (refused, message) => misconfigured(refused, message, response?.headers ?? {}, context),
  })
}

/** The failure below Octokit's: it gives failed connections the status 500 and the failure of `fetch` as cause. */
function hostFailure(error: unknown): unknown {
  const { status, message, response } = HttpFailure.safeParse(error).data ?? {}
  if (status !== undefined && message !== undefined && response) {
    const headers = Object.entries(response.headers ?? {}).map(([name, value]) => [name, String(value)])
    return new HostRefusal(status, message, Object.fromEntries(headers))
  }
  if (!(error instanceof Error) || DocentError.is(error) || isHostTimeout(error)) return error
  if (error.cause instanceof HostRefusal) return error.cause
  const isConnection = error.name === 'HttpError' || error.name === 'AbortError'
  return isConnection ? new TypeError(error.message) : error
}

/** True for a validation failure (422) that says so. */
export function refusesWith(error: unknown, pattern: RegExp): boolean {
  const http = HttpFailure.safeParse(error)
  return http.success && http.data.status === 422 && pattern.test(http.data.message)
}

export function hasStatus(error: unknown, status: number): boolean {
  const http = HttpFailure.safeParse(error)
  return http.success && http.data.status === status && http.data.response != null
}

/** What a person must do; undefined when it is not a person's to mend. */
function misconfigured(
  status: number,
  message: string,
  headers: Readonly<Record<string, unknown>>,
  context: ErrorContext,
): string | undefined {
  const { repository, doing } = context
  if (status >= 300 && status < 400)
    return 'GitHub answers under another address: set it as baseUrl of git-github (GITHUB_API_URL).'
  if (status === 401) return credentialsMessage(context)
  if (status === 403) return forbiddenMessage(message, headers, context)
  if (status === 404 || status === 410 || status === 451)
    return `GitHub knows no repository ${repository} that these credentials may see (asked to ${doing}). Check the project's repository URL, and ${grantHint(context)}.`
  return undefined
}

function mapValidation(data: unknown, context: ErrorContext, cause: Error): DocentError {
  const parsed = Validation.safeParse(data)
  const faults = parsed.success ? parsed.data.errors : []
  if (faults.some((fault) => fault.field === 'base')) {
    return new GitHostMisconfigured(
      `The base branch is not in ${context.repository} any more: set the default branch of the repository on GitHub, or restore the branch.`,
      { cause },
    )
  }
  // Right after a push the branch can be unknown to the API for a moment.
  const lags = faults.some((fault) => fault.field === 'head')
  const why = /No commits between/.test(cause.message) ? ': the branch has no commits of its own' : ''
  return failed(`GitHub refused to ${context.doing} in ${context.repository}${why}.`, lags, cause)
}

function mapGraphql(type: string, context: ErrorContext, cause: Error): DocentError {
  if (type === 'FORBIDDEN') return new GitHostMisconfigured(permissionMessage(context), { cause })
  return failed(
    `GitHub refused to ${context.doing} in ${context.repository}.`,
    type === 'RATE_LIMITED',
    cause,
  )
}

/** Milliseconds until a rate limit ends; undefined when the reply is no rate limit. */
function rateLimitMs({ status, message, headers }: HostRefusal, now: number): number | undefined {
  if (status !== 403 && status !== 429) return undefined
  const after = retryAfterMs(headers['retry-after'], now)
  if (after !== undefined) return after
  if (headers['x-ratelimit-remaining'] === '0')
    return Math.max(Number(headers['x-ratelimit-reset'] ?? 0) * 1000 - now, 1000)
  // GitHub asks for a minute when a secondary limit says nothing more.
  return status === 429 || /secondary rate limit/i.test(message) ? 60_000 : undefined
}

function credentialsMessage({ identity, doing }: ErrorContext): string {
  return identity === 'app'
    ? `GitHub did not accept the App's credentials (asked to ${doing}). Check app.appId and app.privateKey of git-github (GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY), and the clock of this machine.`
    : `GitHub did not accept the token (asked to ${doing}): it is wrong, expired or revoked. Set a new one as token of git-github (GITHUB_TOKEN).`
}

function forbiddenMessage(
  message: string,
  headers: Readonly<Record<string, unknown>>,
  context: ErrorContext,
): string {
  if (/suspended/i.test(message)) {
    return `The GitHub App's installation for ${context.repository} is suspended: an owner can resume it in the account's settings under GitHub Apps.`
  }
  if (headers['x-github-sso'] !== undefined) {
    return `The organization of ${context.repository} asks for single sign-on: authorize the token for it in the settings of your personal access tokens.`
  }
  if (/archived|read-only/i.test(message)) {
    return `The repository ${context.repository} is archived and cannot be changed: unarchive it on GitHub.`
  }
  return permissionMessage(context)
}

function permissionMessage(context: ErrorContext): string {
  return `GitHub does not allow these credentials to ${context.doing} in ${context.repository}: ${grantHint(context)}, with Contents and Pull requests "Read and write".`
}

function grantHint({ identity, repository }: ErrorContext): string {
  return identity === 'app'
    ? `install the GitHub App on ${repository} and accept its permissions`
    : `give the token access to ${repository}`
}

function failed(message: string, isRetryable: boolean, cause: Error): DocentError {
  return new DocentError('git_host_failed', message, { isRetryable, cause })
}
