/**
 * Every stable error code that a reply can carry, with its HTTP status and title.
 * Clients branch on the code; it never changes meaning.
 */
export const ERROR_CODES = {
  invalid_request: { status: 400, title: 'Invalid request' },
  invalid_json: { status: 400, title: 'Invalid JSON' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timed out' },
  conflict: { status: 409, title: 'Conflict' },
  idempotency_in_use: { status: 409, title: 'Idempotency key in use' },
  body_too_large: { status: 413, title: 'Body too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  expectation_failed: { status: 417, title: 'Expectation failed' },
  idempotency_mismatch: { status: 422, title: 'Idempotency key reused' },
  headers_too_large: { status: 431, title: 'Headers too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  configuration: { status: 500, title: 'Configuration error' },
  dependency_failed: { status: 502, title: 'A dependency failed' },
  model_failed: { status: 502, title: 'The model failed' },
  git_host_failed: { status: 502, title: 'The git host failed' },
  git_host_misconfigured: { status: 502, title: 'The git host is misconfigured' },
  model_not_configured: { status: 503, title: 'No model is configured' },
  unavailable: { status: 503, title: 'Unavailable' },
  timeout: { status: 504, title: 'A dependency timed out' },
  lease_lost: { status: 409, title: 'Lease lost' },
  push_conflict: { status: 409, title: 'Push conflict' },
  aborted: { status: 499, title: 'Aborted' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof ERROR_CODES
