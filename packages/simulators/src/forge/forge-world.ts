import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { BareRepository } from '@docent/testing'
import type {
  ForgeAccess,
  ForgeAccount,
  ForgePull,
  ForgeRepository,
  ForgeRepositorySeed,
  ForgeRole,
  ForgeToken,
} from './forge-model.ts'

export const BOT = 'docent-bot'

export interface ForgeWorldSettings {
  origin: string
  /** Where bare repositories are made. */
  folder: string
  /** Milliseconds since the epoch. */
  now: () => number
  /** Begins every token, as the vendor's do. */
  tokenPrefix: string
  /** True: a pull request whose base branch is gone is closed. */
  closesWithoutBase: boolean
  /** Most items of a page, whatever a request asks for. */
  pageSize: number
}

/** Everything a simulated host knows, and the changes that keep it consistent with git. */
export class ForgeWorld {
  readonly accounts: ForgeAccount[] = []
  readonly repositories: ForgeRepository[] = []
  readonly tokens: ForgeToken[] = []
  readonly origin: string
  readonly now: () => number
  readonly #settings: ForgeWorldSettings
  #lastId = 1000

  constructor(settings: ForgeWorldSettings) {
    this.origin = settings.origin
    this.now = settings.now
    this.#settings = settings
  }

  get pageSize(): number {
    return this.#settings.pageSize
  }

  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  /** The account of that login, made when there is none. */
  account(login: string, bot = false): ForgeAccount {
    const known = this.accounts.find((each) => each.login === login)
    if (known) return known
    const made = { id: this.nextId(), login, bot }
    this.accounts.push(made)
    return made
  }

  createToken(login: string, access: ForgeAccess): ForgeToken {
    const value = `${this.#settings.tokenPrefix}${randomBytes(10).toString('hex')}`
    const token = { value, account: this.account(login), access }
    this.tokens.push(token)
    return token
  }

  /** By path or id; paths in any case. */
  repository(path: string): ForgeRepository | undefined {
    return this.repositories.find((each) => samePath(each.path, path) || String(each.id) === path)
  }

  /** The repository that a former path leads to. */
  renamed(path: string): ForgeRepository | undefined {
    return this.repositories.find((each) => each.formerPaths.some((former) => samePath(former, path)))
  }

  roleOf(repository: ForgeRepository, login: string): ForgeRole | undefined {
    return repository.members.get(login) ?? (login === BOT ? 'writer' : undefined)
  }

  bare(repository: ForgeRepository): BareRepository {
    return new BareRepository(repository.gitDir)
  }

  async addRepository(seed: ForgeRepositorySeed): Promise<ForgeRepository> {
    const defaultBranch = seed.defaultBranch ?? 'main'
    const id = this.nextId()
    const bare = await BareRepository.init(join(this.#settings.folder, `${id}.git`), defaultBranch)
    const files = seed.files ?? { 'README.md': `# ${seed.path}\n` }
    await bare.commit(defaultBranch, files, { message: 'docs: begin' })
    for (const login of Object.keys(seed.members ?? {})) this.account(login)
    const repository: ForgeRepository = {
      id,
      path: seed.path,
      private: seed.private ?? false,
      archived: false,
      defaultBranch,
      gitDir: bare.gitDir,
      protectedBranches: new Set(seed.protectedBranches),
      members: new Map(Object.entries(seed.members ?? {})),
      labels: (seed.labels ?? []).map((name) => ({ id: this.nextId(), name })),
      pulls: [],
      formerPaths: [],
    }
    this.repositories.push(repository)
    return repository
  }

  /**
   * Brings open pull requests in line with git, as the hosts do after each push: the head moves with its branch,
   * and a pull request whose head branch is gone is closed.
   */
  async refresh(repository: ForgeRepository): Promise<Map<string, string>> {
    const branches = await this.bare(repository).branches()
    for (const pull of repository.pulls.filter((each) => each.state === 'open')) {
      const head = pull.fork ? pull.head.sha : branches.get(pull.head.ref)
      const base = branches.get(pull.base.ref)
      if (head === undefined || (base === undefined && this.#settings.closesWithoutBase)) {
        this.closePull(pull)
        continue
      }
      if (head !== pull.head.sha) {
        pull.head.sha = head
        pull.updatedAt = this.now()
      }
      pull.base.sha = base ?? pull.base.sha
    }
    return branches
  }

  /** Call it with branches of a `refresh` and no wait in between: two requests at once must not both succeed. */
  openPull(
    repository: ForgeRepository,
    pull: Pick<ForgePull, 'title' | 'body' | 'account'> & { head: string; base: string },
    branches: ReadonlyMap<string, string>,
  ): ForgePull {
    const now = this.now()
    const { head, base, ...rest } = pull
    const made: ForgePull = {
      ...rest,
      id: this.nextId(),
      number: repository.pulls.length + 1,
      state: 'open',
      head: { ref: head, sha: branches.get(head) ?? '' },
      base: { ref: base, sha: branches.get(base) ?? '' },
      labels: [],
      reviewers: [],
      comments: [],
      reviews: [],
      createdAt: now,
      updatedAt: now,
    }
    repository.pulls.push(made)
    return made
  }

  /** The open pull request of that head and base. */
  openPullOf(repository: ForgeRepository, head: string, base: string): ForgePull | undefined {
    return repository.pulls.find(
      (each) => each.state === 'open' && !each.fork && each.head.ref === head && each.base.ref === base,
    )
  }

  closePull(pull: ForgePull): void {
    pull.state = 'closed'
    pull.closedAt = this.now()
    pull.updatedAt = pull.closedAt
  }

  reopenPull(pull: ForgePull, branches: ReadonlyMap<string, string>): void {
    pull.state = 'open'
    pull.head.sha = branches.get(pull.head.ref) ?? pull.head.sha
    delete pull.closedAt
  }

  /** The unified diff against the merge base; of a merged one, what was merged. */
  async diff(repository: ForgeRepository, pull: ForgePull): Promise<string> {
    return pull.base.sha === '' || pull.head.sha === ''
      ? ''
      : this.bare(repository).diff(pull.base.sha, pull.head.sha)
  }
}

function samePath(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
