import { randomBytes } from 'node:crypto'
import { HostWorld, type WorldSettings } from '../host/host-world.ts'
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

export interface ForgeWorldSettings extends WorldSettings {
  /** Begins every token, as the vendor's do. */
  tokenPrefix: string
}

/** What the hosts that are described as data know. */
export class ForgeWorld extends HostWorld<ForgeAccount, ForgePull, ForgeRepository, ForgeToken> {
  readonly #tokenPrefix: string

  constructor(settings: ForgeWorldSettings) {
    super(settings)
    this.#tokenPrefix = settings.tokenPrefix
  }

  override pathOf({ path }: ForgeRepository): string {
    return path
  }

  protected override tipOf(
    _repository: ForgeRepository,
    { fork, head }: ForgePull,
    branches: ReadonlyMap<string, string>,
  ): string | undefined {
    return fork ? head.sha : branches.get(head.ref)
  }

  /** The account of that login, made when there is none. */
  account(login: string, bot = false): ForgeAccount {
    return this.keptAccount(login, (id) => ({ id, login, bot }))
  }

  createToken(login: string, access: ForgeAccess): ForgeToken {
    const value = `${this.#tokenPrefix}${randomBytes(10).toString('hex')}`
    const token = { value, account: this.account(login), access }
    this.tokens.push(token)
    return token
  }

  roleOf(repository: ForgeRepository, login: string): ForgeRole | undefined {
    return repository.members.get(login) ?? (login === BOT ? 'writer' : undefined)
  }

  async addRepository(seed: ForgeRepositorySeed): Promise<ForgeRepository> {
    const defaultBranch = seed.defaultBranch ?? 'main'
    const bare = await this.newGit(defaultBranch)
    const files = seed.files ?? { 'README.md': `# ${seed.path}\n` }
    await bare.commit(defaultBranch, files, { message: 'docs: begin' })
    for (const login of Object.keys(seed.members ?? {})) this.account(login)
    const repository: ForgeRepository = {
      id: this.nextId(),
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

  /** Call it with branches of a `refresh` and no wait in between: two requests at once must not both succeed. */
  openPull(
    repository: ForgeRepository,
    pull: Pick<ForgePull, 'title' | 'body' | 'account'> & { head: string; base: string },
    branches: ReadonlyMap<string, string>,
  ): ForgePull {
    const { head, base, ...rest } = pull
    const made: ForgePull = {
      ...rest,
      ...this.newPull(repository),
      head: { ref: head, sha: branches.get(head) ?? '' },
      base: { ref: base, sha: branches.get(base) ?? '' },
      labels: [],
      reviewers: [],
      comments: [],
      reviews: [],
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
