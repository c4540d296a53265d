import { type Backoff, DocentError, defined, retry, retryAfterMs } from '@docent/core/plugin'
import { ALLOWS_ALL, type Robots, readRobots } from '../robots/read-robots.ts'
import type { HostPacer } from './host-pacer.ts'
import type { HttpFetcher, HttpReply } from './http-fetcher.ts'

/** Redirects of one request (RFC 9309 asks for five at least for robots.txt). */
const MOST_REDIRECTS = 5
/** RFC 9309 section 2.5. */
const MAX_ROBOTS_BYTES = 512 * 1_024

export interface SiteClientParts {
  fetcher: Pick<HttpFetcher, 'get'>
  pacer: HostPacer
  backoff: Backoff
  now(): number
  /** Attempts of one request, the first included. */
  attempts: number
  /** Token of the crawler in robots.txt. */
  product: string
  /** A longer `Crawl-delay` counts as this much, ms. */
  maxCrawlDelayMs: number
  maxPauseMs: number
  /** False for what is not the site: its robots.txt may not lead there. */
  isSite(url: URL): boolean
}

export interface SiteRequest {
  url: URL
  headers?: Readonly<Record<string, string>>
  maxBytes: number
  signal: AbortSignal
  /** Asked before every request, redirects included: false refuses it. */
  mayRead(url: URL): boolean
  /** True for what robots.txt itself names. Default: false. */
  ignoreRobots?: boolean
}

export interface SiteReply extends HttpReply {
  /** After all redirects. */
  url: URL
}

/** Reads a site as it asks to be read: robots.txt, one pace for each host, patience with failures. */
export class SiteClient {
  readonly #parts: SiteClientParts
  readonly #robots = new Map<string, Promise<Robots>>()
  /** What was sent and received so far. */
  readonly traffic = { requests: 0, bodies: 0, bytes: 0 }

  constructor(parts: SiteClientParts) {
    this.#parts = parts
  }

  /**
   * What the robots.txt of an origin says, read once.
   * @throws DocentError retryable when it cannot be known: nothing may be read then (RFC 9309 section 2.3.1.4).
   */
  robots(origin: string, signal: AbortSignal): Promise<Robots> {
    const known = this.#robots.get(origin)
    if (known !== undefined) return known
    const robots = this.#readRobots(origin, signal)
    this.#robots.set(origin, robots)
    return robots
  }

  /**
   * A reply that is no redirect; of 4xx and 304 too.
   * @throws DocentError `forbidden` for a redirect or address that is refused and what robots.txt disallows; `timeout` or
   *   `dependency_failed`, retryable, after the last attempt.
   */
  async get(request: SiteRequest): Promise<SiteReply> {
    let { url, headers } = request
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      if (!request.mayRead(url)) throw refused(`It leads to ${url.origin}, which is not the site.`)
      if (!request.ignoreRobots && !(await this.#isAllowed(url, request.signal)))
        throw refused('robots.txt disallows it.')
      const reply = await this.#attempt({ ...request, url, ...(headers ? { headers } : {}) })
      const target = redirectOf(reply, url)
      if (target === undefined) return { ...reply, url }
      url = target
      // What another address had is no condition for this one.
      headers = withoutConditions(headers)
    }
    throw refused(`It redirects too often: more than ${MOST_REDIRECTS} redirects.`)
  }

  async #isAllowed(url: URL, signal: AbortSignal): Promise<boolean> {
    return (await this.robots(url.origin, signal)).allows(url.pathname + url.search)
  }

  #attempt(request: SiteRequest): Promise<HttpReply> {
    const { fetcher, pacer, backoff, attempts, maxPauseMs } = this.#parts
    const { url, signal, maxBytes, headers } = request
    const call = async () => {
      await pacer.turn(url.host, signal)
      this.traffic.requests++
      const reply = await fetcher.get({ url, signal, maxBytes, ...(headers ? { headers } : {}) })
      if (reply.body.length > 0) this.traffic.bodies++
      this.traffic.bytes += reply.body.length
      if (!isTemporary(reply.status)) return reply
      const after = retryAfterMs(reply.headers['retry-after'], this.#parts.now()) || undefined
      if (after !== undefined) pacer.pause(url.host, after)
      throw new DocentError('dependency_failed', `It answered with status ${reply.status}.`, {
        isRetryable: true,
        ...defined({ retryAfterMs: after }),
      })
    }
    return retry(call, {
      maxAttempts: attempts,
      signal,
      backoff,
      isRetryable: (error) =>
        DocentError.is(error) && error.isRetryable && (error.retryAfterMs ?? 0) <= maxPauseMs,
    })
  }

  async #readRobots(origin: string, signal: AbortSignal): Promise<Robots> {
    const { product, pacer, maxCrawlDelayMs } = this.#parts
    const url = new URL('/robots.txt', origin)
    const reply = await this.get({
      url,
      signal,
      maxBytes: MAX_ROBOTS_BYTES,
      mayRead: (target) => this.#parts.isSite(target) || isSameHost(target, url),
      ignoreRobots: true,
    })
    if (reply.status >= 400) return ALLOWS_ALL
    const robots = readRobots(new TextDecoder().decode(reply.body), product)
    if (robots.crawlDelayMs !== undefined)
      pacer.setDelay(url.host, Math.min(robots.crawlDelayMs, maxCrawlDelayMs))
    return robots
  }
}

/** Also when a site has moved to https. */
function isSameHost(target: URL, from: URL): boolean {
  return (
    target.host === from.host ||
    (target.hostname === from.hostname && target.port === '' && target.protocol === 'https:')
  )
}

/** What may be otherwise a moment later. */
function isTemporary(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500
}

function redirectOf({ status, headers }: HttpReply, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return undefined
  if (!URL.canParse(headers.location, from.href)) throw refused('It leads to an address that cannot be read.')
  const target = new URL(headers.location, from)
  if (!/^https?:$/.test(target.protocol)) throw refused(`It leads to ${target.protocol}, which is not read.`)
  target.hash = ''
  return target
}

function withoutConditions(headers: SiteRequest['headers']): SiteRequest['headers'] {
  return Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => !/^if-/i.test(name)))
}

function refused(message: string): DocentError {
  return new DocentError('forbidden', message)
}
