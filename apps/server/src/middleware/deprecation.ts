import type { ServerResponse } from 'node:http'

/** When the v1 interfaces were deprecated, in seconds since the epoch: 2026-01-01. */
const DEPRECATED_SINCE = 1_767_225_600

/**
 * Tells the caller of a deprecated operation so (RFC 9745) and where its successor is (RFC 5829).
 * @param sunset when it will be removed (RFC 8594), if the operator has decided that.
 */
export function setDeprecationHeaders(
  res: ServerResponse,
  successor: string,
  sunset: Date | undefined,
): void {
  res.setHeader('Deprecation', `@${DEPRECATED_SINCE}`)
  res.setHeader('Link', `<${successor}>; rel="successor-version"`)
  if (sunset !== undefined) res.setHeader('Sunset', sunset.toUTCString())
}
