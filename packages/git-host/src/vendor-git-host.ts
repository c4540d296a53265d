import type {
  DocentError,
  GitHostCapabilities,
  GitRemote,
  HostWebhook,
  PullRequestDraft,
  PullRequestPatch,
  RemoteRequest,
} from '@docent/core'
import type { DraftTitles } from './draft-title.ts'
import type { HostPull, PullQuery } from './host-pull.ts'
import { HostRefusal } from './host-refusal.ts'
import type { ParsedWebhook } from './read-webhook.ts'
import type { RepositoryUrlRules } from './repository-url.ts'

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

/** What the host is called in messages. */
export interface HostWords {
  /** Begins a sentence: `GitLab`, `The git host`. */
  vendor: string
  pull: string
  repository: string
  /** What a URL of a repository looks like behind the address of the host: `OWNER/NAME`. */
  path: string
}

export interface HostProfile {
  name: string
  capabilities: GitHostCapabilities
  words: HostWords
  urls: RepositoryUrlRules
  /** Undefined where drafts are a field of their own. */
  draftTitles?: DraftTitles
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
 * Without an answer to a request each member throws what it met: `mapError` translates it.
 */
export abstract class VendorGitHost<Call extends HostCall> {
  readonly name: string
  readonly capabilities: GitHostCapabilities
  protected readonly profile: HostProfile

  constructor(profile: HostProfile) {
    this.name = profile.name
    this.capabilities = profile.capabilities
    this.profile = profile
  }

  /** Makes ready what asks the host: finds credentials. */
  protected abstract begin(call: HostCall, doing: Doing): Call | Promise<Call>
  /** @throws what the host answers for a repository that is not there or out of sight, as a refusal of 404 */
  protected abstract readRepository(call: Call): Promise<unknown>
  protected abstract readDefaultBranch(call: Call): Promise<string>
  /** @throws GitHostMisconfigured when the host says already now that it would refuse a push. */
  protected abstract requirePush(call: Call): Promise<void>
  /** Where git goes, once `requirePush` was content. Reading a public repository may need no credentials. */
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
  /** @throws DocentError `unauthorized`, or `configuration` without a secret */
  protected abstract verifyWebhook(
    headers: ReadonlyMap<string, string>,
    body: Uint8Array,
  ): Promise<void> | void
  /** Undefined for an event that Docent does not act on. */
  protected abstract parseWebhook(
    headers: ReadonlyMap<string, string>,
    payload: unknown,
  ): { parsed: ParsedWebhook | undefined; event: string; deliveryId: string }
  /** Whether an author of a comment, by what `parseWebhook` calls them, may push. */
  protected abstract mayWrite(call: Call, author: string): Promise<boolean>
  /** The one place where a vendor's failures become Docent's. A DocentError passes unchanged. */
  protected abstract mapError(error: unknown, repository: string, doing: string): DocentError

  /** Labels and reviewers that were not a part of `createPull`. @returns what was refused, such as `label docs` */
  protected async decorate(_call: Call, _number: number, _draft: PullRequestDraft): Promise<string[]> {
    return []
  }

  /** Turns a draft into a pull request, or back, where that is no matter of its title. @returns a title to set */
  protected async changeDraft(_call: Call, _number: number, _patch: PullRequestPatch): Promise<PullChange> {
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

  /** Status of a refusal; undefined when the host did not answer. */
  protected statusOf(error: unknown): number | undefined {
    return error instanceof HostRefusal ? error.status : undefined
  }
}
