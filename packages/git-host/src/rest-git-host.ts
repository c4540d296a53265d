import {
  type CallOptions,
  DocentError,
  defined,
  type GitHost,
  GitHostMisconfigured,
  type GitRemote,
  type HostWebhook,
  type OpenedPullRequest,
  type PullRequest,
  type PullRequestDraft,
  type PullRequestPatch,
  type RemoteRequest,
} from '@docent/core/plugin'
import { draftTitle } from './draft-title.ts'
import type { GitHostSettings } from './host-options.ts'
import { type HostPull, type PullQuery, pullsOf, shown } from './host-pull.ts'
import { HostRefusal } from './http/host-refusal.ts'
import { mapHostFailure } from './http/map-host-failure.ts'
import { repositoryPath } from './repository-url.ts'
import { type Doing, type HostCall, type PullChange, VendorGitHost } from './vendor-git-host.ts'
import { firstOf, headersOf, parsePayload, readPayload } from './webhooks/read-webhook.ts'
import { verifyWebhook } from './webhooks/verify-webhook.ts'

type Work<Call, T> = (call: Call) => Promise<T>

/**
 * A git host with a REST API. This class keeps the promises of the port that do not depend on the vendor: whose pull
 * request it is, never two of a branch and base, what is not found and what is out of sight, what is tried again, whose
 * word counts. An adapter says how its vendor is asked.
 */
export abstract class RestGitHost<
    Call extends HostCall = HostCall,
    Settings extends GitHostSettings = GitHostSettings,
  >
  extends VendorGitHost<Call, Settings>
  implements GitHost
{
  matches(repository: string): boolean {
    return repositoryPath(repository, this.profile.urls) !== undefined
  }

  async remote(repository: string, request: RemoteRequest): Promise<GitRemote> {
    const path = this.#locate(repository)
    request.signal?.throwIfAborted()
    if (request.access === 'write' && !this.capabilities.forks) {
      await this.call(path, { doing: 'push', scope: 'push' }, request, (call) => this.#requirePush(call))
    }
    return this.makeRemote(path, request)
  }

  async defaultBranch(repository: string, options?: CallOptions): Promise<string> {
    return this.#ask(repository, 'read the default branch', options, async (call) => {
      const { defaultBranch } = await this.readRepository(call)
      if (defaultBranch !== undefined) return defaultBranch
      const { repository: kind, grant } = this.profile.words
      throw new GitHostMisconfigured(
        `The ${kind} ${call.repository} has no default branch that the user of the token can see. Push a first commit, and ${grant(call.repository)}.`,
      )
    })
  }

  async findPullRequests(repository: string, branch: string, options?: CallOptions): Promise<PullRequest[]> {
    return this.#ask(repository, `list ${this.profile.words.pull}s`, options, async (call) => {
      const query: PullQuery = { branch, state: 'all' }
      return pullsOf(await this.listPulls(call, query), query).map(shown)
    })
  }

  async pullRequest(
    repository: string,
    number: number,
    options?: CallOptions,
  ): Promise<PullRequest | undefined> {
    return this.#ask(repository, `read ${this.#aPull}`, options, async (call) => {
      const found = await this.present(call, () => this.readPull(call, number))
      return found && shown(found)
    })
  }

  async openPullRequest(
    repository: string,
    draft: PullRequestDraft,
    options?: CallOptions,
  ): Promise<OpenedPullRequest> {
    return this.#change(repository, `open ${this.#aPull}`, options, async (call) => {
      const { draftTitles } = this.profile
      const title = draftTitles ? draftTitle(draft.title, draft.draft, draftTitles) : draft.title
      const made = await this.createPull(call, { ...draft, title })
      const pull = made.pull ?? (await this.#existing(call, draft))
      const refused = [...(made.refused ?? []), ...(await this.decorate(call, pull.number, draft))]
      return { ...shown(pull), ...(refused.length > 0 ? { refused } : {}) }
    })
  }

  async updatePullRequest(
    repository: string,
    number: number,
    patch: PullRequestPatch,
    options?: CallOptions,
  ): Promise<PullRequest> {
    return this.#change(repository, `update ${this.#aPull}`, options, async (call) => {
      const { title, body, state } = patch
      const titleChange = await this.#titleChange(call, number, patch)
      const change: PullChange = { ...defined({ title, body, state }), ...titleChange }
      if (Object.keys(change).length === 0) return shown(await this.requirePull(call, number))
      return shown(await this.ofPull(call, number, () => this.editPull(call, number, change)))
    })
  }

  async diff(repository: string, number: number, options?: CallOptions): Promise<string> {
    return this.#ask(repository, `read the diff of ${this.#aPull}`, options, (call) =>
      this.ofPull(call, number, () => this.readDiff(call, number)),
    )
  }

  async comment(
    repository: string,
    number: number,
    comment: { body: string; replyTo?: string },
    options?: CallOptions,
  ): Promise<void> {
    const doing: Doing = { doing: `comment on ${this.#aPull}`, scope: 'write', once: true }
    return this.call(this.#locate(repository), doing, options, (call) =>
      this.ofPull(call, number, () => this.postComment(call, number, comment)),
    )
  }

  async hasComment(
    repository: string,
    number: number,
    { text, replyTo }: { text: string; replyTo?: string },
    options?: CallOptions,
  ): Promise<boolean> {
    return this.#ask(repository, `read the comments of ${this.#aPull}`, options, async (call) => {
      const texts = await this.ofPull(call, number, () => this.listComments(call, number, replyTo))
      return texts.some((each) => each.includes(text))
    })
  }

  async webhook(
    request: { headers: Readonly<Record<string, string>>; body: Uint8Array },
    options?: CallOptions,
  ): Promise<HostWebhook> {
    options?.signal?.throwIfAborted()
    const headers = headersOf(request.headers)
    verifyWebhook(this.profile, headers, request.body)
    const payload = parsePayload(new TextDecoder().decode(request.body))
    const { webhooks, words } = this.profile
    const deliveryId = firstOf(headers, webhooks.delivery)
    const kind = webhooks.kindOf?.(payload) ?? firstOf(headers, webhooks.event)
    const shape = Object.hasOwn(webhooks.events, kind) ? webhooks.events[kind] : undefined
    const event = shape && readPayload(words.product ?? words.vendor, shape, payload)
    const ignored = { kind: 'ignored', event: firstOf(headers, webhooks.event) || kind, deliveryId } as const
    if (event?.kind !== 'comment') return event ? { ...event, deliveryId } : ignored
    const { authorKey, commentId = `delivery:${deliveryId}`, ...said } = event
    const comment = { ...said, commentId, deliveryId }
    if (authorKey === undefined) return { ...comment, authorCanWrite: false }
    return this.#ask(comment.repository, 'read the role of a commenter', options, async (call) => {
      const authorCanWrite = await this.mayWrite(call, authorKey)
      // Of people who may not write nothing more has to be known.
      if (!authorCanWrite) return { ...comment, authorCanWrite }
      return (await this.completeComment(call, { ...comment, authorCanWrite })) ?? ignored
    })
  }

  /** What `work` reads; undefined when the host knows the repository and not the rest. */
  protected async present<T>(call: Call, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!HostRefusal.has(error, 404)) throw error
      // 404 is also what a repository out of sight answers: that one is a failure, and this call throws it.
      await this.readRepository(call)
      return undefined
    }
  }

  /** @throws DocentError `not_found` when the repository is there and the pull request is not. */
  protected async requirePull(call: Call, number: number): Promise<HostPull> {
    const found = await this.present(call, () => this.readPull(call, number))
    if (found) return found
    throw new DocentError('not_found', `${call.repository} has no ${this.profile.words.pull} ${number}.`)
  }

  /** Work on a pull request. @throws DocentError `not_found` when it is not there */
  protected async ofPull<T>(call: Call, number: number, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (HostRefusal.has(error, 404)) await this.requirePull(call, number)
      throw error
    }
  }

  /** @throws GitHostMisconfigured without the base branch, DocentError `git_host_failed` without the branch */
  protected async requireBranches(
    call: Call,
    { branch, base }: PullRequestDraft,
    read: (name: string) => Promise<unknown>,
  ): Promise<void> {
    const isThere = async (name: string): Promise<boolean> =>
      (await this.present(call, () => read(name))) !== undefined
    if (!(await isThere(base))) {
      throw new GitHostMisconfigured(
        `The base branch ${base} is not in ${call.repository} any more: set the default branch of the ${this.profile.words.repository}, or restore the branch.`,
      )
    }
    if (await isThere(branch)) return
    throw new DocentError(
      'git_host_failed',
      `${call.repository} has no branch ${branch}: nothing was pushed to it.`,
    )
  }

  /** An earlier attempt got through and its reply was lost, or a person was faster. */
  async #existing(call: Call, { branch, base }: PullRequestDraft): Promise<HostPull> {
    const query: PullQuery = { branch, base, state: 'open' }
    const [found] = pullsOf(await this.listPulls(call, query), query)
    if (found) return found
    const { vendor, pull } = this.profile.words
    const message = `${vendor} says that a ${pull} of ${branch} exists in ${call.repository}, and does not list it.`
    throw new DocentError('git_host_failed', message, { isRetryable: true })
  }

  /** @throws GitHostMisconfigured when the host says already now that it would refuse a push. */
  async #requirePush(call: Call): Promise<void> {
    const { frozen, mayPush } = await this.readRepository(call)
    const { repository: kind, grant, grantPush = grant(call.repository) } = this.profile.words
    if (frozen) {
      const mend = frozen === 'archived' ? 'unarchive it' : 'make it a repository of its own'
      throw new GitHostMisconfigured(
        `The ${kind} ${call.repository} is ${frozen} and cannot be changed: ${mend}, or set the URL of another one in the project.`,
      )
    }
    if (mayPush ?? (await this.mayPush(call))) return
    throw new GitHostMisconfigured(`The user of the token may not push to ${call.repository}: ${grantPush}.`)
  }

  /** Where the title also says whether it is a draft, a change of one needs the other. */
  async #titleChange(call: Call, number: number, patch: PullRequestPatch): Promise<PullChange> {
    const { title, draft } = patch
    const { draftTitles } = this.profile
    if (!draftTitles) return draft === undefined ? {} : this.changeDraft(call, number, { ...patch, draft })
    if (title === undefined && draft === undefined) return {}
    if (title !== undefined && draft !== undefined) return { title: draftTitle(title, draft, draftTitles) }
    const pull = await this.requirePull(call, number)
    return { title: draftTitle(title ?? pull.title, draft ?? pull.draft, draftTitles) }
  }

  get #aPull(): string {
    return `a ${this.profile.words.pull}`
  }

  #ask<T>(at: string, doing: string, options: CallOptions | undefined, work: Work<Call, T>): Promise<T> {
    return this.call(this.#locate(at), { doing, scope: 'read' }, options, work)
  }

  #change<T>(at: string, doing: string, options: CallOptions | undefined, work: Work<Call, T>): Promise<T> {
    return this.call(this.#locate(at), { doing, scope: 'write' }, options, work)
  }

  /** Work with the host on the repository of that path. */
  protected async call<T>(
    path: string,
    doing: Doing,
    options: CallOptions | undefined,
    work: Work<Call, T>,
  ): Promise<T> {
    const signal = options?.signal
    signal?.throwIfAborted()
    const call: HostCall = { repository: path, once: doing.once ?? false, signal }
    try {
      return await this.attempt(call, doing, work)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      const { words, refusals: rules } = this.profile
      const context = {
        words,
        rules,
        repository: path,
        doing: doing.doing,
        now: this.dependencies.clock.now(),
      }
      throw mapHostFailure(error, context)
    }
  }

  #locate(repository: string): string {
    const { urls, words } = this.profile
    const path = repositoryPath(repository, urls)
    if (path !== undefined) return path
    throw new GitHostMisconfigured(
      `${urls.webUrl} has no ${words.repository} under the URL of this project: it must look like ${urls.webUrl}/${words.path}.`,
    )
  }
}
