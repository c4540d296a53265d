import type { PublicCall } from '../calls/operation.ts'

/** When the v1 interfaces were deprecated, in seconds since the epoch: 2026-01-01. */
const DEPRECATED_SINCE = 1_767_225_600

/**
 * Tells the caller of a deprecated operation so (RFC 9745) and where its successor is (RFC 5829).
 * @param sunset when it will be removed (RFC 8594), if the operator has decided that.
 */
export function setDeprecationHeaders(
  call: Pick<PublicCall, 'setHeader'>,
  successor: string,
  sunset: Date | undefined,
): void {
  call.setHeader('Deprecation', `@${DEPRECATED_SINCE}`)
  call.setHeader('Link', `<${successor}>; rel="successor-version"`)
  if (sunset !== undefined) call.setHeader('Sunset', sunset.toUTCString())
}
