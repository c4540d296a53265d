import { DocentError, ERROR_CODES, type ErrorCode, RateLimited, rateLimitHeaders } from '@docent/core'
import type { Reply } from '../reply.ts'

/** What a reply says about an unexpected failure: the log has the rest, found by the request id. */
const MASKED = 'Something went wrong on the server. The request id finds it in the log.'

/** Codes whose message is for the operator and not for the caller. */
const MASKED_CODES: ReadonlySet<ErrorCode> = new Set(['internal', 'configuration'])

export interface ProblemContext {
  /** Path of the request. */
  instance: string
  requestId: string
  /** Milliseconds since the epoch. */
  now: number
}

/** Any failure as an error with a code: what is not one of ours is unexpected. */
export function asDocentError(error: unknown): DocentError {
  if (DocentError.is(error)) return error
  return new DocentError('internal', MASKED, { cause: error })
}

/** The message of an error as a client may see it. */
export function publicMessage(error: unknown): string {
  const known = asDocentError(error)
  return MASKED_CODES.has(known.code) ? MASKED : known.message
}

/** The reply to a failure: `application/problem+json` (RFC 9457), with the fields of api.md section 7. */
export function problemReply(error: unknown, context: ProblemContext): Reply & { kind: 'text' } {
  const known = asDocentError(error)
  const { status, title } = ERROR_CODES[known.code]
  const detail = publicMessage(known)
  const body = {
    type: `urn:docent:error:${known.code}`,
    title,
    status,
    detail,
    instance: context.instance,
    error: detail,
    code: known.code,
    requestId: context.requestId,
    ...(status === 400 ? { issues: known.issues ?? [] } : {}),
    ...(status === 404 ? { message: detail } : {}),
    ...(RateLimited.isRateLimited(known)
      ? { limit: known.limit, resetAt: new Date(known.resetAt).toISOString() }
      : {}),
  }
  return {
    kind: 'text',
    status,
    type: 'application/problem+json; charset=utf-8',
    body: JSON.stringify(body),
    headers: headersOf(known, context.now),
  }
}

function headersOf(error: DocentError, now: number): Record<string, string> {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (error.code === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer'
  // What follows on the connection is the rest of a body that nobody reads.
  if (error.code === 'body_too_large') headers.Connection = 'close'
  if (error.retryAfterMs !== undefined)
    headers['Retry-After'] = String(Math.max(1, Math.ceil(error.retryAfterMs / 1000)))
  if (RateLimited.isRateLimited(error) && error.state !== undefined)
    Object.assign(headers, rateLimitHeaders(error.state, now))
  return headers
}
