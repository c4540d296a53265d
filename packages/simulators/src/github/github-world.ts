import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { BareRepository, type ChangedFile } from '@docent/testing'
import type {
  GithubAccount,
  GithubApp,
  GithubInstallation,
  GithubPull,
  GithubRepository,
  GithubToken,
  Permissions,
} from './github-model.ts'
import { GithubRefusal, notFound } from './github-refusal.ts'

let keys: { publicKey: string; privateKey: string } | undefined

/** Once a process: that takes longer than most tests. */
function makeKeys() {
  keys ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return keys
}

const APP_OWNER: GithubAccount = { id: 1, login: 'docent-app-owner', type: 'Organization' }

/** Everything the simulated GitHub knows, and the changes that keep it consistent with git. */
export class GithubWorld {
  readonly accounts: GithubAccount[] = []
  readonly repositories: GithubRepository[] = []
  readonly installations: GithubInstallation[] = []
  readonly tokens: GithubToken[] = []
  #app: GithubApp | undefined
  readonly origin: string
  readonly folder: string
  readonly now: () => number
  readonly tokenLifetimeMs: number
  /** Most items of a page, whatever a request asks for. */
  readonly pageSize: number
  /** The primary rate limit; `resetAt` in milliseconds since the epoch. */
  readonly rate: { limit: number; remaining: number; resetAt: number } = {
    limit: 5000,
    remaining: 5000,
    resetAt: 0,
  }
  /** How often the branches of a new fork are asked for in vain. */
  forkDelay = 0
  #lastId = 1000
  readonly #comparisons = new Map<string, Promise<Comparison>>()

  constructor(settings: WorldSettings) {
    this.accounts.push(APP_OWNER)
    this.origin = settings.origin
    this.folder = settings.folder
    this.now = settings.now
    this.tokenLifetimeMs = settings.tokenLifetimeMs
    this.pageSize = settings.pageSize
  }

  /** Its keys are made when they are first asked for: that takes longer than all the rest. */
  get app(): GithubApp {
    this.#app ??= {
      id: 4242,
      slug: 'docent',
      name: 'Docent',
      owner: APP_OWNER,
      ...makeKeys(),
    }
    return this.#app
  }

  get apiUrl(): string {
    return `${this.origin}/api/v3`
  }

  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  /** Takes one request of the primary limit; false when none is left before the reset. */
  takeRequest(): boolean {
    if (this.rate.resetAt <= this.now()) {
      this.rate.remaining = this.rate.limit
      this.rate.resetAt = this.now() + 3_600_000
    }
    if (this.rate.remaining <= 0) return false
    this.rate.remaining -= 1
    return true
  }

  /** The account of that login, made as a person when there is none. */
  account(login: string, type: GithubAccount['type'] = 'User'): GithubAccount {
    const known = this.accounts.find((each) => each.login === login)
    if (known) return known
    const made = { id: this.nextId(), login, type }
    this.accounts.push(made)
    return made
  }

  /** By `owner/name`, in any case. */
  repository(path: string): GithubRepository | undefined {
    return this.repositories.find((each) => samePath(`${each.owner.login}/${each.name}`, path))
  }

  /** The repository that a former path redirects to. */
  renamed(path: string): GithubRepository | undefined {
    return this.repositories.find((each) => each.formerPaths.some((former) => samePath(former, path)))
  }

  bare(repository: GithubRepository): BareRepository {
    return new BareRepository(repository.gitDir)
  }

  newGitDir(): string {
    return join(this.folder, `${this.nextId()}.git`)
  }

  installationOf(repository: GithubRepository): GithubInstallation | undefined {
    return this.installations.find((each) => covers(each, repository))
  }

  issueInstallationToken(
    installation: GithubInstallation,
    asked: { permissions?: Permissions; repositories?: ReadonlySet<number> },
  ): GithubToken {
    const mine = this.repositories.filter((each) => covers(installation, each)).map((each) => each.id)
    const all = installation.repositories === 'all' ? ('all' as const) : new Set(mine)
    const token: GithubToken = {
      value: `ghs_${randomBytes(18).toString('hex')}`,
      account: this.account(`${this.app.slug}[bot]`, 'Bot'),
      permissions: asked.permissions ?? installation.permissions,
      repositories: asked.repositories ?? all,
      classic: false,
      expiresAt: this.now() + this.tokenLifetimeMs,
      installation,
    }
    this.tokens.push(token)
    return token
  }

  /**
   * Brings open pull requests in line with git, as GitHub does after each push: the head moves with its branch,
   * and a pull request whose head or base branch is gone is closed.
   */
  async refresh(repository: GithubRepository): Promise<Map<string, string>> {
    const bare = this.bare(repository)
    const branches = await bare.branches()
    for (const pull of repository.pulls.filter((each) => each.state === 'open')) {
      const head = await this.headOf(repository, pull.head, branches)
      const base = branches.get(pull.base.ref)
      if (head === undefined || base === undefined) {
        this.closePull(pull)
        continue
      }
      if (head !== pull.head.sha) {
        pull.head.sha = head
        pull.updatedAt = this.now()
        await bare.setRef(`refs/pull/${pull.number}/head`, head)
      }
      pull.base.sha = base
    }
    return branches
  }

  /** Tip of the branch that a pull request comes from, in whichever repository. */
  async headOf(
    repository: GithubRepository,
    head: GithubPull['head'],
    branches: ReadonlyMap<string, string>,
  ): Promise<string | undefined> {
    const { fork } = head
    if (!fork) return branches.get(head.ref)
    if (!this.repositories.includes(fork) || fork.parent !== repository) return undefined
    return (await this.bare(fork).branches()).get(head.ref)
  }

  /** What a pull request changes. Remembered: between two commits it stays the same, and git takes its time. */
  compare(repository: GithubRepository, base: string, head: string): Promise<Comparison> {
    const key = `${base}...${head}`
    const known = this.#comparisons.get(key) ?? compare(this.bare(repository), base, head)
    this.#comparisons.set(key, known)
    return known
  }

  /** Refreshes the repository, and what it was forked from: a push to a fork moves pull requests there. */
  async refreshAll(repository: GithubRepository): Promise<void> {
    await this.refresh(repository)
    if (repository.parent) await this.refresh(repository.parent)
  }

  closePull(pull: GithubPull): void {
    pull.state = 'closed'
    pull.closedAt = this.now()
    pull.updatedAt = pull.closedAt
  }

  /** Keeps a new pull request, open and without labels or comments. */
  addPull(
    repository: GithubRepository,
    given: Pick<GithubPull, 'title' | 'body' | 'draft' | 'head' | 'base' | 'user'>,
  ): GithubPull {
    const now = this.now()
    const pull: GithubPull = {
      id: this.nextId(),
      number: repository.pulls.length + 1,
      state: 'open',
      ...given,
      labels: [],
      reviewers: [],
      teamReviewers: [],
      comments: [],
      reviewComments: [],
      createdAt: now,
      updatedAt: now,
    }
    repository.pulls.push(pull)
    return pull
  }

  pull(repository: GithubRepository, number: number | string | undefined): GithubPull {
    const found = repository.pulls.find((each) => each.number === Number(number))
    if (!found) throw notFound()
    return found
  }

  /** The repository of a path, or GitHub's redirect when it was renamed, or its 404. */
  requireRepository(path: string, rest: string, method: string): GithubRepository {
    const found = this.repository(path)
    if (found) return found
    const moved = this.renamed(path)
    if (!moved) throw notFound()
    const url = `${this.apiUrl}/repositories/${moved.id}${rest}`
    const status = method === 'GET' ? 301 : 307
    throw new GithubRefusal(status, status === 301 ? 'Moved Permanently' : 'Temporary Redirect', {
      url,
      headers: { location: url },
    })
  }
}

export interface WorldSettings {
  origin: string
  /** Where bare repositories are made. */
  folder: string
  now: () => number
  tokenLifetimeMs: number
  pageSize: number
}

export interface Comparison {
  commits: number
  files: ChangedFile[]
}

async function compare(bare: BareRepository, base: string, head: string): Promise<Comparison> {
  return { commits: await bare.commitsBetween(base, head), files: await bare.changedFiles(base, head) }
}

export function covers(installation: GithubInstallation, repository: GithubRepository): boolean {
  if (installation.account.id !== repository.owner.id) return false
  return installation.repositories === 'all' || installation.repositories.has(repository.name)
}

function samePath(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
