import { type Clock, DocentError, definePlugin, type GitRemote, type PullRequestDraft } from '@docent/core'
import {
  type CreatedPull,
  gitHostHttpOptions,
  type HostCall,
  HostClient,
  type HostPull,
  HostRefusal,
  isHexSignature,
  mapHostFailure,
  nextPage,
  type PullChange,
  RestGitHost,
  readPayload,
} from '@docent/git-host'
import { z } from 'zod'

export const SmallOptions = z.strictObject({
  baseUrl: z.url().describe('Where the host is.'),
  token: z.string().describe('Access token.'),
  webhookSecret: z.string().describe('Secret that signs webhooks.'),
  ...gitHostHttpOptions,
})
type SmallOptions = z.output<typeof SmallOptions>

const Repository = z.object({ default_branch: z.string(), permissions: z.object({ push: z.boolean() }) })
const Side = z.object({ ref: z.string(), sha: z.string(), repo_id: z.number(), label: z.string() })
const Pull = z
  .object({
    number: z.number(),
    html_url: z.string(),
    state: z.enum(['open', 'closed']),
    merged: z.boolean(),
    draft: z.boolean(),
    title: z.string(),
    body: z.string(),
    created_at: z.string(),
    head: Side,
    base: Side,
  })
  .transform(({ head, base, merged, html_url: url, created_at: createdAt, ...pull }): HostPull => {
    return {
      ...pull,
      url,
      title: pull.title.replace(/^WIP: /, ''),
      state: merged ? 'merged' : pull.state,
      branch: head.label,
      base: base.ref,
      headCommit: head.sha,
      createdAt: Date.parse(createdAt),
      isOwn: head.repo_id === base.repo_id,
    }
  })
const Push = z.object({ ref: z.string(), after: z.string(), repository: z.object({ html_url: z.string() }) })
const Comment = z.object({
  issue: z.object({ number: z.number() }),
  comment: z.object({ id: z.number(), body: z.string(), user: z.object({ login: z.string() }) }),
  repository: z.object({ html_url: z.string() }),
})

/** A git host with nothing but what the port asks for. */
export class SmallGitHost extends RestGitHost {
  readonly #client: HostClient

  constructor(
    private readonly options: SmallOptions,
    private readonly dependencies: { clock: Clock; fetch?: typeof fetch },
  ) {
    super({
      name: 'small',
      capabilities: { draftPullRequests: true, webhooks: true },
      words: { vendor: 'The host', pull: 'pull request', repository: 'repository', path: 'OWNER/NAME' },
      urls: { webUrl: options.baseUrl },
      draftTitles: { prefix: 'WIP: ', pattern: /^WIP: /, length: 255 },
    })
    const secrets = [options.token, options.webhookSecret]
    const messageOf = (body: unknown): string => z.object({ message: z.string() }).parse(body).message
    this.#client = new HostClient({ ...options, secrets, messageOf }, dependencies)
  }

  protected override begin(call: HostCall): HostCall {
    return call
  }

  protected override readRepository(call: HostCall): Promise<unknown> {
    return this.#send(call, 'GET', '')
  }

  protected override async readDefaultBranch(call: HostCall): Promise<string> {
    return Repository.parse(await this.readRepository(call)).default_branch
  }

  protected override async requirePush(call: HostCall): Promise<void> {
    if (Repository.parse(await this.readRepository(call)).permissions.push) return
    throw new DocentError('git_host_misconfigured', `The token may not push to ${call.repository}.`)
  }

  protected override makeRemote(repository: string): GitRemote {
    const { baseUrl, token } = this.options
    return { url: `${baseUrl}/${repository}.git`, credentials: { username: 'git', password: token } }
  }

  protected override async listPulls(call: HostCall): Promise<HostPull[]> {
    return z.array(Pull).parse(await this.#list(call, '/pulls?state=all&limit=50'))
  }

  protected override async readPull(call: HostCall, number: number): Promise<HostPull> {
    return Pull.parse(await this.#send(call, 'GET', `/pulls/${number}`))
  }

  protected override async createPull(call: HostCall, draft: PullRequestDraft): Promise<CreatedPull> {
    const { title, body, base, branch: head } = draft
    try {
      return { pull: Pull.parse(await this.#send(call, 'POST', '/pulls', { title, body, base, head })) }
    } catch (error) {
      if (HostRefusal.has(error, 409)) return { pull: undefined }
      if (HostRefusal.has(error, 404)) {
        await this.requireBranches(call, draft, (name) =>
          this.#send(call, 'GET', `/branches/${name.split('/').map(encodeURIComponent).join('/')}`),
        )
      }
      throw error
    }
  }

  protected override async editPull(call: HostCall, number: number, change: PullChange): Promise<HostPull> {
    return Pull.parse(await this.#send(call, 'PATCH', `/pulls/${number}`, change))
  }

  protected override async readDiff(call: HostCall, number: number): Promise<string> {
    return String(await this.#send(call, 'GET', `/pulls/${number}.diff`))
  }

  protected override async postComment(
    call: HostCall,
    number: number,
    { body }: { body: string },
  ): Promise<void> {
    const made = await this.#send(call, 'POST', `/issues/${number}/comments`, { body })
    z.object({ id: z.number() }).parse(made)
  }

  protected override async listComments(call: HostCall, number: number): Promise<string[]> {
    const comments = await this.#list(call, `/issues/${number}/comments`)
    return z.array(z.object({ body: z.string() }).transform(({ body }) => body)).parse(comments)
  }

  protected override verifyWebhook(headers: ReadonlyMap<string, string>, body: Uint8Array): void {
    const { webhookSecret: secret } = this.options
    if (isHexSignature(headers.get('x-gitea-signature'), { secret, body })) return
    throw new DocentError('unauthorized', 'The webhook was signed with a different secret.')
  }

  protected override parseWebhook(headers: ReadonlyMap<string, string>, payload: unknown) {
    const event = headers.get('x-gitea-event') ?? ''
    const deliveryId = headers.get('x-gitea-delivery') ?? ''
    if (event === 'push') {
      const { ref, after: commit, repository } = readPayload('the host', Push, payload)
      const branch = ref.replace('refs/heads/', '')
      const parsed = { kind: 'push', repository: repository.html_url, branch, commit, deliveryId } as const
      return { parsed, event, deliveryId }
    }
    if (event !== 'issue_comment') return { parsed: undefined, event, deliveryId }
    const { issue, comment, repository } = readPayload('the host', Comment, payload)
    const { id, body, user } = comment
    const about = { repository: repository.html_url, number: issue.number, commentId: `comment:${id}` }
    const author = { author: user.login, authorKey: user.login }
    return { parsed: { kind: 'comment', ...about, ...author, body, deliveryId } as const, event, deliveryId }
  }

  protected override async mayWrite(call: HostCall, login: string): Promise<boolean> {
    const path = `/collaborators/${encodeURIComponent(login)}/permission`
    const found = await this.present(call, () => this.#send(call, 'GET', path))
    return z.object({ permission: z.enum(['write', 'admin']) }).safeParse(found).success
  }

  protected override mapError(error: unknown, place: string, doing: string): DocentError {
    const misconfigured = (status: number): string | undefined =>
      [401, 403, 404].includes(status) || (status >= 300 && status < 400)
        ? `The host answered ${status} when asked to ${doing} in ${place}: check its URL and the token.`
        : undefined
    return mapHostFailure(error, {
      vendor: 'The host',
      place,
      doing,
      now: this.dependencies.clock.now(),
      misconfigured,
    })
  }

  async #list(call: HostCall, path: string): Promise<unknown[]> {
    const items: unknown[] = []
    for (let url: URL | undefined = this.#url(call, path); url; ) {
      const { body, headers } = await this.#request(call, 'GET', url)
      items.push(...z.array(z.unknown()).parse(body))
      url = nextPage(headers)
    }
    return items
  }

  async #send(call: HostCall, method: string, path: string, body?: object): Promise<unknown> {
    return (await this.#request(call, method, this.#url(call, path), body)).body
  }

  #request({ once, signal }: HostCall, method: string, url: URL, body?: object) {
    const { token, retries } = this.options
    const headers = { authorization: `token ${token}`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return this.#client.send({ method, url, headers, ...sent, retries: once ? 0 : retries, signal })
  }

  #url({ repository }: HostCall, path: string): URL {
    return new URL(`${this.options.baseUrl}/api/v1/repos/${repository}${path}`)
  }
}

export const small = definePlugin({
  name: 'git-small',
  options: SmallOptions,
  setup: (options, host) => host.addGitHost(new SmallGitHost(options, { clock: host.clock })),
})
