import {
  DocentError,
  defined,
  GitHostMisconfigured,
  type GitRemote,
  type Logger,
  type PullRequestDraft,
  type RemoteRequest,
} from '@docent/core'
import {
  type CreatedPull,
  type HostCall,
  HostClient,
  type HostClientDependencies,
  type HostPull,
  HostRefusal,
  isSameText,
  isStandardWebhook,
  PULL_REQUEST_TEMPLATES,
  type PullChange,
  type PullQuery,
  RestGitHost,
} from '@docent/git-host'
import { z } from 'zod'
import { findReviewers } from './find-reviewers.ts'
import { type GitlabCall, gitlabCall } from './gitlab-client.ts'
import { draftTitles, readPull } from './gitlab-pull.ts'
import { mapError } from './map-error.ts'
import type { GitlabSettings } from './options.ts'
import { discussionOf, parseWebhook } from './parse-webhook.ts'
import { DEVELOPER, requirePush, roleOf } from './require-push.ts'

const NO_TOKEN =
  'Make a token with the scopes api and write_repository and the role Developer, and set it as GITLAB_TOKEN (`token` of git-gitlab).'

const Project = z.object({ default_branch: z.string().nullish() })
const User = z.object({ bot: z.boolean().nullish() })
const Note = z.object({ id: z.number(), body: z.string().nullish() })
/** GitLab says what is wrong in one of these, as a text, a list, or lists by field. */
const ErrorBody = z.object({
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  error_description: z.unknown().optional(),
})

export interface GitlabGitHostDependencies extends HostClientDependencies {
  logger: Logger
}

/** Projects and merge requests on gitlab.com or a self-managed GitLab, through the REST API. Never pushes. */
export class GitlabGitHost extends RestGitHost<GitlabCall> {
  readonly #settings: GitlabSettings
  readonly #dependencies: GitlabGitHostDependencies
  readonly #client: HostClient

  constructor(settings: GitlabSettings, dependencies: GitlabGitHostDependencies) {
    const { name, baseUrl, token, webhookSecret, webhookSigningToken } = settings
    const webhooks = (webhookSecret ?? webhookSigningToken) !== undefined
    super({
      name,
      capabilities: {
        draftPullRequests: true,
        editPath: '/-/edit/{branch}/{path}',
        forks: false,
        webhooks,
        pullRequestTemplates: ['.gitlab/merge_request_templates/Default.md', ...PULL_REQUEST_TEMPLATES],
      },
      words: { vendor: 'GitLab', pull: 'merge request', repository: 'project', path: 'GROUP/NAME' },
      urls: { webUrl: baseUrl, names: { least: 2, most: Number.POSITIVE_INFINITY } },
      draftTitles,
    })
    this.#settings = settings
    this.#dependencies = dependencies
    const secrets = [token, webhookSecret, webhookSigningToken]
    this.#client = new HostClient({ ...settings, secrets, messageOf }, dependencies)
  }

  protected override begin(call: HostCall): GitlabCall {
    return gitlabCall(call, { ...this.#settings, token: this.#token() }, this.#client)
  }

  protected override readRepository({ projects, repository }: GitlabCall): Promise<unknown> {
    return projects.show(repository)
  }

  protected override async readDefaultBranch({ projects, repository }: GitlabCall): Promise<string> {
    const { default_branch: branch } = Project.parse(await projects.show(repository))
    if (branch != null) return branch
    throw new GitHostMisconfigured(
      `The project ${repository} has no default branch that this token may see: push a first commit, and give the token's user the role Developer or higher.`,
    )
  }

  protected override requirePush(call: GitlabCall): Promise<void> {
    return requirePush(call, (userId) => this.present(call, () => roleOf(call, userId)))
  }

  /** GitLab has no narrower token than the configured one, so that the access changes nothing in it. */
  protected override makeRemote(project: string, { access }: RemoteRequest): GitRemote {
    const url = `${this.#settings.baseUrl}/${project}.git`
    if (access === 'read' && this.#settings.token === undefined) return { url, advice: NO_TOKEN }
    return { url, credentials: { username: 'oauth2', password: this.#token() } }
  }

  protected override async listPulls(call: GitlabCall, query: PullQuery): Promise<HostPull[]> {
    const pulls: unknown[] = await call.mergeRequests.all({
      projectId: call.repository,
      scope: 'all',
      sourceBranch: query.branch,
      orderBy: 'created_at',
      sort: 'desc',
      perPage: 100,
      ...(query.state === 'open' ? { state: 'opened' as const } : {}),
      ...defined({ targetBranch: query.base }),
    })
    return pulls.map(readPull)
  }

  protected override async readPull(call: GitlabCall, number: number): Promise<HostPull> {
    return readPull(await call.mergeRequests.show(call.repository, number))
  }

  protected override async createPull(call: GitlabCall, draft: PullRequestDraft): Promise<CreatedPull> {
    const { branch, base, title, body: description } = draft
    // GitLab opens merge requests of branches that are not there, which nobody could merge.
    await this.requireBranches(call, draft, (name) => call.branches.show(call.repository, name))
    const { ids, refused } = await findReviewers(call, draft.reviewers ?? [], this.#dependencies.logger)
    const reviewerIds = ids.length === 0 ? undefined : ids
    const labels = draft.labels?.length ? draft.labels.join(',') : undefined
    const more = { description, ...defined({ labels, reviewerIds }) }
    try {
      const made = await call.mergeRequests.create(call.repository, branch, base, title, more)
      return { pull: readPull(made), refused }
    } catch (error) {
      if (HostRefusal.has(error, 409)) return { pull: undefined, refused }
      throw error
    }
  }

  protected override async editPull(
    call: GitlabCall,
    number: number,
    { title, body: description, state }: PullChange,
  ): Promise<HostPull> {
    const stateEvent = state && (state === 'open' ? ('reopen' as const) : ('close' as const))
    const change = defined({ title, description, stateEvent })
    return readPull(await call.mergeRequests.edit(call.repository, number, change))
  }

  protected override async readDiff(call: GitlabCall, number: number): Promise<string> {
    const endpoint = `projects/${encodeURIComponent(call.repository)}/merge_requests/${number}/raw_diffs`
    try {
      // The client has no method for it yet.
      return String((await call.mergeRequests.requester.get(endpoint)).body)
    } catch (error) {
      if (!HostRefusal.has(error, 404)) throw error
      await this.requirePull(call, number)
      throw new DocentError(
        'git_host_failed',
        'This GitLab cannot show raw diffs: it must be 17.10 or newer.',
      )
    }
  }

  protected override async postComment(
    call: GitlabCall,
    number: number,
    { body, replyTo }: { body: string; replyTo?: string },
  ): Promise<void> {
    const { notes, discussions, repository } = call
    const discussion = replyTo === undefined ? undefined : discussionOf(replyTo)
    const posted: unknown =
      discussion === undefined
        ? await notes.create(repository, number, body)
        : await discussions.addNote(repository, number, discussion, body).catch(async (error) => {
            if (!HostRefusal.has(error, 404)) throw error
            await this.requirePull(call, number)
            const message = `Merge request ${number} of ${repository} has no such discussion.`
            throw new DocentError('not_found', message)
          })
    Note.parse(posted)
  }

  /** The list has the notes of the conversation and of all discussions. */
  protected override async listComments(call: GitlabCall, number: number): Promise<string[]> {
    const notes: unknown[] = await call.notes.all(call.repository, number, { perPage: 100 })
    return notes.map((note) => Note.parse(note).body ?? '')
  }

  protected override verifyWebhook(headers: ReadonlyMap<string, string>, body: Uint8Array): void {
    const { webhookSecret: secret, webhookSigningToken: signingToken } = this.#settings
    if (signingToken !== undefined) {
      const now = this.#dependencies.clock.now()
      if (isStandardWebhook(headers, { secret: signingToken, body, now })) return
      throw new DocentError(
        'unauthorized',
        'The webhook is not signed with the configured token, or too old: compare webhookSigningToken (GITLAB_WEBHOOK_SIGNING_TOKEN) with the signing token in GitLab, and the clocks of both machines.',
      )
    }
    if (secret === undefined) {
      throw new DocentError(
        'configuration',
        'Webhooks of GitLab need a secret: set webhookSigningToken of git-gitlab (GITLAB_WEBHOOK_SIGNING_TOKEN), or webhookSecret (GITLAB_WEBHOOK_SECRET), and the same one in GitLab.',
      )
    }
    if (isSameText(headers.get('x-gitlab-token') ?? '', secret)) return
    throw new DocentError(
      'unauthorized',
      'The webhook was signed with a different secret. Compare webhookSecret (GITLAB_WEBHOOK_SECRET) with the secret token in GitLab.',
    )
  }

  protected override parseWebhook(headers: ReadonlyMap<string, string>, payload: unknown) {
    // The key stays the same when GitLab sends a delivery again.
    const deliveryId = headers.get('idempotency-key') ?? headers.get('x-gitlab-event-uuid') ?? ''
    const { kind, parsed } = parseWebhook(deliveryId, payload)
    return { parsed, event: headers.get('x-gitlab-event') || kind, deliveryId }
  }

  /** Inherited and shared roles count; a bot's comment never asks for work. */
  protected override async mayWrite(call: GitlabCall, userId: string): Promise<boolean> {
    const level = await this.present(call, () => roleOf(call, Number(userId)))
    if ((level ?? 0) < DEVELOPER) return false
    return User.parse(await call.users.show(Number(userId))).bot !== true
  }

  #token(): string {
    const { token } = this.#settings
    if (token !== undefined) return token
    throw new GitHostMisconfigured(`GitLab needs a token for this. ${NO_TOKEN}`)
  }

  protected override mapError(error: unknown, project: string, doing: string): DocentError {
    return mapError(error, { project, doing, now: this.#dependencies.clock.now() })
  }
}

function messageOf(body: unknown): string {
  const { message, error, error_description: description } = ErrorBody.parse(body)
  return [message, error, description]
    .filter((part) => part !== undefined && part !== null)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(': ')
}
