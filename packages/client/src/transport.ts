import { ApiError, ConnectionError, readApiError } from './api-error.ts'
import { backoffMs, sleep } from './backoff.ts'

export interface ClientOptions {
  /** Address of the server, such as `https://docs.acme.com`. In a browser, default: the page's own origin. */
  baseUrl?: string
  /** An admin key (`svc_…`) for the agent, an assistant key (`svc_dsc_…`) for questions, search and pages. */
  key?: string
  /** Most retries of a request that is safe to repeat. Default 3. */
  maxRetries?: number
  /** Longest wait for a reply's first byte, ms. Default 30,000; an answer's first byte comes after its search. */
  timeoutMs?: number
  /** Longest silence within a stream, ms. Default 60,000: the server sends a keep-alive at least every 15 seconds. */
  idleTimeoutMs?: number
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>
}

export interface CallOptions {
  /** Aborts the request and its retries; the call then throws the signal's reason. */
  signal?: AbortSignal
}

/** One HTTP request of the API. */
export interface ApiRequest extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /**
   * What may be repeated: `always` for requests that change nothing or carry an idempotency key, `refused` for those
   * that may only be repeated when the server said that it did not begin them (429, 503). Default `always`.
   */
  retry?: 'always' | 'refused'
  /** Instead of `timeoutMs` of the client, for one slow operation. */
  timeoutMs?: number
}

const RETRIED_STATUS = new Set([408, 425, 429, 500, 502, 503, 504])
const REFUSED_STATUS = new Set([429, 503])
/** A server that asks for a longer pause than this is not waited for: the caller gets the error. */
const LONGEST_PAUSE_MS = 30_000

/**
 * Sends requests: authorization, time limits, retries with jitter, abort. The rest of the client is built on it, and so
 * is whatever calls an operation that the client has no method for.
 *
 * @example
 * const transport = new Transport({ baseUrl: 'https://docs.acme.com', key: process.env.DOCENT_KEY })
 * const { deliveries } = await transport.json<Deliveries>({ method: 'GET', path: '/v1/webhooks/deliveries' })
 */
export class Transport {
  readonly idleTimeoutMs: number
  readonly #base: string
  readonly #fetch: typeof fetch
  readonly #maxRetries: number
  readonly #timeoutMs: number
  readonly #headers: Readonly<Record<string, string>>

  /** @throws TypeError when `baseUrl` is not an http(s) address, or is missing outside a browser. */
  constructor(options: ClientOptions) {
    this.#base = baseOf(options.baseUrl)
    // The global is read at each call, and called unbound: browsers refuse a `fetch` with another `this`.
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init))
    this.#maxRetries = options.maxRetries ?? 3
    this.#timeoutMs = options.timeoutMs ?? 30_000
    this.idleTimeoutMs = options.idleTimeoutMs ?? 60_000
    this.#headers = {
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...options.headers,
    }
  }

  /** The JSON of a reply; `undefined` for an empty one. @throws ApiError, ConnectionError, the signal's reason. */
  json<Result>(request: ApiRequest): Promise<Result> {
    return this.#retried(request, async (reply) => {
      const text = await reply.text()
      if (text === '') return undefined as Result
      try {
        return JSON.parse(text) as Result
      } catch (error) {
        throw new ConnectionError(`The reply to ${request.method} ${request.path} is not JSON.`, {
          cause: error,
        })
      }
    })
  }

  /** A reply with a status of success; its body is unread, and has no time limit. @throws as `json`. */
  send(request: ApiRequest): Promise<Response> {
    return this.#retried(request, (reply) => reply)
  }

  async #retried<Result>(
    request: ApiRequest,
    read: (reply: Response) => Result | Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(request, read)
      } catch (error) {
        request.signal?.throwIfAborted()
        const pause =
          attempt < this.#maxRetries ? pauseBefore(error, attempt, request.retry ?? 'always') : undefined
        if (pause === undefined) throw error
        await sleep(pause, request.signal)
      }
    }
  }

  async #attempt<Result>(
    { method, path, body, headers, signal, timeoutMs = this.#timeoutMs }: ApiRequest,
    read: (reply: Response) => Result | Promise<Result>,
  ): Promise<Result> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), timeoutMs)
    const init: RequestInit = {
      method,
      headers: {
        ...this.#headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, signal]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    try {
      const reply = await this.#fetch(this.#base + path, init)
      if (!reply.ok) throw await readApiError(reply)
      return await read(reply)
    } catch (error) {
      if (error instanceof ApiError || error instanceof ConnectionError || signal?.aborted) throw error
      const server = this.#base === '' ? 'The server' : `The server at ${this.#base}`
      const what = timeout.signal.aborted
        ? `did not reply within ${timeoutMs < 1_000 ? `${timeoutMs} ms` : `${Math.round(timeoutMs / 1_000)} s`}`
        : 'could not be reached'
      throw new ConnectionError(`${server} ${what}.`, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Milliseconds to wait before the next attempt, or `undefined` when there is to be none. */
function pauseBefore(error: unknown, attempt: number, retry: 'always' | 'refused'): number | undefined {
  if (error instanceof ConnectionError) return retry === 'always' ? backoffMs(attempt) : undefined
  if (!(error instanceof ApiError)) return undefined
  const isRetried = (retry === 'always' ? RETRIED_STATUS : REFUSED_STATUS).has(error.status)
  // The first request with an idempotency key is still running: its reply is kept and comes with the next try.
  if (!isRetried && error.code !== 'idempotency_in_use') return undefined
  const asked = error.retryAfterMs ?? 0
  return asked > LONGEST_PAUSE_MS ? undefined : Math.max(asked, backoffMs(attempt))
}

function baseOf(baseUrl: string | undefined): string {
  if (baseUrl === undefined) {
    if ('document' in globalThis) return ''
    throw new TypeError(
      'createClient: baseUrl is required outside a browser, for example "http://127.0.0.1:3000".',
    )
  }
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(`createClient: baseUrl "${baseUrl}" is not an http or https address.`)
  return baseUrl.replace(/(?<!\/)\/+$/, '')
}
