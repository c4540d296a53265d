import type { z } from 'zod'

/** A public client of the hosted service: the requests that its published source sends, and how it reads the replies. */
export interface ReplayedClient {
  /** What it is. */
  readonly client: string
  /** A page sends `Origin`, asks first, and sees of the headers of a reply only those that are exposed. */
  readonly isBrowser?: boolean
  /** In order: what a step keeps, the next ones send. */
  readonly steps: readonly Step[]
}

export interface Step {
  /** Its id in the OpenAPI document; undefined for an address that Docent does not have. */
  readonly operation: string | undefined
  readonly request: Request | ((kept: Kept) => Request)
  /** Statuses that the client takes for success. Default: 200 to 299. */
  readonly statuses?: readonly number[]
  /** What the client makes of the text of a reply. Default: JSON. */
  readonly read?: (text: string) => unknown
  /** What it takes for granted of that. */
  readonly reply: z.ZodType
  /** Repeated until the reply is this, as the client polls. */
  readonly until?: (reply: never) => boolean
  readonly keep?: (reply: never, headers: Headers) => Kept
  /** What it cannot do with Docent, and why. The test fails when it can. */
  readonly cannot?: string
}

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly key: 'assistant' | 'admin' | 'none'
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; undefined sends none. */
  readonly body?: unknown
}

export type Kept = Readonly<Record<string, string>>

const JSON_BODY = { 'content-type': 'application/json' }

/** A request with JSON in the body, as nearly every client sends it. */
export function post(
  key: Request['key'],
  path: string,
  body?: unknown,
  headers: Record<string, string> = JSON_BODY,
): Request {
  return { method: 'POST', path, key, headers, body }
}

export function get(key: Request['key'], path: string, headers: Record<string, string> = {}): Request {
  return { method: 'GET', path, key, headers }
}
