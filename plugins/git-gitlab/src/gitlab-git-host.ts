import { DocentError, defined, type PullRequestDraft } from '@docent/core/plugin'
import {
  type CreatedPull,
  type GitHostDependencies,
  type HostCall,
  type HostPull,
  HostRefusal,
  type HostRepository,
  isSameText,
  isStandardWebhook,
  type PullChange,
  type PullQuery,
  type RefusalRule,
  TokenGitHost,
} from '@docent/git-host'
import { z } from 'zod'
import { type GitlabCall, gitlabCall } from './gitlab-client.ts'
import { draftTitles, readPull } from './gitlab-pull.ts'
import { type GitlabSettings, VARIABLES } from './options.ts'
import { discussionOf, events, kindOf } from './parse-webhook.ts'

const WORDS = {
  vendor: 'GitLab',
  pull: 'merge request',
  repository: 'project',
  path: 'GROUP/NAME',
  plugin: 'git-gitlab',
  variables: VARIABLES,
  grant: () => 'give them the role Developer or higher',
}

const REFUSALS: readonly RefusalRule[] = [
  {
    status: 405,
    says: /moved/i,
    mend: (project) =>
      `The project ${project} was moved or renamed: set its new URL as the project's repository.`,
  },
]

/** Access level of the role Developer, the lowest that pushes: https://docs.gitlab.com/api/members/#roles. */
const DEVELOPER = 30

const Member = z.object({ access_level: z.number() })
const Project = z.object({
  default_branch: z.string().nullish(),
  archived: z.boolean().nullish(),
  permissions: z.object({ project_access: Member.nullish(), group_access: Member.nullish() }).nullish(),
})
const Self = z.object({ id: z.number(), is_admin: z.boolean().nullish() })
const User = z.object({ bot: z.boolean().nullish() })
const Users = z.array(z.object({ id: z.number(), username: z.string() }))
const Note = z.object({ id: z.number(), body: z.string().nullish() })

/** Projects and merge requests on gitlab.com or a self-managed GitLab, through the REST API. Never pushes. */
export class GitlabGitHost extends TokenGitHost<GitlabCall, GitlabSettings> {
  constructor(settings: GitlabSettings, dependencies: GitHostDependencies) {
    const { baseUrl, webhookSecret, webhookSigningToken } = settings
    const isPlain = webhookSecret !== undefined && webhookSigningToken === undefined
    super(
      {
        capabilities: {
          editPath: '/-/edit/{branch}/{path}',
          codePaths: { line: '/-/blob/{commit}/{path}#L{line}', commit: '/-/commit/{commit}' },
        },
        pullRequestTemplates: ['.gitlab/merge_request_templates/Default.md'],
        words: WORDS,
        urls: { webUrl: baseUrl, names: { least: 2, most: Number.POSITIVE_INFINITY } },
        draftTitles,
        refusals: REFUSALS,
        scopes: 'api and write_repository',
        branchRules: 'Settings > Repository > Protected branches',
        webhooks: {
          secret: webhookSigningToken,
          ...(isPlain ? {} : { option: 'webhookSigningToken (GITLAB_WEBHOOK_SIGNING_TOKEN)' }),
          at: 'GitLab',
          event: ['x-gitlab-event'],
          // The key stays the same when GitLab sends a delivery again.
          delivery: ['idempotency-key', 'x-gitlab-event-uuid'],
          isSigned: (headers, body, secret) =>
            isPlain
              ? isSameText(headers.get('x-gitlab-token') ?? '', secret)
              : isStandardWebhook(headers, { secret, body, now: dependencies.clock.now() }),
          events,
          kindOf,
        },
      },
      settings,
      dependencies,
      [webhookSigningToken],
    )
  }

  protected override begin(call: HostCall): GitlabCall {
    return gitlabCall(call, { ...this.settings, token: this.token }, this.client)
  }

  protected override async readRepository({ api, repository }: GitlabCall): Promise<HostRepository> {
    const project = Project.parse(await api.Projects.show(repository))
    const { default_branch: branch, archived, permissions } = project
    const levels = [permissions?.project_access, permissions?.group_access]
    const isDeveloper = levels.some((member) => (member?.access_level ?? 0) >= DEVELOPER)
    return {
      defaultBranch: branch ?? undefined,
      frozen: archived ? 'archived' : undefined,
      // Neither tells of groups that the project is shared with, nor of administrators.
      mayPush: isDeveloper || undefined,
    }
  }

  protected override async mayPush(call: GitlabCall): Promise<boolean> {
    const { id, is_admin: isAdmin } = Self.parse(await call.api.Users.showCurrentUser())
    return isAdmin === true || this.#isDeveloper(call, id)
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
        'This GitLab cannot show raw diffs. Upgrade it to 17.10 or later.',
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

  /** A bot's comment never asks for work. */
  protected override async mayWrite(call: GitlabCall, userId: string): Promise<boolean> {
    if (!(await this.#isDeveloper(call, Number(userId)))) return false
    return User.parse(await call.api.Users.show(Number(userId))).bot !== true
  }

  /** Inherited and shared roles count. */
  async #isDeveloper(call: GitlabCall, userId: number): Promise<boolean> {
    const { api, repository } = call
    const found = await this.present(call, () =>
      api.ProjectMembers.show(repository, userId, { includeInherited: true }),
    )
    return found !== undefined && Member.parse(found).access_level >= DEVELOPER
  }

  /** GitLab asks for numbers of reviewers. */
  async #reviewers(call: GitlabCall, reviewers: readonly string[]) {
    const ids: number[] = []
    const refused: string[] = []
    for (const username of reviewers) {
      const ask = async () => {
        const found = Users.parse(await call.api.Users.all({ username }))
        const user = found.find((each) => each.username.toLowerCase() === username.toLowerCase())
        if (user) return ids.push(user.id)
        this.dependencies.logger.warn({ username }, 'GitLab knows no such reviewer')
        return refused.push(`reviewer ${username}`)
      }
      const tolerated = [400, 401, 403, 404, 422]
      refused.push(...(await this.askFor(call, { what: 'reviewer', names: [username], tolerated, ask })))
    }
    return { ids, refused }
  }
}
