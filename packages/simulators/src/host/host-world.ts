import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BareRepository } from '@docent/testing'

export interface WorldAccount {
  id: number
  login: string
}

/** What every host keeps of a pull request. */
export interface WorldPull<Account> {
  id: number
  number: number
  state: 'open' | 'closed'
  head: { ref: string; sha: string }
  base: { ref: string; sha: string }
  createdAt: number
  updatedAt: number
  closedAt?: number
  merged?: { at: number; by: Account; commit: string }
}

/** What every host keeps of a repository. Branches and commits are not among it: git has those. */
export interface WorldRepository<Pull> {
  id: number
  private: boolean
  archived: boolean
  defaultBranch: string
  /** Folder of the bare repository. */
  gitDir: string
  protectedBranches: Set<string>
  pulls: Pull[]
  /** Paths that now lead here. */
  formerPaths: string[]
}

export interface WorldSettings {
  origin: string
  /** Where bare repositories are made. */
  folder: string
  /** Milliseconds since the epoch. */
  now: () => number
  /** Most items of a page, whatever a request asks for. */
  pageSize: number
  /** True: a pull request whose base branch is gone is closed. */
  closesWithoutBase: boolean
  /** The pre-receive hook: refuses the branches in `$PROTECTED_BRANCHES`. */
  protectionHook: string
}

/** Everything a simulated host knows, and the changes that keep it consistent with git. */
export abstract class HostWorld<
  Account extends WorldAccount,
  Pull extends WorldPull<Account>,
  Repository extends WorldRepository<Pull>,
  Token extends { value: string },
> {
  readonly accounts: Account[] = []
  readonly repositories: Repository[] = []
  readonly tokens: Token[] = []
  readonly origin: string
  readonly now: () => number
  readonly pageSize: number
  readonly #settings: WorldSettings
  #lastId = 1000

  constructor(settings: WorldSettings) {
    this.origin = settings.origin
    this.now = settings.now
    this.pageSize = settings.pageSize
    this.#settings = settings
  }

  /** `owner/name` */
  abstract pathOf(repository: Repository): string
  /** Tip of the branch that a pull request comes from, in whichever repository; undefined when it is gone. */
  protected abstract tipOf(
    repository: Repository,
    pull: Pull,
    branches: ReadonlyMap<string, string>,
  ): string | undefined | Promise<string | undefined>
  /** The branch of a pull request has other commits now. */
  protected async headMoved(_repository: Repository, _pull: Pull): Promise<void> {}

  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  /** The account of that login, kept as `make` has it when there is none. */
  protected keptAccount(login: string, make: (id: number) => Account): Account {
    const known = this.accounts.find((each) => each.login === login)
    if (known) return known
    const made = make(this.nextId())
    this.accounts.push(made)
    return made
  }

  /** By path or id; paths in any case. */
  repository(path: string): Repository | undefined {
    return this.repositories.find((each) => samePath(this.pathOf(each), path) || String(each.id) === path)
  }

  /** The repository that a former path leads to. */
  renamed(path: string): Repository | undefined {
    return this.repositories.find((each) => each.formerPaths.some((former) => samePath(former, path)))
  }

  bare({ gitDir }: Repository): BareRepository {
    return new BareRepository(gitDir)
  }

  /** A bare repository with the hook that guards protected branches, without commits. */
  async newGit(defaultBranch: string): Promise<BareRepository> {
    const { folder, protectionHook } = this.#settings
    const bare = await BareRepository.init(join(folder, `${this.nextId()}.git`), defaultBranch)
    const hook = join(bare.gitDir, 'hooks/pre-receive')
    await writeFile(hook, protectionHook)
    await chmod(hook, 0o755)
    return bare
  }

  /**
   * Brings open pull requests in line with git, as hosts do after each push: the head moves with its branch, and a pull
   * request whose head branch is gone is closed.
   */
  async refresh(repository: Repository): Promise<Map<string, string>> {
    const branches = await this.bare(repository).branches()
    for (const pull of repository.pulls.filter((each) => each.state === 'open')) {
      const head = await this.tipOf(repository, pull, branches)
      const base = branches.get(pull.base.ref)
      if (head === undefined || (base === undefined && this.#settings.closesWithoutBase)) {
        this.closePull(pull)
        continue
      }
      if (head !== pull.head.sha) {
        pull.head.sha = head
        pull.updatedAt = this.now()
        await this.headMoved(repository, pull)
      }
      pull.base.sha = base ?? pull.base.sha
    }
    return branches
  }

  /** What every new pull request has. */
  protected newPull(repository: Repository) {
    const now = this.now()
    const number = repository.pulls.length + 1
    return { id: this.nextId(), number, state: 'open', createdAt: now, updatedAt: now } as const
  }

  closePull(pull: Pull): void {
    pull.state = 'closed'
    pull.closedAt = this.now()
    pull.updatedAt = pull.closedAt
  }
}

function samePath(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
