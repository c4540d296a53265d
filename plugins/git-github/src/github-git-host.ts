import {
  DocentError,
  defined,
  type GitRemote,
  type PullRequestDraft,
  type PullRequestPatch,
  type RemoteRequest,
} from '@docent/core/plugin'
import {
  type CreatedPull,
  type Doing,
  type GitHostDependencies,
  githubShapedPull,
  githubShapedRepository,
  type HostCall,
  type HostPull,
  HostRefusal,
  type HostRepository,
  hexSigned,
  type PullChange,
  type PullQuery,
  RestGitHost,
} from '@docent/git-host'
import { z } from 'zod'
import { changeDraft, DRAFT_PREFIX, UNSUPPORTED } from './draft-state.ts'
import { type GithubCall, GithubClients, listAll } from './github-client.ts'
import { GithubCredentials, NO_CREDENTIALS } from './github-credentials.ts'
import { GithubForks, placeOf } from './github-forks.ts'
import { type GithubSettings, VARIABLES } from './options.ts'
import { events, threadOf } from './parse-webhook.ts'
import { grant, refusals, refusesWith } from './refusals.ts'
import { webOrigin } from './web-origin.ts'

/** Longest title that GitHub takes. */
const TITLE_LENGTH = 256

const Changes = z.object({ changed_files: z.number() })
const Comment = z.object({ id: z.number(), body: z.string().nullish() })

/**
 * Repositories and pull requests on github.com or GitHub Enterprise, through the REST API (and GraphQL where REST
 * lacks drafts). Never pushes.
 */
export class GithubGitHost extends RestGitHost<GithubCall, GithubSettings> {
  readonly #clients: GithubClients
  readonly #credentials: GithubCredentials
  readonly #forks: GithubForks

  constructor(settings: GithubSettings, dependencies: GitHostDependencies) {
    const { identity } = settings
    super(
      {
        capabilities: {
          editPath: '/edit/{branch}/{path}',
          codePaths: { line: '/blob/{commit}/{path}#L{line}', commit: '/commit/{commit}' },
          forks: settings.forks === 'use',
        },
        words: {
          vendor: 'GitHub',
          pull: 'pull request',
          repository: 'repository',
          path: 'OWNER/NAME',
          plugin: 'git-github',
          variables: VARIABLES,
          grant: (repository) => grant(identity.kind === 'app', repository),
          grantPush:
            'give it write access to the repository, or set forks: "use" of git-github, so that it works in a fork of its own',
        },
        urls: { webUrl: webOrigin(settings.baseUrl) },
        refusals: refusals(identity.kind),
        webhooks: {
          at: 'GitHub',
          event: ['x-github-event'],
          delivery: ['x-github-delivery'],
          isSigned: hexSigned(['x-hub-signature-256'], 'sha256='),
          events,
        },
      },
      settings,
      dependencies,
    )
    this.#clients = new GithubClients(settings, this.client, dependencies.logger)
    this.#credentials = new GithubCredentials(identity, this.#clients, dependencies.clock)
    this.#forks = new GithubForks(settings.forkWaitMs, dependencies)
  }

  protected override async begin(call: HostCall, { scope }: Doing): Promise<GithubCall> {
    const at = placeOf(call.repository)
    const credential = await this.#credentials.get({ ...call, at, scope })
    return { ...call, client: this.#clients.make({ auth: credential.token }, call), credential, at }
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
      if (!HostRefusal.has(error, 401) || !this.#credentials.forget(call, doing)) throw error
      return await super.attempt(call, doing, work)
    }
  }

  protected override async readRepository({ client, at }: GithubCall): Promise<HostRepository> {
    const found = githubShapedRepository((await client.rest.repos.get(at)).data)
    // The rights of an App are asked for with its token.
    return this.settings.identity.kind === 'app' ? { ...found, mayPush: true } : found
  }

  protected override async makeRemote(repository: string, request: RemoteRequest): Promise<GitRemote> {
    const isWrite = request.access === 'write'
    const scope = isWrite ? 'push' : 'fetch'
    let place = placeOf(repository)
    if (this.capabilities.forks && (isWrite || request.branch !== undefined)) {
      const doing: Doing = { doing: 'work in a fork', scope }
      place = await this.call(repository, doing, request, (call) => this.#forks.of(call, { sync: isWrite }))
    }
    const url = `${this.profile.urls.webUrl}/${place.owner}/${place.repo}.git`
    if (!isWrite && this.settings.identity.kind === 'none') return { url, advice: NO_CREDENTIALS }
    const doing: Doing = { doing: 'make a token', scope }
    const { token, expiresAt } = await this.call(repository, doing, request, async (call) => call.credential)
    return { url, credentials: { username: 'x-access-token', password: token }, ...defined({ expiresAt }) }
  }

  protected override async listPulls(call: GithubCall, query: PullQuery): Promise<HostPull[]> {
    const forkOwner = await this.#forkOwner(call)
    const { base, state } = query
    const read = async (head: string | undefined): Promise<HostPull[]> => {
      const pulls = await listAll(call, 'GET /repos/{owner}/{repo}/pulls', {
        state,
        sort: 'created',
        direction: 'desc',
        ...defined({ head, base }),
      })
      return pulls.map((pull) => githubShapedPull(pull, { forkOwner }))
    }
    const found = await read(`${forkOwner ?? call.at.owner}:${query.branch}`)
    // After the owner was renamed, the filter by `owner:branch` finds nothing.
    return found.length === 0 && state === 'open' ? read(undefined) : found
  }

  protected override async readPull(call: GithubCall, number: number): Promise<HostPull> {
    return githubShapedPull(await this.#rawPull(call, number))
  }

  protected override async createPull(call: GithubCall, draft: PullRequestDraft): Promise<CreatedPull> {
    const { client, at } = call
    const { base, body } = draft
    const forkOwner = await this.#forkOwner(call)
    const head = forkOwner === undefined ? draft.branch : `${forkOwner}:${draft.branch}`
    const attempt = async (asDraft: boolean, withTitle: string): Promise<CreatedPull> => {
      const title = withTitle.slice(0, TITLE_LENGTH)
      const { data } = await client.rest.pulls.create({
        ...at,
        head,
        base,
        body,
        title,
        draft: asDraft,
      })
      return { pull: githubShapedPull(data, { forkOwner }) }
    }
    try {
      return await attempt(draft.draft, draft.title).catch((error: unknown) => {
        if (!draft.draft || !refusesWith(error, UNSUPPORTED)) throw error
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
    const { client, at } = call
    // An account that opens a pull request from a fork may lack the permission for labels and reviewers.
    const tolerated = this.capabilities.forks ? [403, 404, 422] : [422]
    const { labels: names = [], reviewers = [] } = draft
    const label = (labels: string[]) =>
      client.rest.issues.addLabels({
        ...at,
        issue_number: number,
        labels,
      })
    const review = (asked: string[]) =>
      client.rest.pulls.requestReviewers({
        ...at,
        pull_number: number,
        reviewers: asked.filter((name) => !name.includes('/')),
        team_reviewers: asked.flatMap((name) => name.split('/').slice(1)),
      })
    return [
      ...(await this.askFor(call, { what: 'label', names, tolerated, ask: label })),
      ...(await this.askFor(call, { what: 'reviewer', names: reviewers, tolerated, ask: review })),
    ]
  }

  protected override async changeDraft(
    call: GithubCall,
    number: number,
    patch: PullRequestPatch & { draft: boolean },
  ): Promise<PullChange> {
    const pull = await this.ofPull(call, number, () => this.#rawPull(call, number))
    return changeDraft(call, pull, patch)
  }

  protected override async editPull(call: GithubCall, number: number, change: PullChange): Promise<HostPull> {
    const { data } = await call.client.rest.pulls.update({
      ...call.at,
      pull_number: number,
      ...change,
    })
    return githubShapedPull(data)
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
    const thread = replyTo === undefined ? undefined : threadOf(replyTo)
    const { data } =
      thread === undefined
        ? await client.rest.issues.createComment({ ...at, body, issue_number: number })
        : await client.rest.pulls.createReplyForReviewComment({
            ...at,
            body,
            pull_number: number,
            comment_id: thread,
          })
    Comment.parse(data)
  }

  protected override async listComments(
    call: GithubCall,
    number: number,
    replyTo?: string,
  ): Promise<string[]> {
    const isReview = replyTo !== undefined && threadOf(replyTo) !== undefined
    const comments = isReview
      ? await listAll(call, 'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments', { pull_number: number })
      : await listAll(call, 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          issue_number: number,
        })
    return comments.map((comment) => Comment.parse(comment).body ?? '')
  }

  /** GitHub folds the role `maintain` into `write`. A person who never worked on a private repository is a 404. */
  protected override async mayWrite(call: GithubCall, login: string): Promise<boolean> {
    const { client, at } = call
    const found = await this.present(call, () =>
      client.rest.repos.getCollaboratorPermissionLevel({ ...at, username: login }),
    )
    return ['admin', 'write'].includes(found?.data.permission ?? '')
  }

  /** Whose branches pull requests come from; undefined for the repository's own. */
  async #forkOwner(call: GithubCall): Promise<string | undefined> {
    return this.capabilities.forks ? this.#forks.owner(call) : undefined
  }

  async #rawPull({ client, at }: GithubCall, number: number): Promise<unknown> {
    return (await client.rest.pulls.get({ ...at, pull_number: number })).data
  }
}
