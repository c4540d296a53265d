import { defined } from '@docent/core/plugin'
import { z } from 'zod'
import { type HostClient, type HostReply, nextPage } from './http/host-client.ts'
import type { HostCall } from './vendor-git-host.ts'

export interface RepositoryApiSettings {
  /** Address of a repository, with `{repository}` for its path: `https://git.example.com/api/v1/repos/{repository}`. */
  address: string
  headers: Readonly<Record<string, string>>
  retries: number
}

/** Most items that a server hands out at once unless its administrator changed it. */
const PAGE_SIZE = 50

/** One repository in a REST API that takes and gives JSON. Paths are below it: `/pulls/1`. */
export class RepositoryApi implements HostCall {
  readonly repository: string
  readonly once: boolean
  readonly signal: AbortSignal | undefined
  readonly #settings: RepositoryApiSettings
  readonly #client: HostClient
  readonly #root: string

  constructor({ repository, once, signal }: HostCall, settings: RepositoryApiSettings, client: HostClient) {
    this.repository = repository
    this.once = once
    this.signal = signal
    this.#settings = settings
    this.#client = client
    const path = repository.split('/').map(encodeURIComponent).join('/')
    this.#root = settings.address.replace('{repository}', () => path)
  }

  async get(path: string): Promise<unknown> {
    return (await this.#send('GET', this.#url(path))).body
  }

  async post(path: string, body: object): Promise<unknown> {
    return (await this.#send('POST', this.#url(path), body)).body
  }

  async patch(path: string, body: object): Promise<unknown> {
    return (await this.#send('PATCH', this.#url(path), body)).body
  }

  /** Every item of a list, one page after the other. */
  async list(path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown[]> {
    const items: unknown[] = []
    for (let page = 1; ; page += 1) {
      // By number, not by the link: a server behind a proxy may not know its own address.
      const asked = new URLSearchParams({ ...query, limit: String(PAGE_SIZE), page: String(page) })
      const { body, headers } = await this.#send('GET', this.#url(`${path}?${asked}`))
      // A list without items is null in some versions.
      const found = z.array(z.unknown()).nullable().parse(body) ?? []
      items.push(...found)
      if (found.length === 0 || nextPage(headers) === undefined) return items
    }
  }

  #url(path: string): URL {
    return new URL(`${this.#root}${path}`)
  }

  #send(method: string, url: URL, body?: object): Promise<HostReply> {
    const { headers, retries } = this.#settings
    const type = body && { 'content-type': 'application/json' }
    return this.#client.send({
      method,
      url,
      headers: { accept: 'application/json', 'user-agent': 'docent', ...headers, ...type },
      ...defined({ body: body && JSON.stringify(body) }),
      retries: this.once ? 0 : retries,
      signal: this.signal,
    })
  }
}
