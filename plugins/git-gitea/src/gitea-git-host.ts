import {
  type CallOptions,
  type GitHost,
  type GitHostCapabilities,
  GitHostMisconfigured,
  type GitRemote,
  HostRefusal,
  type HostWebhook,
  type Logger,
  type OpenedPullRequest,
  type PullRequest,
  type PullRequestDraft,
  type PullRequestPatch,
} from '@docent/core'
import { z } from 'zod'
import { GiteaApi } from './gitea-api.ts'
import { toPullRequest } from './gitea-pull.ts'
import { GiteaTransport, type GiteaTransportDependencies } from './gitea-transport.ts'
import { mapError } from './map-error.ts'
import { openPull } from './open-pull.ts'
import type { GiteaSettings } from './options.ts'
import { hasComment } from './read-comments.ts'
import { findPull, listPulls, present, requirePull } from './read-pulls.ts'
import { readReview } from './read-review.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { locateRepository, type RepositoryLocation } from './repository-location.ts'
import { requirePush } from './require-push.ts'
import { updatePull } from './update-pull.ts'

const Repository = z.object({ default_branch: z.string() })
const Permission = z.object({ permission: z.string() })

export interface GiteaGitHostDependencies extends GiteaTransportDependencies {
  logger: Logger
}

/** Repositories and pull requests on a Gitea or Forgejo server, through the REST API. Never pushes. */
export class GiteaGitHost implements GitHost {
  readonly name: string
  readonly capabilities: GitHostCapabilities
  readonly #settings: GiteaSettings
  readonly #logger: Logger
  readonly #now: () => number
  readonly #transport: GiteaTransport

  constructor(settings: GiteaSettings, dependencies: GiteaGitHostDependencies) {
    this.name = settings.name
    this.capabilities = {
      draftPullRequests: true,
      forks: false,
      webhooks: settings.webhookSecret !== undefined,
    }
    this.#settings = settings
    this.#logger = dependencies.logger
    this.#now = () => dependencies.clock.now()
    this.#transport = new GiteaTransport(settings, dependencies)
  }

  matches(repository: string): boolean {
    return locateRepository(repository, this.#settings.baseUrl) !== undefined
  }

  /**
   * The hosts have no narrower token than the configured one, so that `access` changes nothing in it; to write, its
   * user must be allowed to push.
   */
  async remote(repository: string, options: CallOptions & { access: 'read' | 'write' }): Promise<GitRemote> {
    const { owner, name } = this.#locate(repository)
    options.signal?.throwIfAborted()
    if (options.access === 'write') await this.#call(repository, 'push', options, requirePush)
    return {
      url: `${this.#settings.baseUrl}/${owner}/${name}.git`,
      credentials: { username: 'oauth2', password: this.#token() },
    }
  }

  defaultBranch(repository: string, options?: CallOptions): Promise<string> {
    return this.#call(repository, 'read the default branch', options, async (api) => {
      return Repository.parse(await api.get('')).default_branch
    })
  }

  findPullRequests(repository: string, branch: string, options?: CallOptions): Promise<PullRequest[]> {
    return this.#call(repository, 'list pull requests', options, async (api) =>
      (await listPulls(api, { branch, state: 'all' })).map(toPullRequest),
    )
  }

  pullRequest(repository: string, number: number, options?: CallOptions): Promise<PullRequest | undefined> {
    return this.#call(repository, 'read a pull request', options, async (api) => {
      const found = await findPull(api, number)
      return found && toPullRequest(found)
    })
  }

  openPullRequest(
    repository: string,
    draft: PullRequestDraft,
    options?: CallOptions,
  ): Promise<OpenedPullRequest> {
    const { draftPrefix } = this.#settings
    return this.#call(repository, 'open a pull request', options, (api) =>
      openPull(api, draft, { draftPrefix, logger: this.#logger }),
    )
  }

  updatePullRequest(
    repository: string,
    number: number,
    patch: PullRequestPatch,
    options?: CallOptions,
  ): Promise<PullRequest> {
    return this.#call(repository, 'update a pull request', options, (api) =>
      updatePull(api, number, patch, this.#settings.draftPrefix),
    )
  }

  diff(repository: string, number: number, options?: CallOptions): Promise<string> {
    return this.#call(repository, 'read the diff of a pull request', options, async (api) => {
      try {
        return String(await api.get(`/pulls/${number}.diff`))
      } catch (error) {
        if (HostRefusal.has(error, 404)) await requirePull(api, number)
        throw error
      }
    })
  }

  /** Always in the conversation: the API knows no reply to a comment on a line. */
  comment(
    repository: string,
    number: number,
    comment: { body: string; replyTo?: string },
    options?: CallOptions,
  ): Promise<void> {
    const work = async (api: GiteaApi): Promise<void> => {
      try {
        await api.post(`/issues/${number}/comments`, { body: comment.body })
      } catch (error) {
        if (HostRefusal.has(error, 404)) await requirePull(api, number)
        throw error
      }
    }
    // Sent once: a second attempt after a lost reply would be a second comment.
    return this.#call(repository, 'comment on a pull request', options, work, 0)
  }

  /** Looks in the conversation, where every comment of ours is. */
  hasComment(
    repository: string,
    number: number,
    comment: { text: string; replyTo?: string },
    options?: CallOptions,
  ): Promise<boolean> {
    const work = (api: GiteaApi): Promise<boolean> => hasComment(api, number, comment.text)
    return this.#call(repository, 'read the comments of a pull request', options, work)
  }

  webhook(
    request: { headers: Readonly<Record<string, string>>; body: Uint8Array },
    options?: CallOptions,
  ): Promise<HostWebhook> {
    return receiveWebhook(request, this.#settings.webhookSecret, {
      mayWrite: (repository, login) =>
        this.#call(repository, 'read the role of a commenter', options, (api) => this.#mayWrite(api, login)),
      review: (repository, number, said) =>
        this.#call(repository, 'read a review', options, (api) => readReview(api, number, said)),
    })
  }

  /** Only administrators may ask about others: without an answer nobody's comment counts. */
  async #mayWrite(api: GiteaApi, login: string): Promise<boolean> {
    try {
      const path = `/collaborators/${encodeURIComponent(login)}/permission`
      const found = await present(api, async () => Permission.parse(await api.get(path)))
      return ['write', 'admin', 'owner'].includes(found?.permission ?? '')
    } catch (error) {
      if (!HostRefusal.has(error, 403)) throw error
      this.#logger.warn(
        { host: this.name, repository: api.repository },
        'The token may not read the permissions of commenters: make its user an administrator of the repository, or their comments stay unanswered',
      )
      return false
    }
  }

  #locate(repository: string): RepositoryLocation {
    const { baseUrl } = this.#settings
    const at = locateRepository(repository, baseUrl)
    if (at) return at
    throw new GitHostMisconfigured(
      `${baseUrl} has no repository under the URL of this project: it must look like ${baseUrl}/OWNER/NAME.`,
    )
  }

  #token(): string {
    const { token } = this.#settings
    if (token !== undefined) return token
    throw new GitHostMisconfigured(
      'No token of Gitea or Forgejo is configured: make one with the scopes write:repository and write:issue, and set it as `token` of git-gitea (GITEA_TOKEN).',
    )
  }

  async #call<T>(
    repository: string,
    doing: string,
    options: CallOptions | undefined,
    work: (api: GiteaApi) => Promise<T>,
    retries: number = this.#settings.retries,
  ): Promise<T> {
    const at = this.#locate(repository)
    const token = this.#token()
    const signal = options?.signal
    signal?.throwIfAborted()
    const { baseUrl } = this.#settings
    const api = new GiteaApi(
      at,
      { baseUrl, token, retries, ...(signal === undefined ? {} : { signal }) },
      this.#transport,
    )
    try {
      return await work(api)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw mapError(error, { repository: api.repository, doing, now: this.#now() })
    }
  }
}
