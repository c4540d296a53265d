import { DocentError, type GitRemote, type PullRequestDraft, type RemoteRequest } from '@docent/core/plugin'
import {
  type CreatedPull,
  commentBy,
  type GitHostDependencies,
  type GitHostSettings,
  type HostCall,
  type HostPull,
  HostRefusal,
  type HostRepository,
  hexSigned,
  type PullChange,
  type PullQuery,
  pullChanged,
  pushTo,
  TokenGitHost,
} from '@docent/git-host'
import { z } from 'zod'

export const VARIABLES = {
  token: 'BITBUCKET_TOKEN',
  baseUrl: 'BITBUCKET_API_URL',
  webhookSecret: 'BITBUCKET_WEBHOOK_SECRET',
}

export interface BitbucketSettings extends GitHostSettings {
  /** Of the account that the token belongs to. */
  email: string | undefined
}

const Side = z.object({
  branch: z.object({ name: z.string() }),
  commit: z.object({ hash: z.string() }).nullish(),
  repository: z.object({ full_name: z.string() }).nullish(),
})
const Link = z.object({ html: z.object({ href: z.string() }) })
const STATES = { OPEN: 'open', MERGED: 'merged', DECLINED: 'closed', SUPERSEDED: 'closed' } as const

const Pull = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string().nullish(),
    state: z.enum(['OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED']),
    draft: z.boolean().nullish(),
    created_on: z.string(),
    source: Side,
    destination: Side,
    links: Link,
  })
  .transform(
    ({ id, title, description, state, draft, created_on, source, destination, links }): HostPull => ({
      number: id,
      url: links.html.href,
      state: STATES[state],
      draft: draft ?? false,
      title,
      body: description ?? '',
      branch: source.branch.name,
      base: destination.branch.name,
      headCommit: source.commit?.hash ?? '',
      createdAt: Date.parse(created_on),
      // A fork that was deleted has no repository any more.
      isOwn: source.repository != null && source.repository.full_name === destination.repository?.full_name,
    }),
  )

const Repository = z.object({ mainbranch: z.object({ name: z.string() }).nullish() })
const Comment = z.object({ id: z.int(), content: z.object({ raw: z.string() }) })
const Page = z.object({ values: z.array(z.unknown()), next: z.string().nullish() })
const Place = z.object({ links: Link }).transform(({ links }) => links.html.href)
const Changed = z
  .object({ repository: Place, pullrequest: Pull })
  .transform(({ repository, pullrequest }) => pullChanged(repository, pullrequest))

const events = {
  'repo:push': z
    .object({
      repository: Place,
      push: z.object({
        changes: z.array(
          z.object({
            new: z
              .object({ type: z.string(), name: z.string(), target: z.object({ hash: z.string() }) })
              .nullish(),
          }),
        ),
      }),
    })
    .transform(({ repository, push }) => {
      const branch = push.changes.map((change) => change.new).find((one) => one?.type === 'branch')
      return branch ? pushTo(repository, `refs/heads/${branch.name}`, branch.target.hash) : undefined
    }),
  'pullrequest:fulfilled': Changed,
  'pullrequest:rejected': Changed,
  'pullrequest:comment_created': z
    .object({
      repository: Place,
      pullrequest: z.object({ id: z.int() }),
      comment: Comment.extend({ inline: z.object({ path: z.string() }).nullish() }),
      actor: z.object({ account_id: z.string(), nickname: z.string() }),
    })
    .transform(({ repository, pullrequest, comment, actor }) =>
      commentBy(
        { author: actor.nickname, authorKey: actor.account_id },
        {
          repository,
          number: pullrequest.id,
          commentId: String(comment.id),
          isReview: comment.inline != null,
          body: comment.content.raw,
          path: comment.inline?.path,
        },
      ),
    ),
}

/** Repositories and pull requests of Bitbucket Cloud. */
export class BitbucketGitHost extends TokenGitHost<HostCall, BitbucketSettings> {
  constructor(settings: BitbucketSettings, dependencies: GitHostDependencies) {
    super(
      {
        words: {
          vendor: 'Bitbucket',
          pull: 'pull request',
          repository: 'repository',
          path: 'WORKSPACE/NAME',
          plugin: 'git-bitbucket',
          variables: VARIABLES,
          grant: () => 'give its account the permission Write in "Repository permissions"',
        },
        urls: { webUrl: 'https://bitbucket.org' },
        refusals: [],
        scopes: 'read:repository, write:repository, read:pullrequest, and write:pullrequest',
        branchRules: 'Repository settings > Branch restrictions',
        webhooks: {
          at: 'Bitbucket',
          event: ['x-event-key'],
          delivery: ['x-request-uuid'],
          isSigned: hexSigned(['x-hub-signature'], 'sha256='),
          events,
        },
      },
      settings,
      dependencies,
    )
  }

  protected override begin(call: HostCall): HostCall {
    return call
  }

  /** Git takes a name that says what the password is. */
  protected override makeRemote(repository: string, request: RemoteRequest): GitRemote {
    const { url: _, ...remote } = super.makeRemote(repository, request) as GitRemote
    const url = `https://bitbucket.org/${repository}.git`
    if (remote.credentials === undefined) return { ...remote, url }
    return { url, credentials: { username: 'x-bitbucket-api-token-auth', password: this.token } }
  }

  protected override async readRepository(call: HostCall): Promise<HostRepository> {
    const { mainbranch } = Repository.parse(await this.#ask(call, 'GET', ''))
    return { defaultBranch: mainbranch?.name }
  }

  protected override async listPulls(call: HostCall, { branch, state }: PullQuery): Promise<HostPull[]> {
    const states = state === 'open' ? ['OPEN'] : Object.keys(STATES)
    const query = new URLSearchParams([
      ...states.map((each): [string, string] => ['state', each]),
      ['q', `source.branch.name = ${JSON.stringify(branch)}`],
    ])
    return (await this.#list(call, '/pullrequests', query)).map((pull) => Pull.parse(pull))
  }

  protected override async readPull(call: HostCall, number: number): Promise<HostPull> {
    return Pull.parse(await this.#ask(call, 'GET', `/pullrequests/${number}`))
  }

  /** Where one of the branch is open already, Bitbucket updates and answers that one. */
  protected override async createPull(call: HostCall, draft: PullRequestDraft): Promise<CreatedPull> {
    const pull = await this.#ask(call, 'POST', '/pullrequests', {
      title: draft.title,
      description: draft.body,
      draft: draft.draft,
      source: { branch: { name: draft.branch } },
      destination: { branch: { name: draft.base } },
    })
    return { pull: Pull.parse(pull) }
  }

  protected override async changeDraft(
    call: HostCall,
    number: number,
    { draft, title }: { draft: boolean; title?: string },
  ): Promise<PullChange> {
    const current = await this.readPull(call, number)
    await this.#ask(call, 'PUT', `/pullrequests/${number}`, { title: title ?? current.title, draft })
    return {}
  }

  protected override async editPull(
    call: HostCall,
    number: number,
    { title, body, state }: PullChange,
  ): Promise<HostPull> {
    const path = `/pullrequests/${number}`
    const current = await this.readPull(call, number)
    if (state === 'open' && current.state !== 'open')
      throw new DocentError('git_host_failed', 'Bitbucket cannot open a declined pull request again.')
    if (title !== undefined || body !== undefined)
      await this.#ask(call, 'PUT', path, {
        title: title ?? current.title,
        description: body ?? current.body,
      })
    if (state === 'closed' && current.state === 'open') await this.#ask(call, 'POST', `${path}/decline`, {})
    return this.readPull(call, number)
  }

  protected override async readDiff(call: HostCall, number: number): Promise<string> {
    return String(await this.#ask(call, 'GET', `/pullrequests/${number}/diff`))
  }

  protected override async postComment(
    call: HostCall,
    number: number,
    { body, replyTo }: { body: string; replyTo?: string },
  ): Promise<void> {
    const parent = replyTo === undefined ? {} : { parent: { id: Number(replyTo) } }
    Comment.parse(
      await this.#ask(call, 'POST', `/pullrequests/${number}/comments`, {
        content: { raw: body },
        ...parent,
      }),
    )
  }

  protected override async listComments(call: HostCall, number: number): Promise<string[]> {
    const comments = await this.#list(call, `/pullrequests/${number}/comments`)
    return comments.map((comment) => Comment.parse(comment).content.raw)
  }

  protected override async mayWrite(call: HostCall, account: string): Promise<boolean> {
    const path = `/permissions-config/users/${encodeURIComponent(account)}`
    const found = await this.present(call, () => this.#ask(call, 'GET', path))
    return z.object({ permission: z.enum(['write', 'admin']) }).safeParse(found).success
  }

  async #list(call: HostCall, path: string, query = new URLSearchParams()): Promise<unknown[]> {
    const values: unknown[] = []
    for (let page = 1; ; page += 1) {
      const asked = new URLSearchParams([...query, ['pagelen', '50'], ['page', String(page)]])
      const found = Page.parse(await this.#ask(call, 'GET', `${path}?${asked}`))
      values.push(...found.values)
      if (found.next == null) return values
    }
  }

  async #ask({ repository, once, signal }: HostCall, method: string, path: string, body?: object) {
    const { baseUrl, email, token, retries } = this.settings
    const basic = Buffer.from(`${email}:${token}`).toString('base64')
    const { body: reply } = await this.client.send({
      method,
      url: new URL(`${baseUrl}/repositories/${repository}${path}`),
      headers: {
        ...(token === undefined ? {} : { authorization: `Basic ${basic}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A write that was lost is looked for, not sent again.
      retries: once || method !== 'GET' ? 0 : retries,
      signal,
    })
    if (reply === '' && method !== 'GET') throw new HostRefusal(502, 'Bitbucket sent an empty reply.', {})
    return reply
  }
}
