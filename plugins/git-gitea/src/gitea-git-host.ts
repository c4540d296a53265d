import { defined, type HostWebhook, type PullRequestDraft } from '@docent/core/plugin'
import {
  type CreatedPull,
  type GitHostDependencies,
  githubShapedRepository,
  type HostCall,
  type HostPull,
  HostRefusal,
  type HostRepository,
  hexSigned,
  type PullChange,
  type PullQuery,
  RepositoryApi,
  TokenGitHost,
} from '@docent/git-host'
import { z } from 'zod'
import { DRAFT_TITLES, readPull } from './gitea-pull.ts'
import { type GiteaSettings, VARIABLES } from './options.ts'
import { events } from './parse-webhook.ts'
import { readReview } from './read-review.ts'

const WORDS = {
  vendor: 'The git host',
  product: 'Gitea or Forgejo',
  pull: 'pull request',
  repository: 'repository',
  path: 'OWNER/NAME',
  plugin: 'git-gitea',
  variables: VARIABLES,
  grant: () => 'make them a collaborator with the permission Write',
}

/** Statuses by which a label or a reviewer is refused. */
const TOLERATED = [400, 403, 404, 422]

const Permission = z.object({ permission: z.string() })
const Posted = z.object({ id: z.number() })
const Comments = z.array(z.object({ body: z.string().nullish() })).nullable()
const Labels = z.array(z.object({ id: z.number(), name: z.string() }))

/** Repositories and pull requests on a Gitea or Forgejo server, through the REST API. Never pushes. */
export class GiteaGitHost extends TokenGitHost<RepositoryApi, GiteaSettings> {
  constructor(settings: GiteaSettings, dependencies: GitHostDependencies) {
    super(
      {
        capabilities: {
          editPath: '/_edit/{branch}/{path}',
          codePaths: { line: '/src/commit/{commit}/{path}#L{line}', commit: '/commit/{commit}' },
        },
        pullRequestTemplates: ['.gitea/pull_request_template.md'],
        words: WORDS,
        urls: { webUrl: settings.baseUrl },
        draftTitles: { ...DRAFT_TITLES, prefix: settings.draftPrefix },
        refusals: [],
        scopes: 'write:repository and write:issue',
        branchRules: 'the branch protection of the repository',
        webhooks: {
          at: 'the webhook',
          event: ['x-forgejo-event', 'x-gitea-event'],
          delivery: ['x-forgejo-delivery', 'x-gitea-delivery'],
          isSigned: hexSigned(['x-forgejo-signature', 'x-gitea-signature']),
          events,
        },
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

  protected override async readRepository(api: RepositoryApi): Promise<HostRepository> {
    return githubShapedRepository(await api.get(''))
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
      refused.push(
        ...(await this.askFor(api, { what: 'reviewer', names: [name], tolerated: TOLERATED, ask })),
      )
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
      this.dependencies.logger.warn(
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
    const ask = async () => {
      known = Labels.parse(await api.list('/labels'))
    }
    const refused = await this.askFor(api, { what: 'label', names, tolerated: TOLERATED, ask })
    const ids = known.filter((label) => names.includes(label.name)).map((label) => label.id)
    const missing = names.filter((name) => !known.some((label) => label.name === name))
    if (refused.length > 0 || missing.length === 0) return { ids, refused }
    this.dependencies.logger.warn(
      { repository: api.repository, labels: missing },
      'The git host knows no such labels',
    )
    return { ids, refused: missing.map((name) => `label ${name}`) }
  }
}
