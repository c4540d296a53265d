import type { Logger } from '@docent/core'
import { HostClient, type HostClientDependencies, HostRefusal, redactor } from '@docent/git-host'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/rest'
import PQueue from 'p-queue'
import { z } from 'zod'
import type { GithubSettings } from './options.ts'

export interface GithubClientDependencies extends HostClientDependencies {
  logger: Logger
}

/** Of one call: whether its requests may be tried again. */
interface Calling {
  once?: boolean
  signal: AbortSignal | undefined
}

const Refused = z.object({
  status: z.number(),
  message: z.string(),
  response: z.object({ headers: z.record(z.string(), z.coerce.string()) }),
})

/** Makes REST clients whose requests go through the host client: it ends them in time, and tries them again. */
export class GithubClients {
  readonly #settings: GithubSettings
  readonly #logger: Logger
  readonly #host: HostClient
  readonly #reads = new PQueue({ concurrency: 10 })
  /** Shared by all clients of this host: GitHub counts the account's writes, whichever token they carry. */
  readonly #writes: PQueue

  constructor(settings: GithubSettings, dependencies: GithubClientDependencies) {
    this.#settings = settings
    this.#logger = dependencies.logger
    const { identity, webhookSecret, writeIntervalMs: interval } = settings
    const secrets = [identity.kind === 'token' ? identity.token : undefined, webhookSecret]
    this.#host = new HostClient({ ...settings, secrets }, dependencies)
    this.#writes = new PQueue({
      concurrency: 1,
      ...(interval > 0 ? { interval, intervalCap: 1, strict: true } : {}),
    })
  }

  /** A client that acts with a token. */
  withToken(token: string, call: Calling): Octokit {
    return this.#client(call, { auth: token })
  }

  /** A client that acts as the App itself: it finds installations and makes tokens. */
  asApp({ appId, privateKey }: { appId: string; privateKey: string }, call: Calling): Octokit {
    return this.#client(call, { authStrategy: createAppAuth, auth: { appId, privateKey } })
  }

  #client({ once = false, signal }: Calling, identity: object): Octokit {
    const { baseUrl, retries } = this.#settings
    const silent = (): void => undefined
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
        warn: (message: string) => this.#logger.warn({ host: this.#settings.name }, redactor()(message)),
      },
    })
    client.hook.error('request', (error) => {
      throw failureOf(error)
    })
    return client
  }

  #fetch(retries: number): typeof fetch {
    return (input, { method = 'GET', headers, body, signal } = {}) => {
      const request = {
        method,
        url: new URL(input instanceof Request ? input.url : input),
        headers: Object.fromEntries(new Headers(headers)),
        ...(body ? { body } : {}),
        retries,
        signal: signal ?? undefined,
      }
      const queue = method === 'GET' ? this.#reads : this.#writes
      return queue.add(() => this.#host.fetch(request), signal ? { signal } : {})
    }
  }
}

/** The failure below Octokit's: it gives failed connections the status 500 and the failure of `fetch` as cause. */
function failureOf(error: unknown): unknown {
  const refused = Refused.safeParse(error)
  if (refused.success) {
    const { status, message, response } = refused.data
    return new HostRefusal(status, message, response.headers)
  }
  return error instanceof Error ? (error.cause ?? error) : error
}
