import type { CallOptions, Clock } from '@docent/core/plugin'
import { HostClient, HostRefusal } from '@docent/git-host'
import { z } from 'zod'
import { mapError, refusalOf } from './map-error.ts'
import type { SlackChannelSettings } from './options.ts'

export interface SlackDependencies {
  clock: Clock
  /** For a proxy or a test; the global one when left out. */
  fetch?: typeof fetch
}

const Reply = z.looseObject({ ok: z.boolean(), error: z.string().optional() })

/** Calls methods of the Web API. Nothing that posts is tried again. */
export class SlackApi {
  readonly #settings: SlackChannelSettings
  readonly #clock: Clock
  readonly #client: HostClient

  constructor(settings: SlackChannelSettings, { clock, fetch }: SlackDependencies) {
    this.#settings = settings
    this.#clock = clock
    const secrets = [settings.token, settings.signingSecret]
    this.#client = new HostClient({ ...settings, secrets }, { clock, ...(fetch ? { fetch } : {}) })
  }

  /** What the method answers; undefined when what it is about is not there. */
  async call<Schema extends z.ZodType>(
    method: string,
    body: Readonly<Record<string, unknown>>,
    schema: Schema,
    { signal, doing, isWrite = false }: CallOptions & { doing: string; isWrite?: boolean },
  ): Promise<z.output<Schema> | undefined> {
    try {
      signal?.throwIfAborted()
      // Methods that read take forms alone.
      const form = new URLSearchParams(
        Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
      )
      const reply = await this.#client.send({
        method: 'POST',
        url: new URL(`${this.#settings.baseUrl}/${method}`),
        headers: {
          authorization: `Bearer ${this.#settings.token}`,
          'content-type': isWrite ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded',
        },
        body: isWrite ? JSON.stringify(body) : form.toString(),
        retries: isWrite ? 0 : this.#settings.retries,
        signal,
      })
      const { ok, error = '' } = Reply.parse(reply.body)
      if (ok) return schema.parse(reply.body)
      throw refusalOf(error, reply.headers)
    } catch (error) {
      signal?.throwIfAborted()
      if (HostRefusal.has(error, 404)) return undefined
      throw mapError(error, doing, this.#clock.now())
    }
  }
}
