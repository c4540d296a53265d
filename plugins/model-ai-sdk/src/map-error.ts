import { APICallError } from '@ai-sdk/provider'
import { DocentError, defined } from '@docent/core/plugin'
import { connectionFailure } from './failures/connection-failure.ts'
import { isWebPage } from './failures/is-web-page.ts'
import { retryAfter } from './failures/retry-after.ts'
import { UpstreamFailure } from './failures/upstream-failure.ts'

export interface ErrorContext {
  /** Provider name, as in `anthropic:…`. */
  provider: string
  modelId: string
  /** Where requests go, without credentials. */
  address: string
  /** Where the address comes from: `OPENAI_BASE_URL`. */
  addressSource: string
  /** Where the key comes from: `ANTHROPIC_API_KEY`. */
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

const CONTEXT_TOO_SMALL =
  /context_length_exceeded|maximum context|context (?:length|window|size)|prompt is too long|too many (?:input )?tokens|exceed\w{0,10} .{0,300}\bcontext\b|input is too long/i

/** What the clients say about a stream that is not one of theirs. */
const NOT_THE_FORMAT = /without a finish reason|type validation failed|json parsing failed|invalid json/i

/**
 * Any error of a model call as a DocentError `model_failed`: retryable for 408, 409, 429, 5xx, a lost connection and
 * a reply that broke off. Its message is for the operator: it names the address, the reason and what to set. What the
 * provider said is in `cause`, without keys. An error that an aborted signal caused is that signal's reason.
 */
export function mapError(error: unknown, context: ErrorContext): unknown {
  if (context.signal?.aborted) return context.signal.reason
  if (DocentError.is(error)) return error
  if (error instanceof Error && APICallError.isInstance(error.cause)) return mapError(error.cause, context)
  const call = APICallError.isInstance(error) ? error : undefined
  const marks = marksOf(error)
  const answered = call?.statusCode ?? marks.statusCode
  const headers = call?.responseHeaders ?? {}
  const cause = new UpstreamFailure(marks.message, {
    statusCode: answered,
    requestId: headers['request-id'] ?? headers['x-request-id'],
    secrets: context.secrets,
  })
  const retryAfterMs = retryAfter(headers, context.now())
  const failure = describe({
    ...context,
    // A reply that began well and broke off still carries its 200.
    status: answered !== undefined && answered >= 400 ? answered : undefined,
    isPage: isWebPage(headers['content-type']),
    type: marks.type,
    words: cause.message,
    connection: answered === undefined ? connectionFailure(error) : undefined,
    retryAfterMs,
  })
  return new DocentError('model_failed', failure.message, {
    cause,
    isRetryable: failure.isRetryable,
    ...(failure.isRetryable ? defined({ retryAfterMs }) : {}),
  })
}

interface Facts extends ErrorContext {
  status: number | undefined
  isPage: boolean
  type: string
  words: string
  connection: ReturnType<typeof connectionFailure>
  retryAfterMs: number | undefined
}

interface Described {
  message: string
  isRetryable: boolean
}

function describe(facts: Facts): Described {
  const { provider, modelId, address, addressSource, keySource, secrets, status, type, words } = facts
  const server = `${provider} (${address})`
  const final = (message: string): Described => ({ message, isRetryable: false })
  const passing = (message: string): Described => ({ message, isRetryable: true })
  if (facts.connection !== undefined) {
    const { message, isRetryable } = facts.connection
    return { message: message(address, addressSource), isRetryable }
  }
  if (facts.isPage && (status === undefined || status < 500))
    return final(
      `${address} answered with a web page${status === undefined ? '' : ` (status ${status})`}: there is no model API at this address. Correct ${addressSource}; the path usually ends with /v1.`,
    )
  if (status === 413 || (isRefusal(status) && CONTEXT_TOO_SMALL.test(`${type} ${words}`)))
    return final(
      `The prompt is too large for the context window of ${provider}:${modelId}. Set contextTokens of this model to the window that the server uses, or give the model a larger window on the server.`,
    )
  if (status === 401 || status === 403)
    return final(
      secrets.length === 0
        ? `${server} needs a key. Set ${keySource}.`
        : `${server} refused the key (status ${status}). Check ${keySource}.`,
    )
  if (status === 404)
    return final(
      `${server} has no model "${modelId}", or the key can't use it. Correct the model in the project, or ${addressSource} if the address is wrong.`,
    )
  if (/insufficient_quota/.test(`${type} ${words}`))
    return { message: `The account at ${server} has no credit left.`, isRetryable: status === 429 }
  if (status === 429) return passing(`${server} limits the rate of requests. ${nextTry(facts.retryAfterMs)}`)
  if (status === 529 || status === 503)
    return passing(`${server} is overloaded. ${nextTry(facts.retryAfterMs)}`)
  if (status !== undefined)
    return status === 408 || status === 409 || status >= 500
      ? passing(`${server} failed with status ${status}. ${nextTry(facts.retryAfterMs)}`)
      : final(`${server} refused the request for "${modelId}" with status ${status}.`)
  if (FINAL_TYPES.test(type)) return final(`${server} refused the request for "${modelId}".`)
  if (NOT_THE_FORMAT.test(words))
    return passing(
      `The reply of ${server} broke off, or it is not in the format of this API. Check that ${addressSource} is the address of the API.`,
    )
  return passing(`The reply of ${server} broke off.`)
}

/** A status of a request that is wrong, or none: an error within a stream. */
function isRefusal(status: number | undefined): boolean {
  return status === undefined || status === 400 || status === 413 || status === 422
}

function nextTry(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) return 'Try again later.'
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
}

function marksOf(error: unknown): { message: string; statusCode: number | undefined; type: string } {
  const marks = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  return {
    message: typeof marks.message === 'string' ? marks.message : String(error),
    statusCode: typeof marks.statusCode === 'number' ? marks.statusCode : undefined,
    type: `${marks.type ?? ''} ${marks.code ?? ''}`,
  }
}
