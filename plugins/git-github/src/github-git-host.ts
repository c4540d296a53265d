import {
  type CallOptions,
  type Clock,
  DocentError,
  type GitHost,
  type GitHostCapabilities,
  GitHostMisconfigured,
  type GitRemote,
  type HostWebhook,
  type OpenedPullRequest,
  type PullRequest,
  type PullRequestDraft,
  type PullRequestPatch,
  type RemoteRequest,
} from '@docent/core'
import type { Octokit } from '@octokit/rest'
import { z } from 'zod'
import { abortable, pause } from './abortable.ts'
import type { GithubCall } from './github-call.ts'
import { type GithubClientDependencies, GithubClients } from './github-client.ts'
import { type CredentialScope, GithubCredentials } from './github-credentials.ts'
import { GithubForks } from './github-forks.ts'
import { GithubPull, toPullRequest } from './github-pull.ts'
import { hasStatus, mapError } from './map-error.ts'
import { openPull } from './open-pull.ts'
import type { GithubSettings } from './options.ts'
import { threadOf } from './parse-webhook.ts'
import { hasComment } from './read-comments.ts'
import { listPulls, requirePull } from './read-pulls.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { locateRepository, type RepositoryLocation, webOrigin } from './repository-location.ts'
import { requirePush } from './require-push.ts'
import { updatePull } from './update-pull.ts'

const Repository = z.object({ default_branch: z.string() })

export interface GithubGitHostDependencies extends GithubClientDependencies {
  clock: Clock
}

/**
 * Repositories and pull requests on github.com or GitHub Enterprise, through the REST API (and GraphQL where REST
 * lacks drafts). Never pushes.
 */
export class GithubGitHost implements GitHost {
  readonly name: string
  readonly capabilities: GitHostCapabilities
  readonly #settings: GithubSettings
  readonly #dependencies: GithubGitHostDependencies
  readonly #origin: string
  readonly #clients: GithubClients
  readonly #credentials: GithubCredentials
  readonly #forks: GithubForks

  constructor(settings: GithubSettings, dependencies: GithubGitHostDependencies) {
    this.name = settings.name
    this.capabilities = {
      draftPullRequests: true,
      webhooks: settings.webhookSecret !== undefined,
      forks: settings.forks === 'use',
    }
    this.#settings = settings
    this.#dependencies = dependencies
    this.#origin = webOrigin(settings.baseUrl)
    this.#clients = new GithubClients(settings, dependencies)
    this.#credentials = new GithubCredentials(settings.identity, this.#clients, dependencies.clock)
    this.#forks = new GithubForks(settings.forkWaitMs, { pause, ...dependencies })
  }

  matches(repository: string): boolean {
    return locateRepository(repository, this.#origin) !== undefined
  }

  async remote(repository: string, options: RemoteRequest): Promise<GitRemote> {
    const at = this.#locate(repository)
    const { access, branch, signal } = options
    const scope = access === 'write' ? 'push' : 'fetch'
    let place = at
    if (this.capabilities.forks && (access === 'write' || branch !== undefined)) {
      const sync = access === 'write'
      place = await this.#call(repository, scope, 'work in a fork', options, (call) =>
        this.#forks.of(call, { sync }),
      )
    } else if (access === 'write') {
      const identity = this.#settings.identity.kind === 'app' ? 'app' : 'token'
      await this.#call(repository, scope, 'push', options, (call) => requirePush(call, identity))
    }
    const { token, expiresAt } = await abortable(() => this.#credentials.get(at, scope, signal), signal)
    return {
      url: `${this.#origin}/${place.owner}/${place.name}.git`,
      credentials: { username: 'x-access-token', password: token },
      ...(expiresAt === undefined ? {} : { expiresAt }),
    }
  }

  defaultBranch(repository: string, options?: CallOptions): Promise<string> {
    return this.#call(repository, 'read', 'read the default branch', options, async ({ client, at }) => {
      const { data } = await client.rest.repos.get(at)
      return Repository.parse(data).default_branch
    })
  }

  findPullRequests(repository: string, branch: string, options?: CallOptions): Promise<PullRequest[]> {
    return this.#call(repository, 'read', 'list pull requests', options, async (call) => {
      const pulls = await listPulls(call, { branch, state: 'all', owner: await this.#headOwner(call) })
      return pulls.map(toPullRequest)
    })
  }

  pullRequest(repository: string, number: number, options?: CallOptions): Promise<PullRequest | undefined> {
    return this.#call(repository, 'read', 'read a pull request', options, async ({ client, at }) => {
      try {
        const { data } = await client.rest.pulls.get({ ...at, pull_number: number })
        return toPullRequest(GithubPull.parse(data))
      } catch (error) {
        if (!hasStatus(error, 404)) throw error
        // 404 is also what a repository out of sight answers: that one is a failure, and this call throws it.
        await client.rest.repos.get(at)
        return undefined
      }
    })
  }

  openPullRequest(
    repository: string,
    draft: PullRequestDraft,
    options?: CallOptions,
  ): Promise<OpenedPullRequest> {
    return this.#call(repository, 'write', 'open a pull request', options, async (call) =>
      openPull(call, draft, await this.#headOwner(call), this.#dependencies.logger),
    )
  }

  updatePullRequest(
    repository: string,
    number: number,
    patch: PullRequestPatch,
    options?: CallOptions,
  ): Promise<PullRequest> {
    return this.#call(repository, 'write', 'update a pull request', options, (call) =>
      updatePull(call, number, patch),
    )
  }

  diff(repository: string, number: number, options?: CallOptions): Promise<string> {
    return this.#call(repository, 'read', 'read the diff of a pull request', options, async (call) => {
      const { client, at } = call
      try {
        const asked = { ...at, pull_number: number, mediaType: { format: 'diff' } }
        // The client's types know nothing of media types: asked for a diff, GitHub answers text.
        const diff = String((await client.rest.pulls.get(asked)).data)
        if (diff === '') await requireNoChanges(call, number)
        return diff
      } catch (error) {
        if (hasStatus(error, 404)) await requirePull(call, number)
        throw error
      }
    })
  }

  comment(
    repository: string,
    number: number,
    comment: { body: string; replyTo?: string },
    options?: CallOptions,
  ): Promise<void> {
    return this.#call(repository, 'write', 'comment on a pull request', options, async (call) => {
      const { client, at } = call
      // Sent once: a second attempt after a lost reply would be a second comment.
      const once = { ...at, body: comment.body, request: { ...at.request, retries: 0 } }
      const thread = comment.replyTo === undefined ? undefined : threadOf(comment.replyTo)
      try {
        if (thread === undefined) await client.rest.issues.createComment({ ...once, issue_number: number })
        else
          await client.rest.pulls.createReplyForReviewComment({
            ...once,
            pull_number: number,
            comment_id: thread,
          })
      } catch (error) {
        if (hasStatus(error, 404)) await requirePull(call, number)
        throw error
      }
    })
  }

  hasComment(
    repository: string,
    number: number,
    comment: { text: string; replyTo?: string },
    options?: CallOptions,
  ): Promise<boolean> {
    return this.#call(repository, 'read', 'read the comments of a pull request', options, (call) =>
      hasComment(call, number, comment),
    )
  }

  webhook(
    request: { headers: Readonly<Record<string, string>>; body: Uint8Array },
    options?: CallOptions,
  ): Promise<HostWebhook> {
    return receiveWebhook(request, this.#settings.webhookSecret, (repository, login) =>
      this.#call(repository, 'read', 'read the role of a commenter', options, ({ client, at }) =>
        mayWrite(client, at, login),
      ),
    )
  }

  /** Whose branches pull requests come from; undefined for the repository's own. */
  async #headOwner(call: GithubCall): Promise<string | undefined> {
    return this.capabilities.forks ? this.#forks.owner(call) : undefined
  }

  #locate(repository: string): RepositoryLocation {
    const at = locateRepository(repository, this.#origin)
    if (at) return at
    throw new GitHostMisconfigured(
      `${this.#origin} has no repository under the URL of this project: it must look like ${this.#origin}/OWNER/NAME.`,
    )
  }

  async #call<T>(
    repository: string,
    scope: CredentialScope,
    doing: string,
    options: CallOptions | undefined,
    work: (call: GithubCall) => Promise<T>,
  ): Promise<T> {
    const at = this.#locate(repository)
    const signal = options?.signal
    const request = signal ? { signal } : {}
    const attempt = async (): Promise<T> => {
      const { token } = await this.#credentials.get(at, scope, signal)
      return work({ client: this.#clients.withToken(token), at: { owner: at.owner, repo: at.name, request } })
    }
    try {
      return await abortable(async () => {
        try {
          return await attempt()
        } catch (error) {
          if (!hasStatus(error, 401) || !this.#credentials.forget(at, scope)) throw error
          return await attempt()
        }
      }, signal)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw mapError(error, {
        repository: `${at.owner}/${at.name}`,
        doing,
        identity: this.#credentials.kind,
        now: this.#dependencies.clock.now(),
      })
    }
  }
}

/** The client reads a body that breaks off as an empty one: an empty diff is believed only when nothing changed. */
async function requireNoChanges({ client, at }: GithubCall, number: number): Promise<void> {
  const { data } = await client.rest.pulls.get({ ...at, pull_number: number })
  if (data.changed_files === 0) return
  throw new DocentError('git_host_failed', 'GitHub sent an empty diff for a pull request with changes.', {
    isRetryable: true,
  })
}

/** GitHub folds the role `maintain` into `write`. A person who never worked on a private repository is a 404. */
async function mayWrite(client: Octokit, at: GithubCall['at'], login: string): Promise<boolean> {
  try {
    const { data } = await client.rest.repos.getCollaboratorPermissionLevel({ ...at, username: login })
    return data.permission === 'admin' || data.permission === 'write'
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
    await client.rest.repos.get(at)
    return false
  }
}
