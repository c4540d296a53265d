import { ERROR_CODES, type ErrorCode, type ErrorIssue, RateLimited, rateLimitHeaders } from '@docent/core'
import { DocentError, type Reply } from '@docent/core/plugin'

/** What a reply says about a failure that only the operator can mend or understand. */
const MASKED = 'Something went wrong on the server. Search the log for the request ID.'

/** Codes whose message is for the operator and not for the caller, whoever calls. */
const MASKED_CODES: ReadonlySet<ErrorCode> = new Set(['internal', 'configuration'])

/**
 * Who reads a reply. A reader of the documentation must learn nothing of the configuration (variables, addresses,
 * models, repositories); the holder of an admin key is the operator.
 */
export type Audience = 'reader' | 'operator'

export interface ProblemContext {
  /** Path of the request. */
  instance: string
  requestId: string
  audience: Audience
  /** Milliseconds since the epoch. */
  now: number
  /** How a caller without a key can get in. Default: `Bearer`. */
  challenge?: string | undefined
}

/** Any failure as an error with a code: what is not one of ours is unexpected. */
export function asDocentError(error: unknown): DocentError {
  if (DocentError.is(error)) return error
  return new DocentError('internal', MASKED, { cause: error })
}

/** The message of an error as its audience may see it. */
export function publicMessage(
  error: unknown,
  { audience, requestId }: Pick<ProblemContext, 'audience' | 'requestId'>,
): string {
  const known = asDocentError(error)
  if (audience === 'reader' && ERROR_CODES[known.code].status >= 500)
    return known.isRetryable
      ? `This is not available at the moment. Try again later. (Request ${requestId})`
      : `This is not available. Tell the people who run this site, and give them the request ID ${requestId}.`
  return MASKED_CODES.has(known.code) ? MASKED : known.message
}

/** The reply to a failure: `application/problem+json` (RFC 9457), with the fields that every error of the API has. */
export function problemReply(
  error: unknown,
  context: ProblemContext,
): Reply & { kind: 'text'; body: string } {
  const known = asDocentError(error)
  const { status, title } = ERROR_CODES[known.code]
  const detail = publicMessage(known, context)
  // Elsewhere they are for who calls, and no fields of a request.
  const issues = status === 400 ? (known.issues ?? []) : []
  const body = {
    type: `urn:docent:error:${known.code}`,
    title,
    status,
    detail,
    instance: context.instance,
    error: detail,
    code: known.code,
    requestId: context.requestId,
    message: detail,
    details: detailsOf(issues, detail),
    ...(status === 400 ? { issues } : {}),
    ...(RateLimited.isRateLimited(known)
      ? { limit: known.limit, resetAt: new Date(known.resetAt).toISOString() }
      : {}),
  }
  return {
    kind: 'text',
    status,
    type: 'application/problem+json; charset=utf-8',
    body: JSON.stringify(body),
    headers: headersOf(known, context),
  }
}

/** The same once more, as clients of list operations read it. */
function detailsOf(issues: readonly ErrorIssue[], detail: string): { message: string }[] {
  if (issues.length === 0) return [{ message: detail }]
  return issues.map(({ path, message }) => ({ message: `${path}: ${message}` }))
}

function headersOf(
  error: DocentError,
  { now, challenge = 'Bearer' }: ProblemContext,
): Record<string, string> {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (error.code === 'unauthorized') headers['WWW-Authenticate'] = challenge
  // What follows on the connection is the rest of a body that nobody reads.
  if (error.code === 'body_too_large') headers.Connection = 'close'
  if (error.retryAfterMs !== undefined)
    headers['Retry-After'] = String(Math.max(1, Math.ceil(error.retryAfterMs / 1000)))
  if (RateLimited.isRateLimited(error) && error.state !== undefined)
    Object.assign(headers, rateLimitHeaders(error.state, now))
  return headers
}
