import type { CallOptions, Clock } from '@docent/core/plugin'
import { HostClient, HostRefusal } from '@docent/git-host'
import type { z } from 'zod'
import { mapError } from './map-error.ts'
import type { DiscordChannelSettings } from './options.ts'

export interface DiscordDependencies {
  clock: Clock
  /** For a proxy or a test; the global one when left out. */
  fetch?: typeof fetch
}

/** Calls the REST API. Nothing that posts is tried again. */
export class DiscordApi {
  readonly #settings: DiscordChannelSettings
  readonly #clock: Clock
  readonly #client: HostClient

  constructor(settings: DiscordChannelSettings, { clock, fetch }: DiscordDependencies) {
    this.#settings = settings
    this.#clock = clock
    this.#client = new HostClient(
      { ...settings, secrets: [settings.token] },
      { clock, ...(fetch ? { fetch } : {}) },
    )
  }

  /** The reply; undefined when what it is about is not there. */
  async call<Schema extends z.ZodType>(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT',
    path: string,
    schema: Schema,
    { signal, doing, body }: CallOptions & { doing: string; body?: object },
  ): Promise<z.output<Schema> | undefined> {
    try {
      signal?.throwIfAborted()
      const reply = await this.#client.send({
        method,
        url: new URL(`${this.#settings.baseUrl}${path}`),
        headers: {
          authorization: `Bot ${this.#settings.token}`,
          'user-agent': 'DiscordBot (https://github.com, 1)',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        retries: method === 'POST' ? 0 : this.#settings.retries,
        signal,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return schema.parse(reply.body)
    } catch (error) {
      signal?.throwIfAborted()
      if (HostRefusal.has(error, 404)) return undefined
      throw mapError(error, doing, this.#clock.now())
    }
  }
}
