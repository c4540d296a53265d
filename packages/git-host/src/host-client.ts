import type { Clock } from '@docent/core'
import { hostFetch } from './host-fetch.ts'
import { HostRefusal } from './host-refusal.ts'
import type { GitHostHttpSettings } from './http-options.ts'
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
  /** What a refusal says, out of its JSON. */
  messageOf(body: unknown): string
}

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
    const { random = Math.random, clock } = this.#dependencies
    const { retries, signal } = request
    const options = { settings: this.#settings, retries, random, now: () => clock.now(), signal }
    return sendWithRetries(() => this.#attempt(request), options)
  }

  async #attempt({ url, retries: _retries, signal, ...init }: HostRequest): Promise<HostReply> {
    const reply = await this.#fetch(url, { ...init, ...(signal ? { signal } : {}) })
    const text = await reply.text()
    const headers = Object.fromEntries(reply.headers)
    const isJson = headers['content-type']?.includes('application/json') ?? false
    if (!reply.ok) throw new HostRefusal(reply.status, this.#message(text, isJson), headers)
    // A reply that breaks off is worth another attempt, as a connection that breaks is.
    return { status: reply.status, headers, body: isJson && text !== '' ? JSON.parse(text) : text }
  }

  #message(text: string, isJson: boolean): string {
    if (!isJson) return text.slice(0, 200)
    try {
      return this.#settings.messageOf(JSON.parse(text))
    } catch (error) {
      return `unreadable reply: ${error instanceof Error ? error.name : 'unknown'}`
    }
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
