/** Header fields of HTTP itself, and those that browsers and proxies have agreed on, in lower case. */
const HEADERS = new Set(
  `accept accept-charset accept-encoding accept-language accept-ranges access-control-allow-credentials
  access-control-allow-headers access-control-allow-methods access-control-allow-origin access-control-expose-headers
  access-control-max-age access-control-request-headers access-control-request-method age allow alt-svc authorization
  cache-control connection content-disposition content-encoding content-language content-length content-location
  content-range content-security-policy content-security-policy-report-only content-type cookie
  cross-origin-embedder-policy cross-origin-opener-policy cross-origin-resource-policy date dnt etag expect expires
  forwarded from host if-match if-modified-since if-none-match if-range if-unmodified-since keep-alive last-event-id
  last-modified link location max-forwards origin permissions-policy pragma proxy-authenticate proxy-authorization
  range referer referrer-policy retry-after sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user
  sec-websocket-accept sec-websocket-key sec-websocket-protocol sec-websocket-version server server-timing set-cookie
  strict-transport-security te trailer transfer-encoding upgrade user-agent vary via www-authenticate
  x-content-type-options x-forwarded-for x-forwarded-host x-forwarded-proto x-frame-options x-real-ip x-request-id
  x-requested-with x-xss-protection`.split(/\s+/),
)

export function isHttpHeader(text: string): boolean {
  return HEADERS.has(text.toLowerCase())
}
