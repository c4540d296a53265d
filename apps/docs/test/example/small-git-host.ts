import { DocentError, definePlugin, type PullRequestDraft } from '@docent/core'
import {
  type CreatedPull,
  gitHostHttpOptions,
  githubShapedEvents,
  type HostCall,
  type HostPull,
  HostRefusal,
  isHexSignature,
  type PullChange,
  RepositoryApi,
  TokenGitHost,
  type TokenGitHostDependencies,
} from '@docent/git-host'
import { z } from 'zod'

export const SmallOptions = z.strictObject({
  name: z.string().default('small').describe('Name by which projects choose this host.'),
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
const Author = z.object({ login: z.string() }).transform(({ login }) => ({ author: login, authorKey: login }))

/** A git host with nothing but what the port asks for. */
export class SmallGitHost extends TokenGitHost<RepositoryApi, SmallOptions> {
  constructor(options: SmallOptions, dependencies: TokenGitHostDependencies) {
    const mend = (repository: string, doing: string): string =>
      `The host does not allow this token to ${doing} in ${repository}: give its user the right to write.`
    super(
      {
        words: {
          vendor: 'The host',
          pull: 'pull request',
          repository: 'repository',
          path: 'OWNER/NAME',
          plugin: 'git-small',
          variables: { token: 'SMALL_TOKEN', baseUrl: 'SMALL_URL' },
          access: () => "that the token's user is a collaborator",
        },
        urls: { webUrl: options.baseUrl },
        draftTitles: { prefix: 'WIP: ', pattern: /^WIP: /, length: 255 },
        refusals: [{ status: 403, mend }],
        webhooks: {
          secret: options.webhookSecret,
          option: 'webhookSecret',
          at: 'the webhook',
          event: ['x-gitea-event'],
          delivery: ['x-gitea-delivery'],
          isSigned: (headers, body, secret) =>
            isHexSignature(headers.get('x-gitea-signature'), { secret, body }),
          events: githubShapedEvents(Pull, Author),
        },
        advice: 'Make a token and set it as `token` of git-small.',
      },
      options,
      dependencies,
    )
  }

  protected override begin(call: HostCall): RepositoryApi {
    const { baseUrl, retries } = this.settings
    const address = `${baseUrl}/api/v1/repos/{repository}`
    return new RepositoryApi(
      call,
      { address, headers: { authorization: `token ${this.token}` }, retries },
      this.client,
    )
  }

  protected override readRepository(api: RepositoryApi): Promise<unknown> {
    return api.get('')
  }

  protected override async readDefaultBranch(api: RepositoryApi): Promise<string> {
    return Repository.parse(await api.get('')).default_branch
  }

  protected override async requirePush(api: RepositoryApi): Promise<void> {
    if (Repository.parse(await api.get('')).permissions.push) return
    throw new DocentError('git_host_misconfigured', `The token may not push to ${api.repository}.`)
  }

  protected override async listPulls(api: RepositoryApi): Promise<HostPull[]> {
    return z.array(Pull).parse(await api.list('/pulls', { state: 'all' }))
  }

  protected override async readPull(api: RepositoryApi, number: number): Promise<HostPull> {
    return Pull.parse(await api.get(`/pulls/${number}`))
  }

  protected override async createPull(api: RepositoryApi, draft: PullRequestDraft): Promise<CreatedPull> {
    const { title, body, base, branch: head } = draft
    try {
      return { pull: Pull.parse(await api.post('/pulls', { title, body, base, head })) }
    } catch (error) {
      if (HostRefusal.has(error, 409)) return { pull: undefined }
      if (HostRefusal.has(error, 404)) {
        await this.requireBranches(api, draft, (name) =>
          api.get(`/branches/${name.split('/').map(encodeURIComponent).join('/')}`),
        )
      }
      throw error
    }
  }

  protected override async editPull(
    api: RepositoryApi,
    number: number,
    change: PullChange,
  ): Promise<HostPull> {
    return Pull.parse(await api.patch(`/pulls/${number}`, change))
  }

  protected override async readDiff(api: RepositoryApi, number: number): Promise<string> {
    return String(await api.get(`/pulls/${number}.diff`))
  }

  protected override async postComment(
    api: RepositoryApi,
    number: number,
    { body }: { body: string },
  ): Promise<void> {
    z.object({ id: z.number() }).parse(await api.post(`/issues/${number}/comments`, { body }))
  }

  protected override async listComments(api: RepositoryApi, number: number): Promise<string[]> {
    const comments = await api.get(`/issues/${number}/comments`)
    return z.array(z.object({ body: z.string() }).transform(({ body }) => body)).parse(comments)
  }

  protected override async mayWrite(api: RepositoryApi, login: string): Promise<boolean> {
    const path = `/collaborators/${encodeURIComponent(login)}/permission`
    const found = await this.present(api, () => api.get(path))
    return z.object({ permission: z.enum(['write', 'admin']) }).safeParse(found).success
  }
}

export const small = definePlugin({
  name: 'git-small',
  options: SmallOptions,
  setup: (options, host) =>
    host.addGitHost(new SmallGitHost(options, { clock: host.clock, logger: host.logger })),
})
