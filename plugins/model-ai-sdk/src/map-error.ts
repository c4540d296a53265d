import { APICallError } from '@ai-sdk/provider'
import { DocentError } from '@docent/core'
import { UpstreamFailure } from './upstream-failure.ts'

export interface ErrorContext {
  /** Provider name, as in `anthropic:…`. */
  provider: string
  modelId: string
  /** Where the key comes from: `the option apiKey or ANTHROPIC_API_KEY`. */
  keySource: string
  /** Never to be seen anywhere. */
  secrets: readonly string[]
  /** Of the call: its own reason goes through as it is. */
  signal: AbortSignal | undefined
  /** Milliseconds since the epoch, for `retry-after` dates. */
  now(): number
}

/** Error types that vendors send within a stream and that no retry mends. */
const FINAL_TYPES =
  /invalid_request|authentication|permission|not_found|invalid_api_key|insufficient_quota|content_policy/

/**
 * Any error of a model call as a DocentError `model_failed`: retryable for 408, 409, 429, 5xx, a lost connection and
 * a reply that broke off. Its message is safe to show; what the provider said is in `cause`, without keys. An error
 * that an aborted signal caused is that signal's reason.
 */
export function mapError(error: unknown, context: ErrorContext): unknown {
  if (context.signal?.aborted) return context.signal.reason
  if (DocentError.is(error)) return error
  const { provider, modelId, keySource } = context
  const call = APICallError.isInstance(error) ? error : undefined
  const marks = marksOf(error)
  const answered = call?.statusCode ?? marks.statusCode
  // A reply that began well and broke off still carries its 200.
  const status = answered !== undefined && answered >= 400 ? answered : undefined
  const headers = call?.responseHeaders ?? {}
  const cause = new UpstreamFailure(marks.message, {
    statusCode: answered,
    requestId: headers['request-id'] ?? headers['x-request-id'],
    secrets: context.secrets,
  })
  const final = (message: string) => new DocentError('model_failed', message, { cause })
  if (status === 401 || status === 403) return final(`${provider} refused the key: check ${keySource}.`)
  if (status === 404) return final(`${provider} has no model "${modelId}", or the key may not use it.`)
  if (status === 413) return final(`The prompt is too large for ${provider}:${modelId}.`)
  const isTransient =
    status === undefined
      ? !FINAL_TYPES.test(marks.type)
      : status === 408 || status === 409 || status === 429 || status >= 500
  if (!isTransient)
    return final(
      `${provider} refused the request for "${modelId}"${status === undefined ? '' : ` (status ${status})`}.`,
    )
  const retryAfterMs = retryAfter(headers, context.now())
  return new DocentError('model_failed', transientMessage(provider, status), {
    cause,
    isRetryable: true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

function transientMessage(provider: string, status: number | undefined): string {
  if (status === 429) return `${provider} limits the rate of requests. Try again later.`
  if (status === 529 || status === 503) return `${provider} is overloaded. Try again later.`
  if (status === undefined) return `The connection to ${provider} failed, or its reply broke off.`
  return `${provider} failed (status ${status}). Try again later.`
}

function marksOf(error: unknown): { message: string; statusCode: number | undefined; type: string } {
  const marks = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  return {
    message: typeof marks.message === 'string' ? marks.message : String(error),
    statusCode: typeof marks.statusCode === 'number' ? marks.statusCode : undefined,
    type: `${marks.type ?? ''} ${marks.code ?? ''}`,
  }
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. @see https://www.rfc-editor.org/rfc/rfc9110#name-retry-after */
function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (Number.isFinite(ms) && ms >= 0) return ms
  const after = headers['retry-after']
  if (after === undefined) return undefined
  const seconds = Number(after)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(after)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
