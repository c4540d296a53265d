import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CallOptions,
  DocentError,
  type HostWebhook,
  type PullRequestDraft,
  type PullRequestPatch,
  type RemoteRequest,
} from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { MemoryGitHost, type MemoryGitHostOptions } from '../fakes/memory-git-host.ts'
import { MergingGitHost } from '../fakes/merging-git-host.ts'
import { BareRepository } from '../material/bare-repository.ts'
import { failingCases } from './contract-case.ts'
import { gitHostCases, gitHostContract } from './git-host.ts'
import { BRANCH, type DeliveryDraft, type GitHostContext } from './git-host-context.ts'

class OpensASecondOne extends MemoryGitHost {
  protected override existing() {
    return undefined
  }
}

class LooksBeforeItWaits extends MemoryGitHost {
  #known: ReturnType<MemoryGitHost['existing']>
  override async openPullRequest(repository: string, draft: PullRequestDraft, options?: CallOptions) {
    const [open] = await this.findPullRequests(repository, draft.branch, options)
    this.#known = super.existing(new URL(repository).pathname, draft)
    return open?.state === 'open' ? open : super.openPullRequest(repository, draft, options)
  }
  protected override existing() {
    return this.#known
  }
}

class MixesUpConversations extends MemoryGitHost {
  override async hasComment(
    repository: string,
    number: number,
    { text }: { text: string },
    options?: CallOptions,
  ) {
    await super.hasComment(repository, number, { text }, options)
    return this.pulls.some(({ comments }) => comments.some((body) => body.includes(text)))
  }
}

class HidesWhatIsNotOpen extends MemoryGitHost {
  override async findPullRequests(repository: string, branch: string, options?: CallOptions) {
    const found = await super.findPullRequests(repository, branch, options)
    return found.filter(({ state }) => state === 'open')
  }
}

class OldestFirst extends MemoryGitHost {
  override async findPullRequests(repository: string, branch: string, options?: CallOptions) {
    return (await super.findPullRequests(repository, branch, options)).reverse()
  }
}

class FindsEveryBranch extends MemoryGitHost {
  override async findPullRequests(repository: string, branch: string, options?: CallOptions) {
    await super.findPullRequests(repository, branch, options)
    return this.pulls.toReversed().map(({ gitDir: _gitDir, from: _from, ...pull }) => pull)
  }
}

class PutsCredentialsIntoTheUrl extends MemoryGitHost {
  override async remote(repository: string, options: CallOptions & { access: 'read' | 'write' }) {
    const { url } = await super.remote(repository, options)
    return { url: url.replace('file://', 'https://x-token:secret@host') }
  }
}

class KeepsEveryRepository extends MemoryGitHost {
  override matches() {
    return true
  }
}

class IgnoresTheSignal extends MemoryGitHost {
  override openPullRequest(repository: string, draft: PullRequestDraft) {
    return super.openPullRequest(repository, draft)
  }
}

class DropsTheMarker extends MemoryGitHost {
  override openPullRequest(repository: string, draft: PullRequestDraft, options?: CallOptions) {
    const body = draft.body.replace(/<!--.*?-->\n?/g, '')
    return super.openPullRequest(repository, { ...draft, body }, options)
  }
}

class EmptiesWhatIsNotChanged extends MemoryGitHost {
  override updatePullRequest(
    repository: string,
    number: number,
    patch: PullRequestPatch,
    options?: CallOptions,
  ) {
    return super.updatePullRequest(repository, number, { body: '', ...patch }, options)
  }
}

class ReopensWhatIsMerged extends MemoryGitHost {
  override async pullRequest(repository: string, number: number, options?: CallOptions) {
    const pull = await super.pullRequest(repository, number, options)
    if (pull?.state !== 'merged') return pull
    const range = [`refs/heads/${pull.base}..refs/heads/${pull.branch}`]
    const ahead = await new BareRepository(new URL(repository).pathname).git('rev-list', ...range)
    return { ...pull, state: ahead === '' ? ('merged' as const) : ('open' as const) }
  }
}

class ComparesWithTheTip extends MemoryGitHost {
  protected override compare(repository: BareRepository, _from: string, head: string) {
    return super.compare(repository, 'refs/heads/main', head)
  }
}

class AnswersNothingForAMissingRepository extends MemoryGitHost {
  override async findPullRequests(repository: string, branch: string, options?: CallOptions) {
    try {
      return await super.findPullRequests(repository, branch, options)
    } catch (error) {
      if (options?.signal?.aborted) throw error
      return []
    }
  }
}

class ThrowsWhenThereIsNone extends MemoryGitHost {
  override async pullRequest(repository: string, number: number, options?: CallOptions) {
    const pull = await super.pullRequest(repository, number, options)
    if (!pull) throw new Error('404')
    return pull
  }
}

class TrustsEveryWebhook extends MemoryGitHost {
  override async webhook({ body }: { body: Uint8Array }): Promise<HostWebhook> {
    return JSON.parse(Buffer.from(body).toString())
  }
}

class MakesNoDrafts extends MemoryGitHost {
  override openPullRequest(repository: string, draft: PullRequestDraft, options?: CallOptions) {
    return super.openPullRequest(repository, { ...draft, draft: false }, options)
  }
}

class SaysForksAndHasNone extends MemoryGitHost {
  constructor(options: MemoryGitHostOptions = {}) {
    super({ ...options, capabilities: { ...options.capabilities, forks: true } })
  }
}

class PushesElsewhere extends MemoryGitHost {
  override async remote(repository: string, options: RemoteRequest) {
    const remote = await super.remote(repository, options)
    return options.access === 'write' ? { ...remote, url: `${remote.url}/../fork.git` } : remote
  }
}

class CountsBranchesOfForks extends MemoryGitHost {
  override async findPullRequests(repository: string, branch: string, options?: CallOptions) {
    await super.findPullRequests(repository, branch, options)
    const found = this.pulls.filter((pull) => pull.branch === branch).toReversed()
    return found.map(
      ({ gitDir: _gitDir, from: _from, comments: _comments, fromFork: _fork, ...pull }) => pull,
    )
  }
}

class AnswersThePullRequestOfAFork extends MemoryGitHost {
  protected override existing(gitDir: string, { branch, base }: PullRequestDraft) {
    const mine = { gitDir, branch, base, state: 'open' } as const
    return this.pulls.find((pull) =>
      Object.entries(mine).every(([name, value]) => pull[name as keyof typeof mine] === value),
    )
  }
}

class AnswersAnotherBase extends MemoryGitHost {
  protected override existing(gitDir: string, { branch }: PullRequestDraft) {
    return this.pulls.findLast(
      (pull) => pull.gitDir === gitDir && pull.state === 'open' && pull.branch === branch && !pull.fromFork,
    )
  }
}

class AnswersAClosedOne extends MemoryGitHost {
  protected override existing(gitDir: string, { branch, base }: PullRequestDraft) {
    return this.pulls.findLast(
      (pull) => pull.gitDir === gitDir && pull.branch === branch && pull.base === base && !pull.fromFork,
    )
  }
}

class ReopensAgainstItsWord extends MemoryGitHost {
  constructor(options: MemoryGitHostOptions = {}) {
    super({ ...options, capabilities: { ...options.capabilities, reopen: false } })
  }
  override async updatePullRequest(
    repository: string,
    number: number,
    patch: PullRequestPatch,
    options?: CallOptions,
  ) {
    const { state, ...rest } = patch
    for (const pull of this.pulls) if (pull.number === number && state) pull.state = state
    return super.updatePullRequest(repository, number, rest, options)
  }
}

class RefusesToReopen extends MemoryGitHost {
  override updatePullRequest(
    repository: string,
    number: number,
    patch: PullRequestPatch,
    options?: CallOptions,
  ) {
    if (patch.state === 'open') throw new DocentError('git_host_failed', 'Cannot be reopened.')
    return super.updatePullRequest(repository, number, patch, options)
  }
}

class KeepsTheLastComments extends MemoryGitHost {
  override async hasComment(
    repository: string,
    number: number,
    { text }: { text: string },
    options?: CallOptions,
  ) {
    await super.hasComment(repository, number, { text }, options)
    const comments = this.pulls.find((pull) => pull.number === number)?.comments ?? []
    return comments.slice(-2).some((body) => body.includes(text))
  }
}

class CommentsOnNothing extends MemoryGitHost {
  override async comment(
    repository: string,
    number: number,
    comment: { body: string },
    options?: CallOptions,
  ) {
    options?.signal?.throwIfAborted()
    if (this.pulls.some((pull) => pull.number === number)) {
      await super.comment(repository, number, comment, options)
    }
  }
}

class ComparesABeginning extends MemoryGitHost {
  protected override isSigned(signature: string, body: Uint8Array) {
    return signature.slice(0, 12) === this.sign(body).slice(0, 12)
  }
}

class TakesAnEmptySignature extends MemoryGitHost {
  protected override isSigned(signature: string, body: Uint8Array) {
    return signature === '' || super.isSigned(signature, body)
  }
}

class SignsNothingOfTheBody extends MemoryGitHost {
  override sign(_body: Uint8Array, secret?: string) {
    return super.sign(Buffer.from('body'), secret)
  }
}

class KnowsNoSecret extends MemoryGitHost {
  protected override isSigned(signature: string, body: Uint8Array) {
    return [undefined, 'another secret'].some((secret) => this.sign(body, secret) === signature)
  }
}

class TakesBranchesForPatterns extends MemoryGitHost {
  override async findPullRequests(repository: string, branch: string, options?: CallOptions) {
    await super.findPullRequests(repository, branch, options)
    const pattern = new RegExp(`^${branch.replaceAll('-', '.').replaceAll('+', '\\+')}$`)
    const all = [...new Set(this.pulls.map((pull) => pull.branch))].filter((name) => pattern.test(name))
    return (await Promise.all(all.map((name) => super.findPullRequests(repository, name, options)))).flat()
  }
}

class MergesAnotherHead extends MergingGitHost {
  override merge(repository: string, number: number, { head: _, ...options }: { head?: string } = {}) {
    return super.merge(repository, number, options)
  }
}

class MergesWhatIsClosed extends MergingGitHost {
  override async merge(repository: string, number: number, options: { head?: string } = {}) {
    const pull = await this.pullRequest(repository, number)
    if (pull?.state === 'closed') await this.updatePullRequest(repository, number, { state: 'open' })
    return super.merge(repository, number, options)
  }
}

type FileOfCommit = Parameters<MergingGitHost['readFile']>[1]

class ReadsTheNewestRevision extends MergingGitHost {
  override async readFile(repository: string, file: FileOfCommit) {
    const bare = new BareRepository(new URL(repository).pathname)
    const commit = (await bare.branches()).get(BRANCH) ?? file.commit
    return super.readFile(repository, { ...file, commit })
  }
}

class ReadsWhatIsLarger extends MergingGitHost {
  override readFile(repository: string, file: FileOfCommit) {
    return super.readFile(repository, { ...file, maxBytes: file.maxBytes + 1 })
  }
}

class FollowsLinks extends MergingGitHost {
  override async readFile(repository: string, file: FileOfCommit) {
    const content = await super.readFile(repository, file)
    const path = Buffer.from(content ?? []).toString()
    const within = path.startsWith('README') ? await super.readFile(repository, { ...file, path }) : undefined
    return within ?? content
  }
}

class FollowsLinksOut extends MergingGitHost {
  override async readFile(repository: string, file: FileOfCommit) {
    const content = await super.readFile(repository, file)
    const target = Buffer.from(content ?? []).toString()
    return target.startsWith('../') ? readFile(join(new URL(repository).pathname, target)) : content
  }
}

type Host = new (options?: MemoryGitHostOptions) => MemoryGitHost

async function contextOf(Host: Host, options: MemoryGitHostOptions = {}): Promise<GitHostContext> {
  const directory = await mkdtemp(join(tmpdir(), 'memory-git-host-'))
  const repository = `file://${directory}/docs.git`
  const bare = await BareRepository.init(`${directory}/docs.git`, 'main')
  await bare.commit('main', { 'README.md': 'hello\n' })
  const host = new Host(options)
  return {
    host,
    repository,
    missing: `file://${directory}/missing.git`,
    foreign: 'https://git.example.com/acme/docs',
    enforcesAccess: false,
    pushBranch: (branch, files) => bare.commit(branch, files, { from: 'main' }),
    pushLink: (branch, path, target) => bare.commit(branch, { [path]: { linkTo: target } }, { from: 'main' }),
    deleteBranch: (branch) => bare.deleteBranch(branch),
    mergePull: (number) => host.mergePull(repository, number),
    async closePull(number) {
      await host.updatePullRequest(repository, number, { state: 'closed' })
    },
    pageSize: { none: 'every list is in memory, whole' },
    network: { none: 'repositories are on this machine' },
    openForkPull: (branch, base) => host.openForkPull(repository, branch, base),
    reviewComment: async (number) => `review-${number}`,
    rename: { none: 'a folder that was moved is not there any more' },
    webhooks: {
      replay: 'id',
      signatureHeaders: ['x-signature'],
      otherSecret: 'another secret',
      delivery(draft: DeliveryDraft = {}) {
        const { event = { kind: 'push' as const }, secret, id: deliveryId = randomUUID() } = draft
        const common = { repository, deliveryId }
        const said = { commentId: 'c', author: 'a-person', body: 'Please go on.' }
        const expected: HostWebhook =
          event.kind === 'push'
            ? { kind: 'push', branch: 'main', commit: 'a', ...common }
            : event.kind === 'fork-pull' || event.kind === 'tag-push'
              ? { kind: 'ignored', event: event.kind, deliveryId }
              : event.kind === 'merged'
                ? { kind: 'pull-request', number: event.number, state: 'merged', branch: BRANCH, ...common }
                : {
                    kind: 'comment',
                    number: event.number,
                    authorCanWrite: event.by === 'writer',
                    ...said,
                    ...common,
                  }
        const body = Buffer.from(JSON.stringify(expected))
        return { headers: { 'x-signature': host.sign(body, secret) }, body, expected }
      },
    },
    close: () => rm(directory, { recursive: true }),
  }
}

gitHostContract('memory, merging', () => contextOf(MergingGitHost))
gitHostContract('memory', () => contextOf(MemoryGitHost))
gitHostContract('memory without drafts, webhooks and reopening', () =>
  contextOf(MemoryGitHost, { capabilities: { draftPullRequests: false, webhooks: false, reopen: false } }),
)

describe('GitHost contract', () => {
  test.each([
    { Broken: OpensASecondOne, sentence: /asked twice/ },
    { Broken: MixesUpConversations, sentence: /on that pull request only/ },
    { Broken: LooksBeforeItWaits, sentence: /by several at once/ },
    { Broken: HidesWhatIsNotOpen, sentence: /in any state/ },
    { Broken: OldestFirst, sentence: /newest first/ },
    { Broken: FindsEveryBranch, sentence: /no other branch/ },
    { Broken: PutsCredentialsIntoTheUrl, sentence: /no credentials in the URL/ },
    { Broken: KeepsEveryRepository, sentence: /by the URL alone/ },
    { Broken: IgnoresTheSignal, sentence: /of an aborted signal/ },
    { Broken: DropsTheMarker, sentence: /text unchanged/ },
    { Broken: EmptiesWhatIsNotChanged, sentence: /each alone/ },
    { Broken: ReopensWhatIsMerged, sentence: /merged merged/ },
    { Broken: ComparesWithTheTip, sentence: /merge base/ },
    { Broken: AnswersNothingForAMissingRepository, sentence: /missing repository/ },
    { Broken: ThrowsWhenThereIsNone, sentence: /answers undefined/ },
    { Broken: TrustsEveryWebhook, sentence: /webhooks that are signed/ },
    { Broken: MakesNoDrafts, sentence: /opens drafts/ },
    { Broken: SaysForksAndHasNone, sentence: /branches of jobs/ },
    { Broken: PushesElsewhere, sentence: /branches of jobs/ },
    { Broken: CountsBranchesOfForks, sentence: /pull requests of forks apart/ },
    { Broken: AnswersThePullRequestOfAFork, sentence: /pull requests of forks apart/ },
    { Broken: AnswersAnotherBase, sentence: /another base/ },
    { Broken: AnswersAClosedOne, sentence: /closed or merged/ },
    { Broken: ReopensAgainstItsWord, sentence: /again, or refuses/ },
    { Broken: RefusesToReopen, sentence: /again, or refuses/ },
    { Broken: KeepsTheLastComments, sentence: /longer than a page/ },
    { Broken: CommentsOnNothing, sentence: /to comment on/ },
    { Broken: ComparesABeginning, sentence: /missing, empty, cut/ },
    { Broken: TakesAnEmptySignature, sentence: /missing, empty, cut/ },
    { Broken: SignsNothingOfTheBody, sentence: /missing, empty, cut/ },
    { Broken: KnowsNoSecret, sentence: /missing, empty, cut/ },
    { Broken: MergesAnotherHead, sentence: /head that was seen/ },
    { Broken: MergesWhatIsClosed, sentence: /that is closed/ },
    { Broken: ReadsTheNewestRevision, sentence: /commit that is named/ },
    { Broken: ReadsWhatIsLarger, sentence: /what is larger/ },
    { Broken: FollowsLinks, sentence: /follows no link/ },
    { Broken: FollowsLinksOut, sentence: /follows no link/ },
    { Broken: TakesBranchesForPatterns, sentence: /as they are/ },
  ])('catches a host that is $Broken.name', async ({ Broken, sentence }) => {
    // Only the cases that are to catch it: every case of every fault makes a repository.
    const aimed = gitHostCases.filter(({ name }) => sentence.test(name))
    expect(aimed).not.toEqual([])
    expect(await failingCases(aimed, () => contextOf(Broken))).toEqual(aimed.map(({ name }) => name))
  })
})
