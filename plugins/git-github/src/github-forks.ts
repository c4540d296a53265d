import { type Clock, DocentError, GitHostMisconfigured, type Logger } from '@docent/core'
import { HostRefusal, safeCause } from '@docent/git-host'
import { z } from 'zod'
import type { GithubCall } from './github-call.ts'
import { location, type RepositoryLocation } from './repository-location.ts'

const User = z.object({ login: z.string().min(1) })
const Upstream = z.object({ id: z.number(), default_branch: z.string() })
const Origin = z.object({ id: z.number() }).nullish()
const Fork = z.object({
  full_name: z.string().regex(/^[^/]+\/[^/]+$/),
  fork: z.boolean(),
  parent: Origin,
  source: Origin,
})

/** First pause between two looks at a new fork, ms; each next one is half as long again, up to the longest. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5000

export interface GithubForksDependencies {
  clock: Clock
  logger: Logger
  /** Waits, in milliseconds. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

/** Forks in the account of the token: found, made, waited for, and brought up to what they were forked from. */
export class GithubForks {
  /** By the id of what it was forked from: that stays when a repository is renamed. */
  readonly #known = new Map<number, RepositoryLocation>()
  #login: string | undefined

  constructor(
    private readonly waitMs: number,
    private readonly dependencies: GithubForksDependencies,
  ) {}

  /** Login of the account that forks belong to. */
  async owner({ client }: GithubCall): Promise<string> {
    this.#login ??= User.parse((await client.rest.users.getAuthenticated()).data).login
    return this.#login
  }

  /**
   * The fork of the repository, made when it is missing; its branches can be read and pushed. With `sync` its default
   * branch is brought up first: GitHub refuses a token without the scope `workflow` what changes workflows, and what
   * the fork lacks of them would count as such a change.
   * @throws DocentError `git_host_failed`, retryable, when GitHub takes longer than the configured wait.
   */
  async of(call: GithubCall, options: { sync: boolean }): Promise<RepositoryLocation> {
    const upstream = Upstream.parse((await call.client.rest.repos.get(call.at)).data)
    const fork = (await this.#find(call, upstream.id)) ?? (await this.#make(call, upstream.default_branch))
    this.#known.set(upstream.id, fork)
    if (options.sync) await this.#sync(call, fork, upstream.default_branch)
    return fork
  }

  async #find(call: GithubCall, upstream: number): Promise<RepositoryLocation | undefined> {
    const guess = this.#known.get(upstream) ?? { owner: await this.owner(call), name: call.at.repo }
    if (guess.owner.toLowerCase() === call.at.owner.toLowerCase()) throw ownRepository(call)
    try {
      const { data } = await call.client.rest.repos.get({ owner: guess.owner, repo: guess.name })
      const found = Fork.parse(data)
      const isOurs = found.fork && (found.parent?.id === upstream || found.source?.id === upstream)
      return isOurs ? location(found.full_name) : undefined
    } catch (error) {
      if (!HostRefusal.has(error, 404)) throw error
      this.#known.delete(upstream)
      return undefined
    }
  }

  /** Asking again answers the fork that is there: a reply that was lost, or a name that was taken, does no harm. */
  async #make(call: GithubCall, branch: string): Promise<RepositoryLocation> {
    const made = await call.client.rest.repos.createFork({ ...call.at, default_branch_only: true })
    const fork = location(Fork.parse(made.data).full_name)
    await this.#wait(call, fork, branch)
    return fork
  }

  async #wait(call: GithubCall, fork: RepositoryLocation, branch: string): Promise<void> {
    const { clock, pause } = this.dependencies
    const until = clock.now() + this.waitMs
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 1.5, LONGEST_PAUSE_MS)) {
      try {
        await call.client.rest.git.getRef({ owner: fork.owner, repo: fork.name, ref: `heads/${branch}` })
        return
      } catch (error) {
        // 404 and 409 (the repository is empty): GitHub is still copying.
        if (!HostRefusal.has(error, 404) && !HostRefusal.has(error, 409)) throw error
        if (clock.now() + ms > until) throw notReady(fork, error)
      }
      await pause(ms, call.signal)
    }
  }

  /** A fork whose default branch has commits of its own stays as it is: branches of jobs begin upstream. */
  async #sync(call: GithubCall, fork: RepositoryLocation, branch: string): Promise<void> {
    try {
      await call.client.rest.repos.mergeUpstream({ owner: fork.owner, repo: fork.name, branch })
    } catch (error) {
      if (!HostRefusal.has(error, 409) && !HostRefusal.has(error, 422)) throw error
      const reason = error instanceof Error ? error.message : ''
      const repository = `${fork.owner}/${fork.name}`
      this.dependencies.logger.warn({ repository, branch, reason }, 'a fork could not be brought up to date')
    }
  }
}

function ownRepository({ at }: GithubCall): GitHostMisconfigured {
  return new GitHostMisconfigured(
    `${at.owner}/${at.repo} belongs to the account of the token, which cannot fork it: set forks: "refuse" of git-github, so that branches are pushed to the repository itself.`,
  )
}

function notReady({ owner, name }: RepositoryLocation, cause: unknown): DocentError {
  const message = `GitHub is still making the fork ${owner}/${name}. A later try may succeed; forkWaitMs of git-github is how long one waits.`
  const why = safeCause(cause)
  return new DocentError('git_host_failed', message, { isRetryable: true, cause: why })
}
