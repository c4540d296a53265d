import { definePlugin, type PullRequestDraft } from '@docent/core/plugin'
import {
  type CreatedPull,
  type GitHostDependencies,
  gitHostHttpOptions,
  githubShapedEvents,
  githubShapedPull,
  githubShapedRepository,
  type HostCall,
  type HostPull,
  HostRefusal,
  type HostRepository,
  hexSigned,
  type PullChange,
  RepositoryApi,
  TokenGitHost,
} from '@docent/git-host'
import { z } from 'zod'

export const SmallOptions = z.strictObject({
  name: z.string().default('small').describe('Name that projects use for this host.'),
  baseUrl: z.url().describe('Where the host is.'),
  token: z.string().describe('Access token.'),
  webhookSecret: z.string().describe('Secret that signs webhooks.'),
  ...gitHostHttpOptions,
})
type SmallOptions = z.output<typeof SmallOptions>

const DRAFT_TITLES = { prefix: 'WIP: ', pattern: /^WIP: /, length: 255 }
const Author = z.object({ login: z.string() }).transform(({ login }) => ({ author: login, authorKey: login }))

function readPull(reply: unknown): HostPull {
  return githubShapedPull(reply, { draftTitles: DRAFT_TITLES })
}

/** A git host with nothing but what the port asks for. */
export class SmallGitHost extends TokenGitHost<RepositoryApi, SmallOptions> {
  constructor(options: SmallOptions, dependencies: GitHostDependencies) {
    super(
      {
        words: {
          vendor: 'The host',
          pull: 'pull request',
          repository: 'repository',
          path: 'OWNER/NAME',
          plugin: 'git-small',
          variables: { token: 'SMALL_TOKEN', baseUrl: 'SMALL_URL', webhookSecret: 'SMALL_SECRET' },
          grant: () => 'give them the right to write',
        },
        urls: { webUrl: options.baseUrl },
        draftTitles: DRAFT_TITLES,
        refusals: [],
        scopes: 'repository and issues',
        branchRules: 'the settings of the repository',
        webhooks: {
          at: 'the webhook',
          event: ['x-gitea-event'],
          delivery: ['x-gitea-delivery'],
          isSigned: hexSigned(['x-gitea-signature']),
          events: githubShapedEvents(Author, { draftTitles: DRAFT_TITLES }),
        },
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

  protected override async readRepository(api: RepositoryApi): Promise<HostRepository> {
    return githubShapedRepository(await api.get(''))
  }

  protected override async listPulls(api: RepositoryApi): Promise<HostPull[]> {
    return (await api.list('/pulls', { state: 'all' })).map(readPull)
  }

  protected override async readPull(api: RepositoryApi, number: number): Promise<HostPull> {
    return readPull(await api.get(`/pulls/${number}`))
  }

  protected override async createPull(api: RepositoryApi, draft: PullRequestDraft): Promise<CreatedPull> {
    const { title, body, base, branch: head } = draft
    try {
      return { pull: readPull(await api.post('/pulls', { title, body, base, head })) }
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
    return readPull(await api.patch(`/pulls/${number}`, change))
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
