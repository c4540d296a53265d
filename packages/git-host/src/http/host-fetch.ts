import { HostRefusal } from './host-refusal.ts'
import { redactor } from './redactor.ts'

/** Redirects that one request follows at most. */
const MOST_REDIRECTS = 5

export interface HostFetchOptions {
  /** The global one when left out. */
  fetch?: typeof fetch | undefined
  /** Milliseconds that one attempt may take, its body included. */
  timeoutMs: number
  /** Taken out of replies that refuse, with the credentials of the request itself; hosts and proxies send them back. */
  secrets?: readonly (string | undefined)[]
}

/** Headers of requests that carry credentials. */
const CREDENTIALS = ['authorization', 'private-token', 'x-api-key', 'cookie']

/**
 * A `fetch` for credentials: an attempt ends in time, a reply is there as a whole or not at all, and redirects lead no
 * further than the same origin, with the method and the body as they were. No reply that refuses shows a credential,
 * so that whatever a client makes of it can be thrown and logged.
 *
 * @throws HostRefusal for a redirect that is not followed; else as `fetch` does, also when the body breaks off.
 */
export function hostFetch({
  fetch: send = globalThis.fetch,
  timeoutMs,
  secrets = [],
}: HostFetchOptions): typeof globalThis.fetch {
  return async (input, init) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline
    let url = new URL(input instanceof Request ? input.url : input)
    for (let redirects = 0; ; redirects += 1) {
      const reply = await send(url, { ...init, redirect: 'manual', signal })
      // A client that reads the body itself may take one that breaks off for an empty one.
      const body = await reply.arrayBuffer()
      const next = redirects < MOST_REDIRECTS ? followed(reply, url, init?.method ?? 'GET') : undefined
      // Some clients take a redirect that nobody followed for an answer.
      if (next === undefined && isRedirect(reply)) {
        throw new HostRefusal(reply.status, 'redirected elsewhere', Object.fromEntries(reply.headers))
      }
      if (next === undefined) return reply.ok ? whole(reply, body) : clean(reply, body, secrets, init)
      url = next
    }
  }
}

function isRedirect({ status, headers }: Response): boolean {
  return status >= 300 && status < 400 && status !== 304 && headers.has('location')
}

/** Where a reply leads; undefined when nobody follows: to another origin, or with a write that would become a read. */
function followed(reply: Response, from: URL, method: string): URL | undefined {
  const location = reply.headers.get('location')
  if (location === null || !URL.canParse(location, from.href)) return undefined
  const keepsMethod = reply.status === 307 || reply.status === 308
  const isRead = ['GET', 'HEAD'].includes(method.toUpperCase())
  if (!keepsMethod && !(isRead && [301, 302].includes(reply.status))) return undefined
  const target = new URL(location, from)
  return target.origin === from.origin ? target : undefined
}

function clean(
  reply: Response,
  body: ArrayBuffer,
  secrets: readonly (string | undefined)[],
  init: RequestInit | undefined,
): Response {
  const sent = new Headers(init?.headers)
  const own = CREDENTIALS.flatMap((name) => sent.get(name)?.split(' ').slice(-1) ?? [])
  const redact = redactor({ secrets: [...secrets, ...own, ...own.flatMap(passwordOf)] })
  const headers = new Headers([...reply.headers].map(([name, value]) => [name, redact(value)]))
  headers.delete('content-length')
  const { status, statusText } = reply
  const text = new TextEncoder().encode(redact(new TextDecoder().decode(body)))
  return whole(new Response(null, { status, statusText, headers }), text.buffer, reply.url)
}

/** Of basic authentication: what stands behind the user name. */
function passwordOf(credential: string): string[] {
  const text = Buffer.from(credential, 'base64').toString()
  return text.includes(':') ? [text.slice(text.indexOf(':') + 1)] : []
}

function whole(reply: Response, body: ArrayBuffer, url: string = reply.url): Response {
  const { status, statusText, headers } = reply
  const isEmpty = [101, 204, 205, 304].includes(status)
  const made = new Response(isEmpty ? null : body, { status, statusText, headers })
  // Clients name the address of a reply in their errors.
  Object.defineProperty(made, 'url', { value: url })
  return made
}
