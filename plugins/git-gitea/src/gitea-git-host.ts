import {
  type DocentError,
  defined,
  GitHostMisconfigured,
  type GitRemote,
  type HostWebhook,
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
  isHexSignature,
  PULL_REQUEST_TEMPLATES,
  type PullChange,
  type PullQuery,
  RestGitHost,
  requireSignature,
} from '@docent/git-host'
import { z } from 'zod'
import { labelIds, requestReviewers } from './decorate-pull.ts'
import { GiteaApi } from './gitea-api.ts'
import { draftTitles, readPull } from './gitea-pull.ts'
import { mapError } from './map-error.ts'
import type { GiteaSettings } from './options.ts'
import { parseWebhook } from './parse-webhook.ts'
import { readReview } from './read-review.ts'

const NO_TOKEN =
  'Make a token with the scopes write:repository and write:issue, and set it as GITEA_TOKEN (`token` of git-gitea).'

const WEBHOOKS = {
  vendor: 'Gitea and Forgejo',
  plugin: 'git-gitea',
  variable: 'GITEA_WEBHOOK_SECRET',
  at: 'the webhook',
}

const Repository = z.object({
  default_branch: z.string(),
  archived: z.boolean().nullish(),
  mirror: z.boolean().nullish(),
  permissions: z.object({ push: z.boolean().nullish() }).nullish(),
})
const Permission = z.object({ permission: z.string() })
const Posted = z.object({ id: z.number() })
const Comments = z.array(z.object({ body: z.string().nullish() })).nullable()
const ErrorBody = z.object({ message: z.string().nullish(), errors: z.array(z.string()).nullish() })

export interface GiteaGitHostDependencies extends HostClientDependencies {
  logger: Logger
}

/** Repositories and pull requests on a Gitea or Forgejo server, through the REST API. Never pushes. */
export class GiteaGitHost extends RestGitHost<GiteaApi> {
  readonly #settings: GiteaSettings
  readonly #dependencies: GiteaGitHostDependencies
  readonly #client: HostClient

  constructor(settings: GiteaSettings, dependencies: GiteaGitHostDependencies) {
    const { name, baseUrl, draftPrefix, webhookSecret, token } = settings
    super({
      name,
      capabilities: {
        draftPullRequests: true,
        editPath: '/_edit/{branch}/{path}',
        forks: false,
        webhooks: webhookSecret !== undefined,
        pullRequestTemplates: ['.gitea/pull_request_template.md', ...PULL_REQUEST_TEMPLATES],
      },
      words: { vendor: 'The git host', pull: 'pull request', repository: 'repository', path: 'OWNER/NAME' },
      urls: { webUrl: baseUrl },
      draftTitles: draftTitles(draftPrefix),
    })
    this.#settings = settings
    this.#dependencies = dependencies
    this.#client = new HostClient({ ...settings, secrets: [token, webhookSecret], messageOf }, dependencies)
  }

  protected override begin(call: HostCall): GiteaApi {
    return new GiteaApi(call, { ...this.#settings, token: this.#token() }, this.#client)
  }

  protected override readRepository(api: GiteaApi): Promise<unknown> {
    return api.get('')
  }

  protected override async readDefaultBranch(api: GiteaApi): Promise<string> {
    return Repository.parse(await api.get('')).default_branch
  }

  protected override async requirePush(api: GiteaApi): Promise<void> {
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

  /** The hosts have no narrower token than the configured one, so that the access changes nothing in it. */
  protected override makeRemote(repository: string, { access }: RemoteRequest): GitRemote {
    const url = `${this.#settings.baseUrl}/${repository}.git`
    if (access === 'read' && this.#settings.token === undefined) return { url, advice: NO_TOKEN }
    return { url, credentials: { username: 'oauth2', password: this.#token() } }
  }

  /** The hosts cannot filter by branch. */
  protected override async listPulls(api: GiteaApi, { state }: PullQuery): Promise<HostPull[]> {
    return (await api.list('/pulls', { state })).map(readPull)
  }

  protected override async readPull(api: GiteaApi, number: number): Promise<HostPull> {
    return readPull(await api.get(`/pulls/${number}`))
  }

  protected override async createPull(api: GiteaApi, draft: PullRequestDraft): Promise<CreatedPull> {
    const { branch: head, base, body, title } = draft
    const { ids, refused } = await labelIds(api, draft.labels ?? [], this.#dependencies.logger)
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

  protected override decorate(api: GiteaApi, number: number, draft: PullRequestDraft): Promise<string[]> {
    return requestReviewers(api, number, draft.reviewers ?? [], this.#dependencies.logger)
  }

  protected override async editPull(api: GiteaApi, number: number, change: PullChange): Promise<HostPull> {
    return readPull(await api.patch(`/pulls/${number}`, change))
  }

  protected override async readDiff(api: GiteaApi, number: number): Promise<string> {
    return String(await api.get(`/pulls/${number}.diff`))
  }

  /** Always in the conversation: the API knows no reply to a comment on a line. */
  protected override async postComment(
    api: GiteaApi,
    number: number,
    { body }: { body: string },
  ): Promise<void> {
    Posted.parse(await api.post(`/issues/${number}/comments`, { body }))
  }

  /** All of them come at once: this list has no pages. Without comments it is null in some versions. */
  protected override async listComments(api: GiteaApi, number: number): Promise<string[]> {
    const comments = Comments.parse(await api.get(`/issues/${number}/comments`)) ?? []
    return comments.map(({ body }) => body ?? '')
  }

  protected override verifyWebhook(headers: ReadonlyMap<string, string>, body: Uint8Array): void {
    // Forgejo sends both.
    const signature = headers.get('x-forgejo-signature') ?? headers.get('x-gitea-signature')
    requireSignature(this.#settings.webhookSecret, WEBHOOKS, (secret) =>
      isHexSignature(signature, { secret, body }),
    )
  }

  protected override parseWebhook(headers: ReadonlyMap<string, string>, payload: unknown) {
    const given = (name: string): string =>
      headers.get(`x-forgejo-${name}`) ?? headers.get(`x-gitea-${name}`) ?? ''
    const [event, deliveryId] = [given('event'), given('delivery')]
    return { parsed: parseWebhook(event, deliveryId, payload), event, deliveryId }
  }

  /** Only administrators may ask about others: without an answer nobody's comment counts. */
  protected override async mayWrite(api: GiteaApi, login: string): Promise<boolean> {
    try {
      const path = `/collaborators/${encodeURIComponent(login)}/permission`
      const found = await this.present(api, async () => Permission.parse(await api.get(path)))
      return ['write', 'admin', 'owner'].includes(found?.permission ?? '')
    } catch (error) {
      if (!HostRefusal.has(error, 403)) throw error
      this.#dependencies.logger.warn(
        { host: this.name, repository: api.repository },
        'The token may not read the permissions of commenters: make its user an administrator of the repository, or their comments stay unanswered',
      )
      return false
    }
  }

  /** The delivery of a review has no comments on lines. */
  protected override async completeComment(
    api: GiteaApi,
    comment: HostWebhook & { kind: 'comment' },
  ): Promise<HostWebhook | undefined> {
    if (!comment.isReview) return comment
    const review = await readReview(api, comment.number, { login: comment.author, content: comment.body })
    if (!review) return undefined
    const { id, ...text } = review
    return { ...comment, ...text, commentId: `review:${id}` }
  }

  protected override mapError(error: unknown, repository: string, doing: string): DocentError {
    return mapError(error, { repository, doing, now: this.#dependencies.clock.now() })
  }

  #token(): string {
    const { token } = this.#settings
    if (token !== undefined) return token
    throw new GitHostMisconfigured(`The git host needs a token for this. ${NO_TOKEN}`)
  }
}

function messageOf(body: unknown): string {
  const { message, errors } = ErrorBody.parse(body)
  return [message ?? '', ...(errors ?? [])].filter((part) => part !== '').join(': ')
}
