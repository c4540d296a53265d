/** The fields of an error reply (`application/problem+json`, RFC 9457). */
export interface ApiErrorDetails {
  status: number
  /** Stable code, such as `unauthorized` or `rate_limited`. */
  code: string
  /** Finds the request in the server's log. */
  requestId?: string
  /** What is wrong with the request, field by field. */
  issues?: ReadonlyArray<{ path: string; message: string }>
  /** Milliseconds to wait before another try, where the server said so. */
  retryAfterMs?: number
}

/** The server refused a request or failed to carry it out. `message` is the server's own sentence. */
export class ApiError extends Error implements ApiErrorDetails {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly requestId?: string
  readonly issues?: ReadonlyArray<{ path: string; message: string }>
  readonly retryAfterMs?: number

  constructor(message: string, details: ApiErrorDetails) {
    super(message)
    this.status = details.status
    this.code = details.code
    if (details.requestId !== undefined) this.requestId = details.requestId
    if (details.issues !== undefined) this.issues = details.issues
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs
  }
}

/** The server could not be reached, did not reply in time, or its reply broke off. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** Reads an error reply, whoever sent it: a proxy in front of the server answers with HTML or nothing. */
export async function readApiError(reply: Response): Promise<ApiError> {
  const text = await reply.text().catch(() => '')
  const body = parseObject(text)
  const message =
    stringOf(body?.detail) ?? stringOf(body?.error) ?? `The server replied with status ${reply.status}.`
  const requestId = stringOf(body?.requestId) ?? reply.headers.get('x-request-id') ?? undefined
  const retryAfterMs = retryAfter(reply.headers.get('retry-after'))
  return new ApiError(message, {
    status: reply.status,
    code: stringOf(body?.code) ?? 'unknown',
    ...(requestId === undefined ? {} : { requestId }),
    ...(Array.isArray(body?.issues) ? { issues: body.issues as { path: string; message: string }[] } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3) as milliseconds from now. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const time = Date.parse(header)
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now())
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
