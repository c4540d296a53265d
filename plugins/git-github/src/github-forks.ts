import { DocentError, GitHostMisconfigured, sleep } from '@docent/core/plugin'
import { type GitHostDependencies, HostRefusal, safeCause } from '@docent/git-host'
import { z } from 'zod'
import type { GithubCall } from './github-client.ts'

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

type Place = GithubCall['at']

/** Reads `owner/name`. */
export function placeOf(path: string): Place {
  const [owner = '', repo = ''] = path.split('/')
  return { owner, repo }
}

/** Forks in the account of the token: found, made, waited for, and brought up to what they were forked from. */
export class GithubForks {
  /** By the id of what it was forked from: that stays when a repository is renamed. */
  readonly #known = new Map<number, Place>()
  #login: string | undefined

  constructor(
    private readonly waitMs: number,
    private readonly dependencies: GitHostDependencies,
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
  async of(call: GithubCall, options: { sync: boolean }): Promise<Place> {
    const { data } = await call.client.rest.repos.get(call.at)
    const { id, default_branch: branch } = Upstream.parse(data)
    const fork = (await this.#find(call, id)) ?? (await this.#make(call, branch))
    this.#known.set(id, fork)
    if (options.sync) await this.#sync(call, { ...fork, branch })
    return fork
  }

  async #find(call: GithubCall, upstream: number): Promise<Place | undefined> {
    const { client, at, repository } = call
    const guess = this.#known.get(upstream) ?? { owner: await this.owner(call), repo: at.repo }
    if (guess.owner.toLowerCase() === at.owner.toLowerCase()) {
      throw new GitHostMisconfigured(
        `${repository} belongs to the account of the token, which cannot fork it. Set forks: "refuse" of git-github, so that Docent pushes branches to the repository itself.`,
      )
    }
    try {
      const { data } = await client.rest.repos.get(guess)
      const { fork, parent, source, full_name } = Fork.parse(data)
      return fork && [parent?.id, source?.id].includes(upstream) ? placeOf(full_name) : undefined
    } catch (error) {
      if (!HostRefusal.has(error, 404)) throw error
      return undefined
    }
  }

  /** Asking again answers the fork that is there: a reply that was lost, or a name that was taken, does no harm. */
  async #make({ client, at, signal }: GithubCall, branch: string): Promise<Place> {
    const made = await client.rest.repos.createFork({
      ...at,
      default_branch_only: true,
    })
    const fork = placeOf(Fork.parse(made.data).full_name)
    const { clock } = this.dependencies
    const until = clock.now() + this.waitMs
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 1.5, LONGEST_PAUSE_MS)) {
      try {
        await client.rest.git.getRef({ ...fork, ref: `heads/${branch}` })
        return fork
      } catch (error) {
        // 404 and 409 (the repository is empty): GitHub is still copying.
        if (!HostRefusal.has(error, 404) && !HostRefusal.has(error, 409)) throw error
        if (clock.now() + ms > until) {
          const message = `GitHub is still making the fork ${fork.owner}/${fork.repo}. Try again later, or increase forkWaitMs of git-github.`
          throw new DocentError('git_host_failed', message, { isRetryable: true, cause: safeCause(error) })
        }
      }
      await sleep(ms, signal)
    }
  }

  /** A fork whose default branch has commits of its own stays as it is: branches of jobs begin upstream. */
  async #sync({ client }: GithubCall, fork: Place & { branch: string }): Promise<void> {
    try {
      await client.rest.repos.mergeUpstream(fork)
    } catch (error) {
      if (!HostRefusal.has(error, 409) && !HostRefusal.has(error, 422)) throw error
      const about = { repository: `${fork.owner}/${fork.repo}`, branch: fork.branch, reason: error.message }
      this.dependencies.logger.warn(about, 'a fork could not be brought up to date')
    }
  }
}
