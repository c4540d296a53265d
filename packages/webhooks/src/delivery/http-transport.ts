import { lookup as systemLookup } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { WebhookReply, WebhookRequest, WebhookTransport } from '@docent/core'
import {
  type CallOptions,
  DocentError,
  isPublicAddress,
  publicLookup,
  retryAfterMs,
} from '@docent/core/plugin'

/** More of a reply is not read, bytes. */
const MAX_REPLY_BYTES = 64 * 1024

export interface HttpTransportOptions {
  /** From the look-up of the name to the end of the reply, ms. Default: 15 s. */
  timeoutMs?: number
  /** Default: the system's. */
  lookup?: typeof systemLookup
}

/**
 * Posts webhooks. Every address of the name is judged while it is looked up for this very connection, so that no
 * second answer of a name server can lead elsewhere. Redirects are replies like any other. One connection a request.
 */
export class HttpTransport implements WebhookTransport {
  readonly #timeoutMs: number
  readonly #lookup: typeof systemLookup
  readonly #lookupPublic: LookupFunction

  constructor({ timeoutMs = 15_000, lookup = systemLookup }: HttpTransportOptions = {}) {
    this.#timeoutMs = timeoutMs
    this.#lookup = lookup
    this.#lookupPublic = publicLookup(lookup, notPublic)
  }

  async post(request: WebhookRequest, { signal }: CallOptions = {}): Promise<WebhookReply> {
    const url = new URL(request.url)
    if (!request.allowPrivate) {
      const host = url.hostname.replace(/^\[|\]$/g, '')
      // An address in the URL itself is never looked up.
      if (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host))) throw notPublic()
    }
    const deadline = AbortSignal.timeout(this.#timeoutMs)
    try {
      return await this.#send(url, request, signal ? AbortSignal.any([signal, deadline]) : deadline)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (DocentError.is(error)) throw error
      if (deadline.aborted)
        throw new DocentError('timeout', 'The endpoint did not answer in time.', { isRetryable: true })
      throw new DocentError('dependency_failed', `The endpoint could not be reached${codeOf(error)}.`, {
        isRetryable: true,
      })
    }
  }

  #send(
    url: URL,
    { headers, body, allowPrivate }: WebhookRequest,
    signal: AbortSignal,
  ): Promise<WebhookReply> {
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      signal,
      lookup: allowPrivate ? this.#lookup : this.#lookupPublic,
    }
    return new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      const req = send(url, options, (res) => {
        readToEnd(res).then(() => resolve(replyOf(res)), reject)
      })
      req.on('error', reject)
      req.end(body)
    })
  }
}

/** The reply says nothing but its status; a long one is cut off. */
async function readToEnd(res: IncomingMessage): Promise<void> {
  let bytes = 0
  for await (const chunk of res) {
    bytes += (chunk as Buffer).length
    if (bytes > MAX_REPLY_BYTES) return
  }
}

function replyOf({ statusCode = 0, headers }: IncomingMessage): WebhookReply {
  const after = retryAfterMs(headers['retry-after'], Date.now())
  return { status: statusCode, ...(after ? { retryAfterMs: after } : {}) }
}

function notPublic(): DocentError {
  return new DocentError(
    'forbidden',
    'The endpoint has an address that is not public. If this is intentional, set allowPrivate.',
  )
}

/** Codes such as ECONNREFUSED say what is wrong; messages would name the address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z_0-9]+$/.test(code) ? ` (${code})` : ''
}
