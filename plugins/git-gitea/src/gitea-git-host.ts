import { defined, GitHostMisconfigured, type HostWebhook, type PullRequestDraft } from '@docent/core'
import {
  askForNames,
  type CreatedPull,
  type HostCall,
  type HostPull,
  HostRefusal,
  isHexSignature,
  type PullChange,
  type PullQuery,
  type RefusalRule,
  RepositoryApi,
  TokenGitHost,
  type TokenGitHostDependencies,
} from '@docent/git-host'
import { z } from 'zod'
import { draftTitles, readPull } from './gitea-pull.ts'
import { type GiteaSettings, VARIABLES } from './options.ts'
import { events } from './parse-webhook.ts'
import { readReview } from './read-review.ts'

const ADVICE =
  'Make a token with the scopes write:repository and write:issue, and set it as GITEA_TOKEN (`token` of git-gitea).'

const WORDS = {
  vendor: 'The git host',
  product: 'Gitea or Forgejo',
  pull: 'pull request',
  repository: 'repository',
  path: 'OWNER/NAME',
  plugin: 'git-gitea',
  variables: VARIABLES,
  access: () => "that the token's user is a collaborator with the permission Write",
}

const REFUSALS: readonly RefusalRule[] = [
  {
    status: 403,
    says: /scope/i,
    mend: (repository, doing) =>
      `The token's scopes do not allow to ${doing} in ${repository}: make one with the scopes write:repository and write:issue, and set it as token of git-gitea (GITEA_TOKEN).`,
  },
  {
    status: 403,
    mend: (repository, doing) =>
      `The git host does not allow this token to ${doing} in ${repository}: make its user a collaborator with the permission Write, check that pull requests are enabled in the repository's settings, and that no branch protection rule covers Docent's branches.`,
  },
  {
    status: 423,
    mend: (repository) =>
      `The repository ${repository} is archived and cannot be changed: unarchive it in its settings.`,
  },
]

/** Statuses by which a label or a reviewer is refused. */
const TOLERATED = [400, 403, 404, 422]

const Repository = z.object({
  default_branch: z.string(),
  archived: z.boolean().nullish(),
  mirror: z.boolean().nullish(),
  permissions: z.object({ push: z.boolean().nullish() }).nullish(),
})
const Permission = z.object({ permission: z.string() })
const Posted = z.object({ id: z.number() })
const Comments = z.array(z.object({ body: z.string().nullish() })).nullable()
const Labels = z.array(z.object({ id: z.number(), name: z.string() }))

/** Repositories and pull requests on a Gitea or Forgejo server, through the REST API. Never pushes. */
export class GiteaGitHost extends TokenGitHost<RepositoryApi, GiteaSettings> {
  constructor(settings: GiteaSettings, dependencies: TokenGitHostDependencies) {
    const { baseUrl, draftPrefix, webhookSecret } = settings
    super(
      {
        capabilities: { editPath: '/_edit/{branch}/{path}' },
        pullRequestTemplates: ['.gitea/pull_request_template.md'],
        words: WORDS,
        urls: { webUrl: baseUrl },
        draftTitles: draftTitles(draftPrefix),
        refusals: REFUSALS,
        webhooks: {
          secret: webhookSecret,
          option: 'webhookSecret (GITEA_WEBHOOK_SECRET)',
          at: 'the webhook',
          event: ['x-forgejo-event', 'x-gitea-event'],
          delivery: ['x-forgejo-delivery', 'x-gitea-delivery'],
          isSigned: (headers, body, secret) =>
            // Forgejo sends both.
            isHexSignature(headers.get('x-forgejo-signature') ?? headers.get('x-gitea-signature'), {
              secret,
              body,
            }),
          events,
        },
        advice: ADVICE,
      },
      settings,
      dependencies,
    )
  }

  protected override begin(call: HostCall): RepositoryApi {
    const { baseUrl, retries } = this.settings
    const address = `${baseUrl}/api/v1/repos/{repository}`
    const headers = { authorization: `token ${this.token}` }
    return new RepositoryApi(call, { address, headers, retries }, this.client)
  }

  protected override readRepository(api: RepositoryApi): Promise<unknown> {
    return api.get('')
  }

  protected override async readDefaultBranch(api: RepositoryApi): Promise<string> {
    return Repository.parse(await api.get('')).default_branch
  }

  protected override async requirePush(api: RepositoryApi): Promise<void> {
    const { archived, mirror, permissions } = Repository.parse(await api.get(''))
    if (archived || mirror) {
      throw new GitHostMisconfigured(
        `The repository ${api.repository} is ${archived ? 'archived' : 'a mirror of another one'} and cannot be changed: ${archived ? 'unarchive it' : 'turn the mirror into a plain repository'}, or set the URL of another repository in the project.`,
      )
    }
    if (permissions?.push !== false) return
    throw new GitHostMisconfigured(
      `The user of the token may not push to ${api.repository}: make them a collaborator with the right to write.`,
    )
  }

  /** The hosts cannot filter by branch. */
  protected override async listPulls(api: RepositoryApi, { state }: PullQuery): Promise<HostPull[]> {
    return (await api.list('/pulls', { state })).map(readPull)
  }

  protected override async readPull(api: RepositoryApi, number: number): Promise<HostPull> {
    return readPull(await api.get(`/pulls/${number}`))
  }

  protected override async createPull(api: RepositoryApi, draft: PullRequestDraft): Promise<CreatedPull> {
    const { branch: head, base, body, title } = draft
    const { ids, refused } = await this.#labels(api, draft.labels ?? [])
    const labels = ids.length === 0 ? undefined : ids
    try {
      const made = await api.post('/pulls', { head, base, body, title, ...defined({ labels }) })
      return { pull: readPull(made), refused }
    } catch (error) {
      if (HostRefusal.has(error, 409)) return { pull: undefined, refused }
      if (HostRefusal.has(error, 404)) {
        await this.requireBranches(api, draft, (name) =>
          api.get(`/branches/${name.split('/').map(encodeURIComponent).join('/')}`),
        )
      }
      throw error
    }
  }

  /** One by one: a name that is refused takes the others with it. */
  protected override async decorate(
    api: RepositoryApi,
    number: number,
    draft: PullRequestDraft,
  ): Promise<string[]> {
    const refused: string[] = []
    for (const name of draft.reviewers ?? []) {
      // `owner/team` is a team, as on GitHub.
      const slash = name.indexOf('/')
      const asked = slash < 0 ? { reviewers: [name] } : { team_reviewers: [name.slice(slash + 1)] }
      const ask = () => api.post(`/pulls/${number}/requested_reviewers`, asked)
      refused.push(...(await this.#ask(api, 'reviewer', [name], ask)))
    }
    return refused
  }

  protected override async editPull(
    api: RepositoryApi,
    number: number,
    change: PullChange,
  ): Promise<HostPull> {
    return readPull(await api.patch(`/pulls/${number}`, change))
  }

  protected override async readDiff(api: RepositoryApi, number: number): Promise<string> {
    return String(await api.get(`/pulls/${number}.diff`))
  }

  /** Always in the conversation: the API knows no reply to a comment on a line. */
  protected override async postComment(
    api: RepositoryApi,
    number: number,
    { body }: { body: string },
  ): Promise<void> {
    Posted.parse(await api.post(`/issues/${number}/comments`, { body }))
  }

  /** All of them come at once: this list has no pages. Without comments it is null in some versions. */
  protected override async listComments(api: RepositoryApi, number: number): Promise<string[]> {
    const comments = Comments.parse(await api.get(`/issues/${number}/comments`)) ?? []
    return comments.map(({ body }) => body ?? '')
  }

  /** Only administrators may ask about others: without an answer nobody's comment counts. */
  protected override async mayWrite(api: RepositoryApi, login: string): Promise<boolean> {
    try {
      const path = `/collaborators/${encodeURIComponent(login)}/permission`
      const found = await this.present(api, async () => Permission.parse(await api.get(path)))
      return ['write', 'admin', 'owner'].includes(found?.permission ?? '')
    } catch (error) {
      if (!HostRefusal.has(error, 403)) throw error
      this.logger.warn(
        { host: this.name, repository: api.repository },
        'The token may not read the permissions of commenters: make its user an administrator of the repository, or their comments stay unanswered',
      )
      return false
    }
  }

  /** The delivery of a review has no comments on lines. */
  protected override async completeComment(
    api: RepositoryApi,
    comment: HostWebhook & { kind: 'comment' },
  ): Promise<HostWebhook | undefined> {
    if (!comment.isReview) return comment
    const review = await readReview(api, comment.number, { login: comment.author, content: comment.body })
    if (!review) return undefined
    const { id, ...text } = review
    return { ...comment, ...text, commentId: `review:${id}` }
  }

  /** Numbers of labels, which the hosts ask for. */
  async #labels(api: RepositoryApi, names: readonly string[]): Promise<{ ids: number[]; refused: string[] }> {
    let known: z.output<typeof Labels> = []
    const refused = await this.#ask(api, 'label', names, async () => {
      known = Labels.parse(await api.list('/labels'))
    })
    const ids = known.filter((label) => names.includes(label.name)).map((label) => label.id)
    const missing = names.filter((name) => !known.some((label) => label.name === name))
    if (refused.length > 0 || missing.length === 0) return { ids, refused }
    this.logger.warn({ repository: api.repository, labels: missing }, 'The git host knows no such labels')
    return { ids, refused: missing.map((name) => `label ${name}`) }
  }

  #ask(
    api: RepositoryApi,
    what: 'label' | 'reviewer',
    names: readonly string[],
    ask: () => Promise<unknown>,
  ) {
    const about = { repository: api.repository }
    const { logger } = this
    return askForNames({ what, names, tolerated: TOLERATED, about, vendor: WORDS.vendor, logger }, ask)
  }
}
