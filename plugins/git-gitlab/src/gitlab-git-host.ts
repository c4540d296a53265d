import { DocentError, defined, GitHostMisconfigured, type PullRequestDraft } from '@docent/core'
import {
  askForNames,
  type CreatedPull,
  type HostCall,
  type HostPull,
  HostRefusal,
  isSameText,
  isStandardWebhook,
  type PullChange,
  type PullQuery,
  type RefusalRule,
  TokenGitHost,
  type TokenGitHostDependencies,
} from '@docent/git-host'
import { z } from 'zod'
import { type GitlabCall, gitlabCall } from './gitlab-client.ts'
import { draftTitles, readPull } from './gitlab-pull.ts'
import { type GitlabSettings, VARIABLES } from './options.ts'
import { discussionOf, events, kindOf } from './parse-webhook.ts'
import { DEVELOPER, requirePush, roleOf } from './require-push.ts'

const ADVICE =
  'Make a token with the scopes api and write_repository and the role Developer, and set it as GITLAB_TOKEN (`token` of git-gitlab).'

const WORDS = {
  vendor: 'GitLab',
  pull: 'merge request',
  repository: 'project',
  path: 'GROUP/NAME',
  plugin: 'git-gitlab',
  variables: VARIABLES,
  access: () => "that the token's user is a member with the role Developer or higher",
}

const REFUSALS: readonly RefusalRule[] = [
  {
    status: 403,
    says: /insufficient_scope/,
    mend: (project, doing) =>
      `The token's scopes do not allow to ${doing} in ${project}: make one with the scopes api and write_repository, and set it as token of git-gitlab (GITLAB_TOKEN).`,
  },
  {
    status: 403,
    mend: (project, doing) =>
      `GitLab does not allow this token to ${doing} in ${project}: give its user the role Developer or higher, check that merge requests are enabled, that the project is not archived, and that no protected branch rule covers Docent's branches (Settings > Repository > Protected branches).`,
  },
  {
    status: 405,
    says: /moved/i,
    mend: (project) =>
      `The project ${project} was moved or renamed: set its new URL as the project's repository.`,
  },
]

const Project = z.object({ default_branch: z.string().nullish() })
const User = z.object({ bot: z.boolean().nullish() })
const Users = z.array(z.object({ id: z.number(), username: z.string() }))
const Note = z.object({ id: z.number(), body: z.string().nullish() })

/** Projects and merge requests on gitlab.com or a self-managed GitLab, through the REST API. Never pushes. */
export class GitlabGitHost extends TokenGitHost<GitlabCall, GitlabSettings> {
  constructor(settings: GitlabSettings, dependencies: TokenGitHostDependencies) {
    const { baseUrl, webhookSecret, webhookSigningToken } = settings
    const secret = webhookSigningToken ?? webhookSecret
    super(
      {
        capabilities: { editPath: '/-/edit/{branch}/{path}' },
        pullRequestTemplates: ['.gitlab/merge_request_templates/Default.md'],
        words: WORDS,
        urls: { webUrl: baseUrl, names: { least: 2, most: Number.POSITIVE_INFINITY } },
        draftTitles,
        refusals: REFUSALS,
        webhooks: {
          secret,
          option:
            webhookSecret !== undefined && webhookSigningToken === undefined
              ? 'webhookSecret (GITLAB_WEBHOOK_SECRET)'
              : 'webhookSigningToken (GITLAB_WEBHOOK_SIGNING_TOKEN)',
          at: 'GitLab',
          event: ['x-gitlab-event'],
          // The key stays the same when GitLab sends a delivery again.
          delivery: ['idempotency-key', 'x-gitlab-event-uuid'],
          isSigned: (headers, body, secret) =>
            webhookSigningToken === undefined
              ? isSameText(headers.get('x-gitlab-token') ?? '', secret)
              : isStandardWebhook(headers, { secret, body, now: dependencies.clock.now() }),
          events,
          kindOf,
        },
        advice: ADVICE,
      },
      settings,
      dependencies,
      [webhookSigningToken],
    )
  }

  protected override begin(call: HostCall): GitlabCall {
    return gitlabCall(call, { ...this.settings, token: this.token }, this.client)
  }

  protected override readRepository({ api, repository }: GitlabCall): Promise<unknown> {
    return api.Projects.show(repository)
  }

  protected override async readDefaultBranch({ api, repository }: GitlabCall): Promise<string> {
    const { default_branch: branch } = Project.parse(await api.Projects.show(repository))
    if (branch != null) return branch
    throw new GitHostMisconfigured(
      `The project ${repository} has no default branch that this token may see: push a first commit, and give the token's user the role Developer or higher.`,
    )
  }

  protected override requirePush(call: GitlabCall): Promise<void> {
    return requirePush(call, (userId) => this.present(call, () => roleOf(call, userId)))
  }

  protected override async listPulls(call: GitlabCall, query: PullQuery): Promise<HostPull[]> {
    const pulls: unknown[] = await call.api.MergeRequests.all({
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
    return readPull(await call.api.MergeRequests.show(call.repository, number))
  }

  protected override async createPull(call: GitlabCall, draft: PullRequestDraft): Promise<CreatedPull> {
    const { branch, base, title, body: description } = draft
    // GitLab opens merge requests of branches that are not there, which nobody could merge.
    await this.requireBranches(call, draft, (name) => call.api.Branches.show(call.repository, name))
    const { ids, refused } = await this.#reviewers(call, draft.reviewers ?? [])
    const reviewerIds = ids.length === 0 ? undefined : ids
    const labels = draft.labels?.length ? draft.labels.join(',') : undefined
    const more = { description, ...defined({ labels, reviewerIds }) }
    try {
      const made = await call.api.MergeRequests.create(call.repository, branch, base, title, more)
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
    return readPull(await call.api.MergeRequests.edit(call.repository, number, change))
  }

  protected override async readDiff(call: GitlabCall, number: number): Promise<string> {
    const endpoint = `projects/${encodeURIComponent(call.repository)}/merge_requests/${number}/raw_diffs`
    try {
      // The client has no method for it yet.
      return String((await call.api.MergeRequests.requester.get(endpoint)).body)
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
    const { api, repository } = call
    const discussion = replyTo === undefined ? undefined : discussionOf(replyTo)
    const posted: unknown =
      discussion === undefined
        ? await api.MergeRequestNotes.create(repository, number, body)
        : await api.MergeRequestDiscussions.addNote(repository, number, discussion, body).catch(
            async (error) => {
              if (!HostRefusal.has(error, 404)) throw error
              await this.requirePull(call, number)
              const message = `Merge request ${number} of ${repository} has no such discussion.`
              throw new DocentError('not_found', message)
            },
          )
    Note.parse(posted)
  }

  /** The list has the notes of the conversation and of all discussions. */
  protected override async listComments(call: GitlabCall, number: number): Promise<string[]> {
    const notes: unknown[] = await call.api.MergeRequestNotes.all(call.repository, number, { perPage: 100 })
    return notes.map((note) => Note.parse(note).body ?? '')
  }

  /** Inherited and shared roles count; a bot's comment never asks for work. */
  protected override async mayWrite(call: GitlabCall, userId: string): Promise<boolean> {
    const level = await this.present(call, () => roleOf(call, Number(userId)))
    if ((level ?? 0) < DEVELOPER) return false
    return User.parse(await call.api.Users.show(Number(userId))).bot !== true
  }

  /** GitLab asks for numbers of reviewers. */
  async #reviewers({ api, repository }: GitlabCall, reviewers: readonly string[]) {
    const ids: number[] = []
    const refused: string[] = []
    const { logger } = this
    const common = { what: 'reviewer', tolerated: [400, 401, 403, 404, 422], about: { repository } } as const
    for (const username of reviewers) {
      const request = { ...common, names: [username], vendor: WORDS.vendor, logger }
      const none = await askForNames(request, async () => {
        const found = Users.parse(await api.Users.all({ username }))
        const user = found.find((each) => each.username.toLowerCase() === username.toLowerCase())
        if (user) return ids.push(user.id)
        logger.warn({ repository, username }, 'GitLab knows no such reviewer')
        return refused.push(`reviewer ${username}`)
      })
      refused.push(...none)
    }
    return { ids, refused }
  }
}
