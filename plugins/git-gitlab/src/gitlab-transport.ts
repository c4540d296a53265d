import { type Clock, HostRefusal, sendWithRetries } from '@docent/core'
import {
  type DefaultRequestOptions,
  defaultOptionsHandler,
  type FormattedResponse,
  type RequesterType,
  type ResourceOptions,
  type ResponseBodyTypes,
} from '@gitbeaker/requester-utils'
import { z } from 'zod'
import type { GitlabSettings } from './options.ts'

export interface GitlabTransportDependencies {
  clock: Clock
  /** For a proxy or a test; the global one when left out. */
  fetch?: typeof fetch
  /** 0 to 1, spreads retries; `Math.random` when left out. */
  random?: () => number
}

/** GitLab says what is wrong in one of these, as a text, a list, or lists by field. */
const ErrorBody = z.object({
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  error_description: z.unknown().optional(),
})

/**
 * Sends the requests that the client prepares. The client's own way tries again ten times, whatever the request
 * and without regard to `Retry-After` or a caller's signal.
 */
export class GitlabTransport {
  readonly #settings: GitlabSettings
  readonly #dependencies: GitlabTransportDependencies

  constructor(settings: GitlabSettings, dependencies: GitlabTransportDependencies) {
    this.#settings = settings
    this.#dependencies = dependencies
  }

  /** What the client calls `requesterFn`. */
  requester(retries: number, signal: AbortSignal | undefined): (resource: ResourceOptions) => RequesterType {
    return (resource) => {
      const send =
        (method: string) =>
        async <T extends ResponseBodyTypes>(endpoint: string, options?: DefaultRequestOptions) => {
          const prepared = await defaultOptionsHandler(resource, { ...options, method })
          const url = new URL(endpoint, `${prepared.prefixUrl?.replace(/\/+$/, '')}/`)
          if (prepared.searchParams) url.search = prepared.searchParams
          const { headers, body } = prepared
          const request = {
            method,
            // A write that is led elsewhere would arrive as a read.
            redirect: method === 'GET' ? ('follow' as const) : ('manual' as const),
            ...(headers ? { headers } : {}),
            ...(body ? { body } : {}),
          }
          // What GitLab answers is judged where it is read.
          return (await this.#send(url, request, retries, signal)) as FormattedResponse<T>
        }
      const [get, post, put, patch] = [send('GET'), send('POST'), send('PUT'), send('PATCH')]
      return { get, post, put, patch, delete: send('DELETE') }
    }
  }

  #send(
    url: URL,
    request: RequestInit,
    retries: number,
    signal: AbortSignal | undefined,
  ): Promise<FormattedResponse> {
    const { random = Math.random, clock } = this.#dependencies
    const options = { settings: this.#settings, retries, random, now: () => clock.now(), signal }
    return sendWithRetries((deadline) => this.#attempt(url, request, deadline), options)
  }

  async #attempt(url: URL, request: RequestInit, signal: AbortSignal): Promise<FormattedResponse> {
    const { fetch: send = globalThis.fetch } = this.#dependencies
    const response = await send(url, { ...request, signal })
    const text = await response.text()
    const headers = Object.fromEntries(response.headers)
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false
    if (!response.ok) throw new HostRefusal(response.status, messageOf(text, isJson), headers)
    // A reply that breaks off is worth another attempt, as a connection that breaks is.
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : text
    return { body: body as ResponseBodyTypes, headers, status: response.status }
  }
}

function messageOf(text: string, isJson: boolean): string {
  if (!isJson) return text.slice(0, 200)
  try {
    const { message, error, error_description: description } = ErrorBody.parse(JSON.parse(text))
    return [message, error, description]
      .filter((part) => part !== undefined && part !== null)
      .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
      .join(': ')
  } catch (error) {
    return `unreadable reply: ${error instanceof Error ? error.name : 'unknown'}`
  }
}
