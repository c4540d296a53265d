import { z } from 'zod'
import type { GiteaReply, GiteaTransport } from './gitea-transport.ts'
import type { RepositoryLocation } from './repository-location.ts'

export interface GiteaApiSettings {
  baseUrl: string
  token: string
  retries: number
  signal?: AbortSignal
}

/** Most items that a server hands out at once unless its administrator changed it. */
const PAGE_SIZE = 50

/** One repository in the REST API of Gitea and Forgejo. Paths are below it: `/pulls/1`. */
export class GiteaApi {
  /** `owner/name` */
  readonly repository: string
  readonly #settings: GiteaApiSettings
  readonly #transport: GiteaTransport
  readonly #root: string

  constructor(at: RepositoryLocation, settings: GiteaApiSettings, transport: GiteaTransport) {
    this.repository = `${at.owner}/${at.name}`
    this.#settings = settings
    this.#transport = transport
    this.#root = `${settings.baseUrl}/api/v1/repos/${encodeURIComponent(at.owner)}/${encodeURIComponent(at.name)}`
  }

  async get(path: string): Promise<unknown> {
    return (await this.#send('GET', path)).body
  }

  async post(path: string, body: object): Promise<unknown> {
    return (await this.#send('POST', path, body)).body
  }

  async patch(path: string, body: object): Promise<unknown> {
    return (await this.#send('PATCH', path, body)).body
  }

  /** Every item of a list, one page after the other. */
  async list(path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown[]> {
    const items: unknown[] = []
    for (let page = 1; ; page += 1) {
      const asked = new URLSearchParams({ ...query, limit: String(PAGE_SIZE), page: String(page) })
      const { body, headers } = await this.#send('GET', `${path}?${asked}`)
      // A list without items is null in some versions.
      const found = z.array(z.unknown()).nullable().parse(body) ?? []
      items.push(...found)
      if (found.length === 0 || !headers.get('link')?.includes('rel="next"')) return items
    }
  }

  #send(method: string, path: string, body?: object): Promise<GiteaReply> {
    const { token, retries, signal } = this.#settings
    return this.#transport.send({
      method,
      url: new URL(`${this.#root}${path}`),
      token,
      retries,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    })
  }
}
