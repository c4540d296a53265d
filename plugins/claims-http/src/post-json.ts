import { retryAfterMs } from '@docent/core/plugin'
import { connectionError, refusalError, replyError, timeoutError } from './map-error.ts'

/** Longest reply that is read, bytes: a verdict has about 30. */
const LONGEST_REPLY = 1_000_000

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
  /** Milliseconds since the epoch, for `retry-after` dates. */
  now(): number
}

/**
 * Sends JSON once and reads the whole reply as JSON, all within the time limit.
 *
 * @throws DocentError for an outage, a refusal and a reply that is not JSON; the reason of the signal
 */
export async function postJson(url: string, body: object, options: PostOptions): Promise<unknown> {
  const limit = AbortSignal.timeout(options.timeoutMs)
  const signal = AbortSignal.any([limit, options.signal])
  let response: Response
  let text: string
  try {
    response = await options.fetch(url, {
      method: 'POST',
      headers: { ...options.headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      // Texts of readers go to the address that the operator wrote, and to no other.
      redirect: 'error',
      signal,
    })
    text = await readText(response)
  } catch (error) {
    options.signal.throwIfAborted()
    if (limit.aborted) throw timeoutError(originOf(url), options.timeoutMs)
    if (error instanceof TooLong) throw replyError(originOf(url), 'it is longer than a megabyte', error)
    throw connectionError(originOf(url), error)
  }
  if (!response.ok)
    throw refusalError(originOf(url), {
      status: response.status,
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), options.now()),
      body: text,
    })
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw replyError(originOf(url), 'it is not JSON', error)
  }
}

/** The address without credentials and query. */
export function originOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

class TooLong extends Error {}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > LONGEST_REPLY) throw new TooLong('The reply is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
