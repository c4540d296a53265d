import {
  type CallOptions,
  DocentError,
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
import { type GitlabCall, gitlabClient } from './gitlab-client.ts'
import { toPullRequest } from './gitlab-pull.ts'
import { GitlabTransport, type GitlabTransportDependencies } from './gitlab-transport.ts'
import { mapError } from './map-error.ts'
import { openPull } from './open-pull.ts'
import type { GitlabSettings } from './options.ts'
import { discussionOf } from './parse-webhook.ts'
import { projectPath } from './project-path.ts'
import { hasComment } from './read-comments.ts'
import { findPull, listPulls, requirePull } from './read-pulls.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { DEVELOPER, requirePush, roleOf } from './require-push.ts'
import { updatePull } from './update-pull.ts'

const Project = z.object({ default_branch: z.string().nullish() })
const User = z.object({ bot: z.boolean().nullish() })

export interface GitlabGitHostDependencies extends GitlabTransportDependencies {
  logger: Logger
}

/** Projects and merge requests on gitlab.com or a self-managed GitLab, through the REST API. Never pushes. */
export class GitlabGitHost implements GitHost {
  readonly name: string
  readonly capabilities: GitHostCapabilities
  readonly #settings: GitlabSettings
  readonly #dependencies: GitlabGitHostDependencies
  readonly #transport: GitlabTransport

  constructor(settings: GitlabSettings, dependencies: GitlabGitHostDependencies) {
    const webhooks = (settings.webhookSecret ?? settings.webhookSigningToken) !== undefined
    this.name = settings.name
    this.capabilities = { draftPullRequests: true, forks: false, webhooks }
    this.#settings = settings
    this.#dependencies = dependencies
    this.#transport = new GitlabTransport(settings, dependencies)
  }

  matches(repository: string): boolean {
    return projectPath(repository, this.#settings.baseUrl) !== undefined
  }

  /**
   * GitLab has no narrower token than the configured one, so that `access` changes nothing in it; to write, its user
   * must be allowed to push.
   */
  async remote(repository: string, options: CallOptions & { access: 'read' | 'write' }): Promise<GitRemote> {
    const project = this.#locate(repository)
    options.signal?.throwIfAborted()
    if (options.access === 'write') await this.#call(repository, 'push', options, requirePush)
    return {
      url: `${this.#settings.baseUrl}/${project}.git`,
      credentials: { username: 'oauth2', password: this.#token() },
    }
  }

  defaultBranch(repository: string, options?: CallOptions): Promise<string> {
    return this.#call(repository, 'read the default branch', options, async ({ client, project }) => {
      const { default_branch: branch } = Project.parse(await client.projects.show(project))
      if (branch != null) return branch
      throw new GitHostMisconfigured(
        `The project ${project} has no default branch that this token may see: push a first commit, and give the token's user the role Developer or higher.`,
      )
    })
  }

  findPullRequests(repository: string, branch: string, options?: CallOptions): Promise<PullRequest[]> {
    return this.#call(repository, 'list merge requests', options, async (call) =>
      (await listPulls(call, { branch })).map(toPullRequest),
    )
  }

  pullRequest(repository: string, number: number, options?: CallOptions): Promise<PullRequest | undefined> {
    return this.#call(repository, 'read a merge request', options, async (call) => {
      const found = await findPull(call, number)
      return found && toPullRequest(found)
    })
  }

  openPullRequest(
    repository: string,
    draft: PullRequestDraft,
    options?: CallOptions,
  ): Promise<OpenedPullRequest> {
    return this.#call(repository, 'open a merge request', options, (call) =>
      openPull(call, draft, this.#dependencies.logger),
    )
  }

  updatePullRequest(
    repository: string,
    number: number,
    patch: PullRequestPatch,
    options?: CallOptions,
  ): Promise<PullRequest> {
    return this.#call(repository, 'update a merge request', options, (call) =>
      updatePull(call, number, patch),
    )
  }

  diff(repository: string, number: number, options?: CallOptions): Promise<string> {
    return this.#call(repository, 'read the diff of a merge request', options, async (call) => {
      const endpoint = `projects/${encodeURIComponent(call.project)}/merge_requests/${number}/raw_diffs`
      try {
        // The client has no method for it yet.
        return String((await call.client.mergeRequests.requester.get(endpoint)).body)
      } catch (error) {
        if (!HostRefusal.has(error, 404)) throw error
        await requirePull(call, number)
        throw new DocentError(
          'git_host_failed',
          'This GitLab cannot show raw diffs: it must be 17.10 or newer.',
        )
      }
    })
  }

  comment(
    repository: string,
    number: number,
    comment: { body: string; replyTo?: string },
    options?: CallOptions,
  ): Promise<void> {
    const work = async (call: GitlabCall): Promise<void> => {
      const { client, project } = call
      const discussion = comment.replyTo === undefined ? undefined : discussionOf(comment.replyTo)
      try {
        if (discussion === undefined) await client.notes.create(project, number, comment.body)
        else await client.discussions.addNote(project, number, discussion, comment.body)
      } catch (error) {
        if (!HostRefusal.has(error, 404)) throw error
        await requirePull(call, number)
        throw new DocentError('not_found', `Merge request ${number} of ${project} has no such discussion.`)
      }
    }
    // Sent once: a second attempt after a lost reply would be a second comment.
    return this.#call(repository, 'comment on a merge request', options, work, 0)
  }

  hasComment(
    repository: string,
    number: number,
    comment: { text: string; replyTo?: string },
    options?: CallOptions,
  ): Promise<boolean> {
    return this.#call(repository, 'read the comments of a merge request', options, (call) =>
      hasComment(call, number, comment.text),
    )
  }

  async webhook(
    request: { headers: Readonly<Record<string, string>>; body: Uint8Array },
    options?: CallOptions,
  ): Promise<HostWebhook> {
    const now = this.#dependencies.clock.now()
    return receiveWebhook(request, this.#settings, now, (repository, userId) =>
      this.#call(repository, 'read the role of a commenter', options, (call) => mayWrite(call, userId)),
    )
  }

  #locate(repository: string): string {
    const { baseUrl } = this.#settings
    const project = projectPath(repository, baseUrl)
    if (project !== undefined) return project
    throw new GitHostMisconfigured(
      `${baseUrl} has no project under the URL of this project: it must look like ${baseUrl}/GROUP/NAME.`,
    )
  }

  #token(): string {
    const { token } = this.#settings
    if (token !== undefined) return token
    throw new GitHostMisconfigured(
      'No GitLab token is configured: make one with the scopes api and write_repository and the role Developer, and set it as `token` of git-gitlab (GITLAB_TOKEN).',
    )
  }

  async #call<T>(
    repository: string,
    doing: string,
    options: CallOptions | undefined,
    work: (call: GitlabCall) => Promise<T>,
    retries: number = this.#settings.retries,
  ): Promise<T> {
    const project = this.#locate(repository)
    const token = this.#token()
    const signal = options?.signal
    signal?.throwIfAborted()
    try {
      const client = gitlabClient({ ...this.#settings, token }, this.#transport, { retries, signal })
      return await work({ client, project })
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw mapError(error, { project, doing, now: this.#dependencies.clock.now() })
    }
  }
}

/** Inherited and shared roles count; a bot's comment never asks for work. */
async function mayWrite(call: GitlabCall, userId: number): Promise<boolean> {
  if (((await roleOf(call, userId)) ?? 0) < DEVELOPER) return false
  return User.parse(await call.client.users.show(userId)).bot !== true
}
