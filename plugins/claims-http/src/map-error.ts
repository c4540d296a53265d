import { DocentError } from '@docent/core/plugin'

export interface Refusal {
  readonly status: number
  readonly retryAfterMs: number | undefined
  /** What the server said; it may hold texts of readers. */
  readonly body: string
}

const PASSING = new Set([408, 409, 425, 429])

/** A reply that is no success. What the server said stays in `cause`. */
export function refusalError(address: string, { status, retryAfterMs, body }: Refusal): DocentError {
  const cause = new Error(`status ${status}: ${body.slice(0, 500)}`)
  if (status === 401 || status === 403)
    return failure(
      `The claim checker at ${address} refused the key (status ${status}). Set DOCENT_CLAIMS_KEY, or \`apiKey\` of httpClaims().`,
      cause,
      false,
    )
  if (status === 404 || status === 405)
    return failure(
      `There is no claim checker at ${address} (status ${status}). Correct DOCENT_CLAIMS_URL, or \`url\`, \`api\` and \`model\` of httpClaims().`,
      cause,
      false,
    )
  if (status === 413 || status === 422)
    return failure(
      `The claim checker at ${address} refused the request, because it is too large or has the wrong format (status ${status}). Lower \`batch\` and \`evidenceCharacters\`, or correct \`api\`, of httpClaims().`,
      cause,
      false,
    )
  const isRetryable = status >= 500 || PASSING.has(status)
  const reason = status === 429 ? 'is busy' : 'failed'
  return failure(
    `The claim checker at ${address} ${reason} (status ${status}).`,
    cause,
    isRetryable,
    retryAfterMs,
  )
}

export function timeoutError(address: string, timeoutMs: number): DocentError {
  return new DocentError(
    'timeout',
    `The claim checker at ${address} did not answer within ${timeoutMs} ms. Raise \`timeoutMs\` of httpClaims(), or lower \`batch\`.`,
    { isRetryable: true },
  )
}

export function connectionError(address: string, cause: unknown): DocentError {
  return failure(
    `The claim checker at ${address} cannot be reached. Check that it is running, and check DOCENT_CLAIMS_URL or \`url\` of httpClaims().`,
    cause,
    true,
  )
}

/** A success whose body judges nothing: no retry mends a server that speaks another format. */
export function replyError(address: string, why: string, cause?: unknown): DocentError {
  return failure(
    `The reply of the claim checker at ${address} cannot be used: ${why}. Correct \`api\` of httpClaims(), or the server.`,
    cause,
    false,
  )
}

function failure(message: string, cause: unknown, isRetryable: boolean, retryAfterMs?: number): DocentError {
  return new DocentError('dependency_failed', message, {
    cause,
    isRetryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}
