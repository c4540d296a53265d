import {
  type Clock,
  DocentError,
  defined,
  type GitRemote,
  type PullRequestDraft,
  type PullRequestPatch,
  type RemoteRequest,
} from '@docent/core'
import {
  type CreatedPull,
  type Doing,
  type HostCall,
  type HostPull,
  isHexSignature,
  PULL_REQUEST_TEMPLATES,
  type PullChange,
  type PullQuery,
  RestGitHost,
  requireSignature,
} from '@docent/git-host'
import { z } from 'zod'
import { abortable, pause } from './abortable.ts'
import { decorate } from './decorate-pull.ts'
import { changeDraft, DRAFT_PREFIX } from './draft-state.ts'
import type { GithubCall } from './github-call.ts'
import { type GithubClientDependencies, GithubClients } from './github-client.ts'
import { GithubCredentials, NO_CREDENTIALS } from './github-credentials.ts'
import { GithubForks } from './github-forks.ts'
import { GithubPull, readPull } from './github-pull.ts'
import { hasStatus, mapError, refusesWith } from './map-error.ts'
import type { GithubSettings } from './options.ts'
import { parseWebhook, threadOf } from './parse-webhook.ts'
import { location, webOrigin } from './repository-location.ts'
import { requirePush } from './require-push.ts'

/** Longest title that GitHub takes. */
const TITLE_LENGTH = 256

const WEBHOOKS = {
  vendor: 'GitHub',
  plugin: 'git-github',
  variable: 'GITHUB_WEBHOOK_SECRET',
  at: 'GitHub',
}

const Repository = z.object({ default_branch: z.string() })
const Changes = z.object({ changed_files: z.number() })
const Comment = z.object({ id: z.number(), body: z.string().nullish() })

export interface GithubGitHostDependencies extends GithubClientDependencies {
  clock: Clock
}

/**
 * Repositories and pull requests on github.com or GitHub Enterprise, through the REST API (and GraphQL where REST
 * lacks drafts). Never pushes.
 */
export class GithubGitHost extends RestGitHost<GithubCall> {
  readonly #settings: GithubSettings
  readonly #dependencies: GithubGitHostDependencies
  readonly #clients: GithubClients
  readonly #credentials: GithubCredentials
  readonly #forks: GithubForks

  constructor(settings: GithubSettings, dependencies: GithubGitHostDependencies) {
    const webhooks = settings.webhookSecret !== undefined
    super({
      name: settings.name,
      capabilities: {
        draftPullRequests: true,
        editPath: '/edit/{branch}/{path}',
        webhooks,
        forks: settings.forks === 'use',
        pullRequestTemplates: PULL_REQUEST_TEMPLATES,
      },
      words: { vendor: 'GitHub', pull: 'pull request', repository: 'repository', path: 'OWNER/NAME' },
      urls: { webUrl: webOrigin(settings.baseUrl) },
    })
    this.#settings = settings
    this.#dependencies = dependencies
    this.#clients = new GithubClients(settings, dependencies)
    this.#credentials = new GithubCredentials(settings.identity, this.#clients, dependencies.clock)
    this.#forks = new GithubForks(settings.forkWaitMs, { pause, ...dependencies })
  }

  protected override async begin(call: HostCall, { scope }: Doing): Promise<GithubCall> {
    const place = location(call.repository)
    const { token } = await this.#credentials.get(place, scope, call.signal)
    const request = { ...defined({ signal: call.signal }), ...(call.once ? { retries: 0 } : {}) }
    const at = { owner: place.owner, repo: place.name, request }
    return { ...call, client: this.#clients.withToken(token), at }
  }

  /** The client's own waits look at no signal, and a token may have been revoked before its end. */
  protected override attempt<T>(
    call: HostCall,
    doing: Doing,
    work: (call: GithubCall) => Promise<T>,
  ): Promise<T> {
    return abortable(async () => {
      try {
        return await super.attempt(call, doing, work)
      } catch (error) {
        const isRevoked = hasStatus(error, 401)
        if (!isRevoked || !this.#credentials.forget(location(call.repository), doing.scope)) throw error
        return await super.attempt(call, doing, work)
      }
    }, call.signal)
  }

  protected override statusOf(error: unknown): number | undefined {
    return hasStatus(error, 404) ? 404 : undefined
  }

  protected override readRepository({ client, at }: GithubCall): Promise<unknown> {
    return client.rest.repos.get(at)
  }

  protected override async readDefaultBranch({ client, at }: GithubCall): Promise<string> {
    return Repository.parse((await client.rest.repos.get(at)).data).default_branch
  }

  protected override async requirePush(call: GithubCall): Promise<void> {
    if (this.capabilities.forks) return
    await requirePush(call, this.#settings.identity.kind === 'app' ? 'app' : 'token')
  }

  protected override async makeRemote(repository: string, request: RemoteRequest): Promise<GitRemote> {
    const { access, branch, signal } = request
    const isWrite = access === 'write'
    const scope = isWrite ? 'push' : 'fetch'
    let place = location(repository)
    if (this.capabilities.forks && (isWrite || branch !== undefined)) {
      const doing: Doing = { doing: 'work in a fork', scope }
      place = await this.call(repository, doing, request, (call) => this.#forks.of(call, { sync: isWrite }))
    }
    const url = `${this.profile.urls.webUrl}/${place.owner}/${place.name}.git`
    if (!isWrite && this.#settings.identity.kind === 'none') return { url, advice: NO_CREDENTIALS }
    const get = () => this.#credentials.get(location(repository), scope, signal)
    const { token, expiresAt } = await abortable(get, signal)
    return { url, credentials: { username: 'x-access-token', password: token }, ...defined({ expiresAt }) }
  }

  protected override async listPulls(call: GithubCall, query: PullQuery): Promise<HostPull[]> {
    const owner = await this.#headOwner(call)
    const read = async (head: string | undefined): Promise<HostPull[]> => {
      const { base, state } = query
      const pulls: unknown[] = await call.client.paginate(call.client.rest.pulls.list, {
        ...call.at,
        state,
        sort: 'created',
        direction: 'desc',
        per_page: 100,
        ...defined({ head, base }),
      })
      return pulls.map((pull) => readPull(pull, owner))
    }
    const found = await read(`${owner ?? call.at.owner}:${query.branch}`)
    // After the owner was renamed, the filter by `owner:branch` finds nothing.
    return found.length === 0 && query.state === 'open' ? read(undefined) : found
  }

  protected override async readPull(call: GithubCall, number: number): Promise<HostPull> {
    return readPull(await this.#rawPull(call, number), undefined)
  }

  protected override async createPull(call: GithubCall, draft: PullRequestDraft): Promise<CreatedPull> {
    const { client, at } = call
    const { base, body } = draft
    const owner = await this.#headOwner(call)
    const head = owner === undefined ? draft.branch : `${owner}:${draft.branch}`
    const attempt = async (asDraft: boolean, withTitle: string): Promise<CreatedPull> => {
      const title = withTitle.slice(0, TITLE_LENGTH)
      const { data } = await client.rest.pulls.create({ ...at, head, base, body, title, draft: asDraft })
      return { pull: readPull(data, owner) }
    }
    try {
      return await attempt(draft.draft, draft.title).catch((error: unknown) => {
        if (!draft.draft || !refusesWith(error, /draft pull requests are not supported/i)) throw error
        return attempt(false, `${DRAFT_PREFIX}${draft.title}`)
      })
    } catch (error) {
      if (refusesWith(error, /pull request already exists/i)) return { pull: undefined }
      throw error
    }
  }

  protected override async decorate(
    call: GithubCall,
    number: number,
    draft: PullRequestDraft,
  ): Promise<string[]> {
    return decorate(call, number, draft, await this.#headOwner(call), this.#dependencies.logger)
  }

  protected override async changeDraft(
    call: GithubCall,
    number: number,
    { draft, title }: PullRequestPatch,
  ): Promise<PullChange> {
    const pull = GithubPull.parse(await this.ofPull(call, number, () => this.#rawPull(call, number)))
    return draft === undefined ? {} : changeDraft(call, pull, { draft, title })
  }

  protected override async editPull(call: GithubCall, number: number, change: PullChange): Promise<HostPull> {
    const { data } = await call.client.rest.pulls.update({ ...call.at, pull_number: number, ...change })
    return readPull(data, undefined)
  }

  protected override async readDiff(call: GithubCall, number: number): Promise<string> {
    const { client, at } = call
    const asked = { ...at, pull_number: number, mediaType: { format: 'diff' } }
    // The client's types know nothing of media types: asked for a diff, GitHub answers text.
    const diff = String((await client.rest.pulls.get(asked)).data)
    // A proxy that lost the body: an empty diff is believed only when nothing changed.
    if (diff !== '' || Changes.parse(await this.#rawPull(call, number)).changed_files === 0) return diff
    throw new DocentError('git_host_failed', 'GitHub sent an empty diff for a pull request with changes.', {
      isRetryable: true,
    })
  }

  protected override async postComment(
    { client, at }: GithubCall,
    number: number,
    { body, replyTo }: { body: string; replyTo?: string },
  ): Promise<void> {
    const { issues, pulls } = client.rest
    const thread = replyTo === undefined ? undefined : threadOf(replyTo)
    const { data } =
      thread === undefined
        ? await issues.createComment({ ...at, body, issue_number: number })
        : await pulls.createReplyForReviewComment({ ...at, body, pull_number: number, comment_id: thread })
    Comment.parse(data)
  }

  protected override async listComments(
    { client, at }: GithubCall,
    number: number,
    replyTo?: string,
  ): Promise<string[]> {
    const { issues, pulls } = client.rest
    const isReview = replyTo !== undefined && threadOf(replyTo) !== undefined
    const comments: unknown[] = isReview
      ? await client.paginate(pulls.listReviewComments, { ...at, pull_number: number, per_page: 100 })
      : await client.paginate(issues.listComments, { ...at, issue_number: number, per_page: 100 })
    return comments.map((comment) => Comment.parse(comment).body ?? '')
  }

  protected override verifyWebhook(headers: ReadonlyMap<string, string>, body: Uint8Array): void {
    const signature = headers.get('x-hub-signature-256')
    requireSignature(this.#settings.webhookSecret, WEBHOOKS, (secret) =>
      isHexSignature(signature, { secret, body, prefix: 'sha256=' }),
    )
  }

  protected override parseWebhook(headers: ReadonlyMap<string, string>, payload: unknown) {
    const event = headers.get('x-github-event') ?? ''
    const deliveryId = headers.get('x-github-delivery') ?? ''
    return { parsed: parseWebhook(event, deliveryId, payload), event, deliveryId }
  }

  /** GitHub folds the role `maintain` into `write`. A person who never worked on a private repository is a 404. */
  protected override async mayWrite(call: GithubCall, login: string): Promise<boolean> {
    const { getCollaboratorPermissionLevel: read } = call.client.rest.repos
    const found = await this.present(call, () => read({ ...call.at, username: login }))
    return ['admin', 'write'].includes(found?.data.permission ?? '')
  }

  protected override mapError(error: unknown, repository: string, doing: string): DocentError {
    const now = this.#dependencies.clock.now()
    return mapError(error, { repository, doing, identity: this.#credentials.kind, now })
  }

  /** Whose branches pull requests come from; undefined for the repository's own. */
  async #headOwner(call: GithubCall): Promise<string | undefined> {
    return this.capabilities.forks ? this.#forks.owner(call) : undefined
  }

  async #rawPull({ client, at }: GithubCall, number: number): Promise<unknown> {
    return (await client.rest.pulls.get({ ...at, pull_number: number })).data
  }
}
