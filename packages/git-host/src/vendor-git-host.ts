import type {
  GitHostCapabilities,
  GitRemote,
  HostWebhook,
  Logger,
  PullRequestDraft,
  PullRequestPatch,
  RemoteRequest,
} from '@docent/core/plugin'
import { askForNames, type NameRequest } from './ask-for-names.ts'
import type { DraftTitles } from './draft-title.ts'
import type { GitHostSettings } from './host-options.ts'
import type { HostPull, PullQuery } from './host-pull.ts'
import type { HostWords } from './host-words.ts'
import { HostClient, type HostClientDependencies } from './http/host-client.ts'
import type { RefusalRule } from './http/map-host-failure.ts'
import type { RepositoryUrlRules } from './repository-url.ts'
import type { HostWebhooks } from './webhooks/host-webhooks.ts'

/** Where repositories keep the template of pull requests by custom; one that moved between hosts still has it there. */
const PULL_REQUEST_TEMPLATES = [
  '.github/pull_request_template.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
  'pull_request_template.md',
  'PULL_REQUEST_TEMPLATE.md',
  'docs/pull_request_template.md',
]

/** What a call of the port needs of the host. */
export interface Doing {
  /** Continues "… refused to …": `read the default branch`. */
  doing: string
  /** What a token for it must allow; `fetch` and `push` are git's own. */
  scope: 'read' | 'write' | 'fetch' | 'push'
  /** True: sent once, because a second attempt after a lost reply would do it twice. */
  once?: boolean
}

/** One call of the port on its way to the host. */
export interface HostCall {
  /** `owner/name` */
  repository: string
  once: boolean
  signal: AbortSignal | undefined
}

export interface HostProfile {
  /** Beyond those of every host with a REST API. */
  capabilities?: Partial<GitHostCapabilities>
  /** Where the vendor looks for the template of pull requests, besides the places that are usual. */
  pullRequestTemplates?: readonly string[]
  words: HostWords
  urls: RepositoryUrlRules
  webhooks: HostWebhooks
  /** Refusals that mean more than with other hosts. */
  refusals: readonly RefusalRule[]
  /** Undefined where drafts are a field of their own. */
  draftTitles?: DraftTitles
}

/** What a host says of a repository. */
export interface HostRepository {
  /** Undefined: it has no branch yet, or none that the token may see. */
  defaultBranch: string | undefined
  /** Why nobody can push to it. */
  frozen?: 'archived' | 'a mirror' | undefined
  /** Undefined: it does not say. */
  mayPush?: boolean | undefined
}

export interface GitHostDependencies extends HostClientDependencies {
  logger: Logger
}

export interface CreatedPull {
  /** Undefined when the host says that one of that branch and base is open already. */
  pull: HostPull | undefined
  /** What the host did not take, such as `label docs`. */
  refused?: readonly string[]
}

/** Title, text and state as they are sent to the host. */
export type PullChange = Omit<PullRequestPatch, 'draft'>

/**
 * What differs between git hosts: how a vendor is asked, and what its answers mean. `RestGitHost` makes the port of it.
 * Without an answer to a request each member throws what it met, a `HostRefusal` for a reply that refuses.
 */
export abstract class VendorGitHost<
  Call extends HostCall,
  Settings extends GitHostSettings = GitHostSettings,
> {
  readonly name: string
  readonly capabilities: GitHostCapabilities
  protected readonly profile: HostProfile
  protected readonly settings: Settings
  protected readonly client: HostClient
  protected readonly dependencies: GitHostDependencies

  /** `secrets`: what no refusal may show, besides the token and the secret of the webhooks. */
  constructor(
    profile: HostProfile,
    settings: Settings,
    dependencies: GitHostDependencies,
    secrets: readonly (string | undefined)[] = [],
  ) {
    const secret = profile.webhooks.secret ?? settings.webhookSecret
    this.name = settings.name
    this.capabilities = {
      draftPullRequests: true,
      forks: false,
      webhooks: secret !== undefined,
      pullRequestTemplates: [...(profile.pullRequestTemplates ?? []), ...PULL_REQUEST_TEMPLATES],
      ...profile.capabilities,
    }
    this.profile = { ...profile, webhooks: { ...profile.webhooks, secret } }
    this.settings = settings
    this.dependencies = dependencies
    const known = [settings.token, settings.webhookSecret, ...secrets]
    this.client = new HostClient({ ...settings, secrets: known }, dependencies)
  }

  /** Makes ready what asks the host: finds credentials. */
  protected abstract begin(call: HostCall, doing: Doing): Call | Promise<Call>
  /** @throws what the host answers for a repository that is not there or out of sight, as a refusal of 404 */
  protected abstract readRepository(call: Call): Promise<HostRepository>
  /** Where git goes. Reading a public repository may need no credentials. */
  protected abstract makeRemote(repository: string, request: RemoteRequest): GitRemote | Promise<GitRemote>
  /** May answer more than was asked for: what belongs elsewhere is taken out. */
  protected abstract listPulls(call: Call, query: PullQuery): Promise<HostPull[]>
  protected abstract readPull(call: Call, number: number): Promise<HostPull>
  protected abstract createPull(call: Call, draft: PullRequestDraft): Promise<CreatedPull>
  protected abstract editPull(call: Call, number: number, change: PullChange): Promise<HostPull>
  protected abstract readDiff(call: Call, number: number): Promise<string>
  protected abstract postComment(
    call: Call,
    number: number,
    comment: { body: string; replyTo?: string },
  ): Promise<void>
  /** The texts of a conversation, or of what `replyTo` is in. */
  protected abstract listComments(call: Call, number: number, replyTo?: string): Promise<string[]>
  /** Whether an author of a comment, by what `events` calls them, may push. */
  protected abstract mayWrite(call: Call, author: string): Promise<boolean>
  /** Asked where the repository does not say it. */
  protected async mayPush(_call: Call): Promise<boolean> {
    return true
  }

  /** Asks for labels or reviewers. @returns what was refused, such as `label docs` */
  protected askFor({ repository }: Call, request: NameRequest): Promise<string[]> {
    const { logger } = this.dependencies
    return askForNames(request, { logger, vendor: this.profile.words.vendor, about: { repository } })
  }

  /** Labels and reviewers that were not a part of `createPull`. @returns what was refused, such as `label docs` */
  protected async decorate(_call: Call, _number: number, _draft: PullRequestDraft): Promise<string[]> {
    return []
  }

  /** Turns a draft into a pull request, or back, where that is no matter of its title. @returns a title to set */
  protected async changeDraft(
    _call: Call,
    _number: number,
    _patch: PullRequestPatch & { draft: boolean },
  ): Promise<PullChange> {
    return {}
  }

  /** What a reviewer said beside the text of the delivery. Undefined: nothing. */
  protected async completeComment(
    _call: Call,
    comment: HostWebhook & { kind: 'comment' },
  ): Promise<HostWebhook | undefined> {
    return comment
  }

  /** Runs work with a call; a vendor's client may need more around it. */
  protected async attempt<T>(call: HostCall, doing: Doing, work: (call: Call) => Promise<T>): Promise<T> {
    return work(await this.begin(call, doing))
  }
}
