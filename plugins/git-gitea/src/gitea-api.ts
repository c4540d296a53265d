import { defined } from '@docent/core'
import { type HostCall, type HostClient, type HostReply, nextPage } from '@docent/git-host'
import { z } from 'zod'

/** Most items that a server hands out at once unless its administrator changed it. */
const PAGE_SIZE = 50

export interface GiteaApiSettings {
  baseUrl: string
  token: string
  retries: number
}

/** One repository in the REST API of Gitea and Forgejo. Paths are below it: `/pulls/1`. */
export class GiteaApi implements HostCall {
  readonly repository: string
  readonly once: boolean
  readonly signal: AbortSignal | undefined
  readonly #settings: GiteaApiSettings
  readonly #client: HostClient
  readonly #root: string

  constructor({ repository, once, signal }: HostCall, settings: GiteaApiSettings, client: HostClient) {
    this.repository = repository
    this.once = once
    this.signal = signal
    this.#settings = settings
    this.#client = client
    const path = repository.split('/').map(encodeURIComponent).join('/')
    this.#root = `${settings.baseUrl}/api/v1/repos/${path}`
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
    const { token, retries } = this.#settings
    const type = body && { 'content-type': 'application/json' }
    return this.#client.send({
      method,
      url,
      headers: {
        accept: 'application/json',
        authorization: `token ${token}`,
        'user-agent': 'docent',
        ...type,
      },
      ...defined({ body: body && JSON.stringify(body) }),
      retries: this.once ? 0 : retries,
      signal: this.signal,
    })
  }
}
