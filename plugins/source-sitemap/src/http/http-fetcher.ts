import { lookup as systemLookup } from 'node:dns'
import {
  Agent as HttpAgent,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { type AddressLookup, DocentError, isPublicAddress, publicLookup } from '@docent/core/plugin'
import { decodedBody } from './decoded-body.ts'

export interface FetcherOptions {
  userAgent: string
  /** From the connection to the end of the body, ms. */
  timeoutMs: number
  allowPrivateAddresses?: boolean | undefined
  /** Default: the system's. */
  lookup?: AddressLookup
}

export interface HttpRequest {
  url: URL
  headers?: Readonly<Record<string, string>>
  /** Of the body as it was before compression. */
  maxBytes: number
  signal: AbortSignal
}

export interface HttpReply {
  status: number
  headers: IncomingMessage['headers']
  body: Uint8Array
  /** There was more than `maxBytes`. */
  isTooLarge: boolean
}

/**
 * Sends single GET requests. The addresses of a name are judged while they are looked up for that very connection, so
 * that no later answer of a name server can lead elsewhere. Redirects are replies like any other.
 */
export class HttpFetcher {
  readonly #options: FetcherOptions
  readonly #agents: { readonly http: HttpAgent; readonly https: HttpsAgent }

  constructor(options: FetcherOptions) {
    this.#options = options
    const lookup = options.lookup ?? (systemLookup as AddressLookup)
    const pool = {
      keepAlive: true,
      maxSockets: 16,
      ...(options.allowPrivateAddresses
        ? options.lookup && { lookup: options.lookup as RequestOptions['lookup'] }
        : { lookup: publicLookup(lookup, notPublic) }),
    }
    this.#agents = { http: new HttpAgent(pool), https: new HttpsAgent(pool) }
  }

  /**
   * @throws DocentError `forbidden` for an address that is not public, `timeout` or `dependency_failed` (both retryable)
   *   when there is no reply; the signal's reason when aborted.
   */
  async get(request: HttpRequest): Promise<HttpReply> {
    const { url, signal } = request
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // An address in the URL itself is never looked up.
    if (!this.#options.allowPrivateAddresses && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic()
    const deadline = AbortSignal.timeout(this.#options.timeoutMs)
    try {
      return await this.#send(request, AbortSignal.any([signal, deadline]))
    } catch (error) {
      signal.throwIfAborted()
      if (DocentError.is(error)) throw error
      if (deadline.aborted) {
        const limit = `${this.#options.timeoutMs} ms ("timeoutMs" of source-sitemap)`
        throw new DocentError('timeout', `It did not answer within ${limit}.`, { isRetryable: true })
      }
      throw new DocentError('dependency_failed', `It could not be reached${codeOf(error)}.`, {
        isRetryable: true,
        cause: error,
      })
    }
  }

  /** Ends the connections that are kept for further requests. */
  close(): void {
    this.#agents.http.destroy()
    this.#agents.https.destroy()
  }

  #send({ url, headers, maxBytes }: HttpRequest, signal: AbortSignal): Promise<HttpReply> {
    const isHttps = url.protocol === 'https:'
    const options: RequestOptions = {
      headers: { 'user-agent': this.#options.userAgent, 'accept-encoding': 'gzip, deflate, br', ...headers },
      agent: isHttps ? this.#agents.https : this.#agents.http,
      signal,
    }
    return new Promise((resolve, reject) => {
      const send = isHttps ? requestHttps : requestHttp
      const req = send(url, options, (res) => {
        decodedBody(res, maxBytes).then(
          (read) => resolve({ status: res.statusCode ?? 0, headers: res.headers, ...read }),
          reject,
        )
      })
      req.on('error', reject)
      req.end()
    })
  }
}

function notPublic(): DocentError {
  return new DocentError(
    'forbidden',
    'Its address is not public. If Docent should read it, set "allowPrivateAddresses" of source-sitemap, or DOCENT_CRAWL_PRIVATE=1 in the environment.',
  )
}

/** Codes such as ECONNREFUSED say what is wrong; messages would name the address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z_0-9]+$/.test(code) ? ` (${code})` : ''
}
