import type { Logger } from '@docent/core/plugin'
import { type HostCall, type HostClient, HostRefusal, nextPage, redactor } from '@docent/git-host'
import { Octokit } from '@octokit/rest'
import PQueue from 'p-queue'
import { z } from 'zod'
import type { GithubSettings } from './options.ts'

/** One call on its way: the client with the right token, and what every operation of the API takes. */
export interface GithubCall extends HostCall {
  client: Octokit
  credential: { token: string; expiresAt?: number }
  /** Spread into each operation. */
  at: { owner: string; repo: string }
}

/** Makes Octokits whose requests go through the host client: it ends them in time, and tries them again. */
export class GithubClients {
  readonly #settings: GithubSettings
  readonly #host: HostClient
  readonly #logger: Logger
  /** Shared by all clients of this host: GitHub counts the account's writes, whichever token they carry. */
  readonly #writes: PQueue

  constructor(settings: GithubSettings, host: HostClient, logger: Logger) {
    const { writeIntervalMs: interval } = settings
    const pace = interval > 0 ? { interval, intervalCap: 1, strict: true } : {}
    this.#settings = settings
    this.#host = host
    this.#logger = logger
    this.#writes = new PQueue({ concurrency: 1, ...pace })
  }

  /** `identity`: how Octokit authenticates. */
  make(identity: object, { once, signal }: Pick<HostCall, 'once' | 'signal'>): Octokit {
    const { baseUrl, retries, name: host } = this.#settings
    const [logger, silent] = [this.#logger, (): void => undefined]
    const client = new Octokit({
      ...identity,
      baseUrl,
      userAgent: 'docent',
      request: { fetch: this.#fetch(once ? 0 : retries), ...(signal ? { signal } : {}) },
      // A refused request is an error that is thrown; only what nobody else would see is logged.
      log: {
        debug: silent,
        info: silent,
        error: silent,
        warn: (message: string) => logger.warn({ host }, redactor()(message)),
      },
    })
    client.hook.error('request', (error) => {
      throw failureOf(error)
    })
    return client
  }

  #fetch(retries: number): typeof fetch {
    return (input, { method = 'GET', headers: given, body, signal } = {}) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const headers = Object.fromEntries(new Headers(given))
      const more = { ...(body ? { body } : {}), ...(signal ? { signal } : {}) }
      const send = () => this.#host.fetch({ method, url, headers, retries, ...more })
      return method === 'GET' ? send() : this.#writes.add(send, signal ? { signal } : {})
    }
  }
}

/** Every entry of a list, one page after the other. */
export async function listAll(
  { client, at }: GithubCall,
  route: string,
  parameters: Readonly<Record<string, string | number>>,
): Promise<unknown[]> {
  const entries: unknown[] = []
  for (let page = 1; ; page += 1) {
    // By number, not by the link: a token goes to no other address than the configured one.
    const { data, headers } = await client.request(route, { ...at, ...parameters, per_page: 100, page })
    const found = z.array(z.unknown()).parse(data)
    entries.push(...found)
    if (found.length === 0 || nextPage({ link: headers.link ?? '' }) === undefined) return entries
  }
}

const Refused = z.object({
  status: z.number(),
  message: z.string(),
  response: z.object({ headers: z.record(z.string(), z.coerce.string()) }),
})

/** The failure below Octokit's: it gives failed connections the status 500 and the failure of `fetch` as cause. */
function failureOf(error: unknown): unknown {
  const refused = Refused.safeParse(error)
  if (!refused.success) return error instanceof Error ? (error.cause ?? error) : error
  const { status, message, response } = refused.data
  return new HostRefusal(status, message, response.headers)
}
