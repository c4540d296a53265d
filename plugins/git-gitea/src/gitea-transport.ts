import { type Clock, HostRefusal, sendWithRetries } from '@docent/core'
import { z } from 'zod'
import type { GiteaSettings } from './options.ts'

export interface GiteaTransportDependencies {
  clock: Clock
  /** For a proxy or a test; the global one when left out. */
  fetch?: typeof fetch
  /** 0 to 1, spreads retries; `Math.random` when left out. */
  random?: () => number
}

export interface GiteaRequest {
  method: string
  url: URL
  token: string
  body?: unknown
  /** Further attempts after a failure that passes; 0 for what must not be done twice. */
  retries: number
  signal?: AbortSignal
}

export interface GiteaReply {
  /** Parsed when it is JSON; a text otherwise. */
  body: unknown
  headers: Headers
}

const ErrorBody = z.object({ message: z.string().nullish(), errors: z.array(z.string()).nullish() })

/** Sends requests with a deadline for each attempt, and tries again what may pass. */
export class GiteaTransport {
  readonly #settings: GiteaSettings
  readonly #dependencies: GiteaTransportDependencies

  constructor(settings: GiteaSettings, dependencies: GiteaTransportDependencies) {
    this.#settings = settings
    this.#dependencies = dependencies
  }

  /** @throws HostRefusal when the last attempt met a status outside of 2xx. */
  send(request: GiteaRequest): Promise<GiteaReply> {
    const { random = Math.random, clock } = this.#dependencies
    const { retries, signal } = request
    const options = { settings: this.#settings, retries, random, now: () => clock.now(), signal }
    return sendWithRetries((deadline) => this.#attempt(request, deadline), options)
  }

  async #attempt({ method, url, token, body }: GiteaRequest, signal: AbortSignal): Promise<GiteaReply> {
    const { fetch: send = globalThis.fetch } = this.#dependencies
    const init: RequestInit = {
      method,
      // A write that is led elsewhere by 301 or 302 would arrive as a read.
      redirect: method === 'GET' ? 'follow' : 'manual',
      headers: {
        accept: 'application/json',
        authorization: `token ${token}`,
        'user-agent': 'docent',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    }
    let response = await send(url, init)
    const moved = renamedTo(response, url)
    if (moved) {
      await response.body?.cancel()
      response = await send(moved, init)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false
    if (!response.ok) {
      throw new HostRefusal(response.status, messageOf(text, isJson), Object.fromEntries(response.headers))
    }
    return { body: isJson && text !== '' ? JSON.parse(text) : text, headers: response.headers }
  }
}

/** Where a write goes on when the repository was renamed: never to another server, which must not see the token. */
function renamedTo(response: Response, from: URL): URL | undefined {
  const location = response.headers.get('location')
  if ((response.status !== 307 && response.status !== 308) || location === null) return undefined
  const target = new URL(location, from)
  return target.origin === from.origin ? target : undefined
}

function messageOf(text: string, isJson: boolean): string {
  if (!isJson) return text.slice(0, 200)
  try {
    const { message, errors } = ErrorBody.parse(JSON.parse(text))
    return [message ?? '', ...(errors ?? [])].filter((part) => part !== '').join(': ')
  } catch (error) {
    return `unreadable reply: ${error instanceof Error ? error.name : 'unknown'}`
  }
}
