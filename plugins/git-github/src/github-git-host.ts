import { setTimeout as pause } from 'node:timers/promises'
import {
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
  HostRefusal,
  isHexSignature,
  type PullChange,
  type PullQuery,
  RestGitHost,
} from '@docent/git-host'
import { z } from 'zod'
import { decorate } from './decorate-pull.ts'
import { changeDraft, DRAFT_PREFIX } from './draft-state.ts'
import type { GithubCall } from './github-call.ts'
import { type GithubClientDependencies, GithubClients } from './github-client.ts'
import { GithubCredentials, NO_CREDENTIALS } from './github-credentials.ts'
import { GithubForks } from './github-forks.ts'
import { GithubPull, readPull } from './github-pull.ts'
import { type GithubSettings, VARIABLES } from './options.ts'
import { events, threadOf } from './parse-webhook.ts'
import { grant, refusals, refusesWith } from './refusals.ts'
import { location, webOrigin } from './repository-location.ts'
import { requirePush } from './require-push.ts'

/** Longest title that GitHub takes. */
const TITLE_LENGTH = 256

const Repository = z.object({ default_branch: z.string() })
const Changes = z.object({ changed_files: z.number() })
const Comment = z.object({ id: z.number(), body: z.string().nullish() })

/**
 * Repositories and pull requests on github.com or GitHub Enterprise, through the REST API (and GraphQL where REST
 * lacks drafts). Never pushes.
 */
export class GithubGitHost extends RestGitHost<GithubCall> {
  readonly #settings: GithubSettings
  readonly #dependencies: GithubClientDependencies
  readonly #clients: GithubClients
  readonly #credentials: GithubCredentials
  readonly #forks: GithubForks

  constructor(settings: GithubSettings, dependencies: GithubClientDependencies) {
    const { identity, webhookSecret: secret } = settings
    super(
      {
        name: settings.name,
        capabilities: { editPath: '/edit/{branch}/{path}', forks: settings.forks === 'use' },
        words: {
          vendor: 'GitHub',
          pull: 'pull request',
          repository: 'repository',
          path: 'OWNER/NAME',
          plugin: 'git-github',
          variables: VARIABLES,
          access: (repository) => grant(identity.kind === 'app', repository),
        },
        urls: { webUrl: webOrigin(settings.baseUrl) },
        refusals: refusals(identity.kind),
        webhooks: {
          secret,
          option: 'webhookSecret (GITHUB_WEBHOOK_SECRET)',
          at: 'GitHub',
          event: ['x-github-event'],
          delivery: ['x-github-delivery'],
          isSigned: (headers, body, secret) =>
            isHexSignature(headers.get('x-hub-signature-256'), { secret, body, prefix: 'sha256=' }),
          events,
        },
      },
      dependencies.clock,
    )
    this.#settings = settings
    this.#dependencies = dependencies
    this.#clients = new GithubClients(settings, dependencies)
    this.#credentials = new GithubCredentials(identity, this.#clients, dependencies.clock)
    const wait = (ms: number, signal?: AbortSignal) => pause(ms, undefined, signal ? { signal } : {})
    this.#forks = new GithubForks(settings.forkWaitMs, { pause: wait, ...dependencies })
  }

  protected override async begin(call: HostCall, { scope }: Doing): Promise<GithubCall> {
    const { owner, name: repo } = location(call.repository)
    const credential = await this.#credentials.get({ owner, name: repo }, scope, call.signal)
    const client = this.#clients.withToken(credential.token, call)
    return { ...call, client, credential, at: { owner, repo } }
  }

  /** A token may have been revoked before its end. */
  protected override async attempt<T>(
    call: HostCall,
    doing: Doing,
    work: (call: GithubCall) => Promise<T>,
  ): Promise<T> {
    try {
      return await super.attempt(call, doing, work)
    } catch (error) {
      const isRevoked = HostRefusal.has(error, 401)
      if (!isRevoked || !this.#credentials.forget(location(call.repository), doing.scope)) throw error
      return await super.attempt(call, doing, work)
    }
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
    const { access, branch } = request
    const isWrite = access === 'write'
    const scope = isWrite ? 'push' : 'fetch'
    let place = location(repository)
    if (this.capabilities.forks && (isWrite || branch !== undefined)) {
      const doing: Doing = { doing: 'work in a fork', scope }
      place = await this.call(repository, doing, request, (call) => this.#forks.of(call, { sync: isWrite }))
    }
    const url = `${this.profile.urls.webUrl}/${place.owner}/${place.name}.git`
    if (!isWrite && this.#settings.identity.kind === 'none') return { url, advice: NO_CREDENTIALS }
    const doing: Doing = { doing: 'make a token', scope }
    const { token, expiresAt } = await this.call(repository, doing, request, async (call) => call.credential)
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
    return readPull(await this.#rawPull(call, number))
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
    return decorate(call, number, draft, {
      isFork: this.capabilities.forks ?? false,
      logger: this.#dependencies.logger,
    })
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
    return readPull(data)
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

  /** GitHub folds the role `maintain` into `write`. A person who never worked on a private repository is a 404. */
  protected override async mayWrite(call: GithubCall, login: string): Promise<boolean> {
    const { getCollaboratorPermissionLevel: read } = call.client.rest.repos
    const found = await this.present(call, () => read({ ...call.at, username: login }))
    return ['admin', 'write'].includes(found?.data.permission ?? '')
  }

  /** Whose branches pull requests come from; undefined for the repository's own. */
  async #headOwner(call: GithubCall): Promise<string | undefined> {
    return this.capabilities.forks ? this.#forks.owner(call) : undefined
  }

  async #rawPull({ client, at }: GithubCall, number: number): Promise<unknown> {
    return (await client.rest.pulls.get({ ...at, pull_number: number })).data
  }
}
