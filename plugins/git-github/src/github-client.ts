import type { Logger } from '@docent/core'
import { hostFetch, redactor } from '@docent/git-host'
import { createAppAuth } from '@octokit/auth-app'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import { Octokit } from '@octokit/rest'
import Bottleneck from 'bottleneck'
import type { GithubSettings } from './options.ts'

export interface GithubClientDependencies {
  logger: Logger
  /** For a proxy or a test; the global one when left out. */
  fetch?: typeof fetch
  /** 0 to 1, spreads retries; `Math.random` when left out. */
  random?: () => number
}

/** Refusals: the same request meets the same answer. Limits (403, 429) are the throttling plugin's. */
const NOT_RETRIED = Array.from({ length: 100 }, (_, index) => 400 + index).filter((status) => status !== 408)

/** Makes REST clients that wait for short limits, try again, and end each attempt in time. */
export class GithubClients {
  readonly #settings: GithubSettings
  readonly #dependencies: GithubClientDependencies
  readonly #Client = Octokit.plugin(retry, throttling)
  /** Shared by all clients of this host: GitHub counts the account's writes, whichever token they carry. */
  readonly #groups: { global: Bottleneck.Group; auth: Bottleneck.Group; write: Bottleneck.Group }

  constructor(settings: GithubSettings, dependencies: GithubClientDependencies) {
    this.#settings = settings
    this.#dependencies = dependencies
    this.#groups = {
      global: new Bottleneck.Group({ maxConcurrent: 10 }),
      auth: new Bottleneck.Group({ maxConcurrent: 4 }),
      write: new Bottleneck.Group({ maxConcurrent: 1, minTime: settings.writeIntervalMs }),
    }
  }

  /** A client that acts with a token. */
  withToken(token: string): Octokit {
    return new this.#Client({ ...this.#options(), auth: token })
  }

  /** A client that acts as the App itself: it finds installations and makes tokens. */
  asApp(app: { appId: string; privateKey: string }): Octokit {
    return new this.#Client({
      ...this.#options(),
      authStrategy: createAppAuth,
      auth: { appId: app.appId, privateKey: app.privateKey },
    })
  }

  #options() {
    const { baseUrl, retries, retryDelayMs, maxRateLimitWaitMs, timeoutMs } = this.#settings
    const { logger, random = Math.random, fetch: send } = this.#dependencies
    const waits = (seconds: number, _options: unknown, _client: unknown, count: number): boolean =>
      count < 1 && seconds * 1000 <= maxRateLimitWaitMs
    const silent = (): void => undefined
    return {
      baseUrl,
      userAgent: 'docent',
      request: { fetch: hostFetch({ fetch: send, timeoutMs, secrets: secretsOf(this.#settings) }) },
      // A refused request is an error that is thrown; only what nobody else would see is logged.
      log: {
        debug: silent,
        info: silent,
        error: silent,
        warn: (message: string) => logger.warn({ host: this.#settings.name }, redactor()(message)),
      },
      retry: {
        retries,
        retryAfterBaseValue: retryDelayMs * (0.5 + random()),
        doNotRetry: NOT_RETRIED,
      },
      throttle: {
        id: this.#settings.name,
        ...this.#groups,
        // Writes are spaced already; a second queue would make each of them wait twice.
        notifications: this.#groups.global,
        search: this.#groups.global,
        onRateLimit: waits,
        onSecondaryRateLimit: waits,
      },
    }
  }
}

function secretsOf({ identity, webhookSecret }: GithubSettings): (string | undefined)[] {
  const own = identity.kind === 'token' ? identity.token : undefined
  return [own, webhookSecret]
}
