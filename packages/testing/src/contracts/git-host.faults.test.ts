import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  CallOptions,
  HostWebhook,
  PullRequestDraft,
  PullRequestPatch,
  RemoteRequest,
} from '@docent/core'
import { describe, expect, test } from 'vitest'
import { MemoryGitHost, type MemoryGitHostOptions } from '../fakes/memory-git-host.ts'
import { BareRepository } from '../github/bare-repository.ts'
import { failingCases } from './contract-case.ts'
import { gitHostCases, gitHostContract } from './git-host.ts'
import type { GitHostContext } from './git-host-context.ts'

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
    deleteBranch: (branch) => bare.deleteBranch(branch),
    mergePull: (number) => host.mergePull(repository, number),
    async closePull(number) {
      await host.updatePullRequest(repository, number, { state: 'closed' })
    },
    delivery() {
      const expected = { kind: 'push', repository, branch: 'main', commit: 'a', deliveryId: 'd' } as const
      const body = Buffer.from(JSON.stringify(expected))
      return { headers: { 'x-signature': host.sign(body) }, body, expected }
    },
    close: () => rm(directory, { recursive: true }),
  }
}

gitHostContract('memory', () => contextOf(MemoryGitHost))
gitHostContract('memory without drafts and webhooks', () =>
  contextOf(MemoryGitHost, { capabilities: { draftPullRequests: false, webhooks: false } }),
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
    { Broken: IgnoresTheSignal, sentence: /aborted signal/ },
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
  ])('catches a host that is $Broken.name', async ({ Broken, sentence }) => {
    // Only the cases that are to catch it: every case of every fault makes a repository.
    const aimed = gitHostCases.filter(({ name }) => sentence.test(name))
    expect(aimed).not.toEqual([])
    expect(await failingCases(aimed, () => contextOf(Broken))).toEqual(aimed.map(({ name }) => name))
  })
})
