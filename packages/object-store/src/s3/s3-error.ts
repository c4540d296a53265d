import { DocentError } from '@docent/core/plugin'

export interface S3Failure {
  /** How an operator knows the store. */
  store: string
  status: number
  /** The store's own code, such as `AccessDenied`; empty when it said none. */
  code: string
  cause: unknown
}

const WRONG_KEYS = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'TokenRefreshRequired',
])
const WRONG_REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
])
const FULL = /StorageFull|QuotaExceeded|InsufficientStorage|EntityTooLarge/
/** Replies that another try may change. */
const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504])

/** What a store that speaks S3 refused, as what to do about it. */
export function s3Error({ store, status, code, cause }: S3Failure): DocentError {
  if (status === 507 || FULL.test(code)) {
    const message = `The ${store} is full (${code || status}). Free some space, or raise its quota.`
    return new DocentError('unavailable', message, { cause })
  }
  const refused = (message: string) => new DocentError('configuration', message, { cause })
  if (WRONG_KEYS.has(code))
    return refused(
      `The ${store} refuses the credentials (${code}). Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
  if (code === 'RequestTimeTooSkewed')
    return refused(
      `The ${store} says that the clock of this machine is wrong. Synchronize it, for example with NTP.`,
    )
  if (WRONG_REGION.has(code) || status === 301)
    return refused(
      `The ${store} is in another region (${code || status}). Correct the region, or AWS_REGION.`,
    )
  if (code === 'NoSuchBucket') return refused(`The ${store} does not exist. Create it, or correct its name.`)
  if (status === 401 || status === 403)
    return refused(
      `The ${store} refuses access (${code || status}). Allow the credentials to get, put, delete, and list objects there.`,
    )
  if (PASSING.has(status)) {
    const message = `The ${store} cannot answer now (${code || status}). Try again later.`
    return new DocentError('unavailable', message, { cause, isRetryable: true })
  }
  return refused(`The ${store} answered ${status}${code && ` ${code}`}. Check that the endpoint speaks S3.`)
}

/** No reply came at all. */
export function s3Silence(store: string, cause: unknown): DocentError {
  const message = `The ${store} does not answer. Check the endpoint and the network.`
  return new DocentError('unavailable', message, { cause, isRetryable: true })
}
