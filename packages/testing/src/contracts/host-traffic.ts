/** One request of an adapter, as it left. */
export interface SentRequest {
  method: string
  url: string
  /** By their names in lower case. */
  headers: ReadonlyMap<string, string>
  body: string
}

export interface PlannedReply {
  status: number
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** What happens to a request instead of what the host would do. */
export type Disturbance =
  /** This reply comes; the host sees nothing. */
  | { reply: PlannedReply }
  /** The host does its work, and its reply is replaced by this one. */
  | { replyAfter: PlannedReply }
  /** The connection breaks before the host sees anything, or after it did its work. */
  | { breaks: 'before' | 'after' }
  /** Nothing comes, or the reply begins and does not end, until the adapter gives up. */
  | { hangs: 'reply' | 'body' }

export interface DisturbanceTarget {
  /** Requests that are hit; all when left out. */
  when?: (request: SentRequest) => boolean
  /** How many are hit; no limit when left out. */
  times?: number
}

interface Planted extends DisturbanceTarget {
  disturbance: Disturbance
  left: number
}

type Send = (request: Request) => Promise<Response>

/**
 * The network between an adapter and its host: a `fetch` that records every request, and disturbs those that a case
 * names. Hand `traffic.fetch` to the adapter.
 */
export class HostTraffic {
  readonly requests: SentRequest[] = []
  readonly #send: Send
  #pipeline: Send = (request) => this.#pass(request)
  #planted: Planted[] = []
  #waiting: (() => void)[] = []
  /**
   * Requests that hang. A request follows the signal that it was made with weakly: one that nothing else holds may be
   * collected, and would then never learn of its end.
   */
  readonly #hanging = new Set<Request>()

  constructor(send: typeof fetch = globalThis.fetch) {
    this.#send = (request) => send(request)
  }

  /** To be injected where the adapter takes a `fetch`. */
  readonly fetch: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    return this.#pipeline(request)
  }

  /** Disturbs requests from now on. @returns what ends it */
  disturb(disturbance: Disturbance, target: DisturbanceTarget = {}): () => void {
    const planted = { ...target, disturbance, left: target.times ?? Number.POSITIVE_INFINITY }
    this.#planted.push(planted)
    return () => {
      this.#planted = this.#planted.filter((each) => each !== planted)
    }
  }

  /** Puts something between the adapter and this: how a fault of an adapter's own HTTP client is planted. */
  wrap(wrapper: (send: Send) => Send): void {
    this.#pipeline = wrapper(this.#pipeline)
  }

  /** Resolves with the next request. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async #pass(request: Request): Promise<Response> {
    const body = request.body === null ? '' : await request.clone().text()
    const sent: SentRequest = {
      method: request.method,
      url: request.url,
      headers: new Map(request.headers),
      body,
    }
    this.requests.push(sent)
    for (const resolve of this.#waiting.splice(0)) resolve()
    const planted = this.#planted.find(({ left, when }) => left > 0 && (when?.(sent) ?? true))
    if (!planted) return this.#send(request)
    planted.left -= 1
    return this.#disturbed(request, planted.disturbance)
  }

  async #disturbed(request: Request, disturbance: Disturbance): Promise<Response> {
    if ('reply' in disturbance) return this.#planned(request, disturbance.reply)
    if ('replyAfter' in disturbance) {
      await (await this.#send(request)).arrayBuffer()
      return this.#planned(request, disturbance.replyAfter)
    }
    if ('breaks' in disturbance) {
      if (disturbance.breaks === 'after') await (await this.#send(request)).arrayBuffer()
      throw broken()
    }
    this.#hanging.add(request)
    if (disturbance.hangs === 'reply') return untilAborted(request.signal)
    const reply = await this.#send(request)
    await reply.arrayBuffer()
    return new Response(endless(request.signal), { status: reply.status, headers: reply.headers })
  }

  async #planned(request: Request, { status, headers = {}, body = '' }: PlannedReply): Promise<Response> {
    const location = headers.location
    if (status >= 300 && status < 400 && location !== undefined && request.redirect === 'follow') {
      // As `fetch` follows: to another origin without credentials. Nobody listens there.
      this.requests.push({ method: request.method, url: location, headers: new Map(), body: '' })
      throw broken()
    }
    const isEmpty = status === 204 || status === 304
    return new Response(isEmpty ? null : body, {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }
}

function broken(): TypeError {
  return new TypeError('fetch failed', { cause: new Error('socket hang up') })
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function endless(signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{'))
      const stop = (): void => controller.error(signal.reason)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    },
  })
}
