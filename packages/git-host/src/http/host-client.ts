import type { Clock } from '@docent/core/plugin'
import { z } from 'zod'
import type { GitHostHttpSettings } from '../host-options.ts'
import { hostFetch } from './host-fetch.ts'
import { HostRefusal } from './host-refusal.ts'
import { sendWithRetries } from './send-with-retries.ts'

export interface HostClientDependencies {
  clock: Clock
  /** For a proxy or a test; the global one when left out. */
  fetch?: typeof fetch
  /** 0 to 1, spreads retries; `Math.random` when left out. */
  random?: () => number
}

export interface HostRequest {
  method: string
  url: URL
  headers?: Readonly<Record<string, string>>
  /** Sent as it is. */
  body?: NonNullable<RequestInit['body']>
  /** Further attempts after a failure that passes; 0 for what must not be done twice. */
  retries: number
  signal?: AbortSignal | undefined
}

export interface HostReply {
  status: number
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Parsed when it is JSON; a text otherwise. */
  body: unknown
}

export interface HostClientSettings extends GitHostHttpSettings {
  /** Taken out of every reply that refuses. */
  secrets: readonly (string | undefined)[]
}

/** Hosts say what is wrong in these fields, as a text, a list, or lists by field. */
const ErrorBody = z.object({
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  error_description: z.unknown().optional(),
  errors: z.unknown().optional(),
})

/** Sends requests to a host, each attempt with a deadline, and tries again what may pass. */
export class HostClient {
  readonly #settings: HostClientSettings
  readonly #dependencies: HostClientDependencies
  readonly #fetch: typeof fetch

  constructor(settings: HostClientSettings, dependencies: HostClientDependencies) {
    this.#settings = settings
    this.#dependencies = dependencies
    const { timeoutMs, secrets } = settings
    this.#fetch = hostFetch({ fetch: dependencies.fetch, timeoutMs, secrets })
  }

  /** @throws HostRefusal when the last attempt met a status outside of 2xx; SyntaxError for JSON that breaks off. */
  send(request: HostRequest): Promise<HostReply> {
    return this.#retried(request, async () => {
      const reply = await this.#attempt(request)
      if (!reply.ok) throw await refusalOf(reply)
      const text = await reply.text()
      const headers = Object.fromEntries(reply.headers)
      // A reply that breaks off is worth another attempt, as a connection that breaks is.
      return { status: reply.status, headers, body: isJson(reply) && text !== '' ? JSON.parse(text) : text }
    })
  }

  /** The same for a vendor's own client, which reads the reply itself, also one that refuses. */
  async fetch(request: HostRequest): Promise<Response> {
    let refused: Response | undefined
    try {
      return await this.#retried(request, async () => {
        refused = undefined
        const reply = await this.#attempt(request)
        if (reply.ok) return reply
        refused = reply.clone()
        throw await refusalOf(reply)
      })
    } catch (error) {
      if (refused && error instanceof HostRefusal) return refused
      throw error
    }
  }

  #retried<Reply>({ retries, signal }: HostRequest, attempt: () => Promise<Reply>): Promise<Reply> {
    const { random = Math.random, clock } = this.#dependencies
    const options = { settings: this.#settings, retries, random, now: () => clock.now(), signal }
    return sendWithRetries(attempt, options)
  }

  #attempt({ url, retries: _retries, signal, ...init }: HostRequest): Promise<Response> {
    return this.#fetch(url, { ...init, ...(signal ? { signal } : {}) })
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('application/json') ?? false
}

async function refusalOf(reply: Response): Promise<HostRefusal> {
  const message = messageOf(await reply.text(), isJson(reply))
  return new HostRefusal(reply.status, message, Object.fromEntries(reply.headers))
}

function messageOf(text: string, json: boolean): string {
  if (!json) return text.slice(0, 200)
  try {
    const { message, error, error_description: description, errors } = ErrorBody.parse(JSON.parse(text))
    return [message, error, description, ...[errors].flat()]
      .filter((part) => part !== undefined && part !== null && part !== '')
      .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
      .join(': ')
  } catch (error) {
    return `unreadable reply: ${error instanceof Error ? error.name : 'unknown'}`
  }
}

/** Where the next page of a list is, by its header Link (RFC 8288); undefined on the last one. */
export function nextPage(headers: Readonly<Record<string, string>>): URL | undefined {
  for (const link of (headers.link ?? '').split(/,\s*(?=<)/)) {
    const [, target] = /^<([^>]+)>(?=.*;\s*rel="?next"?)/.exec(link) ?? []
    if (target !== undefined) return new URL(target)
  }
  return undefined
}
