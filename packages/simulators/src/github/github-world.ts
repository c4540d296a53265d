import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { BareRepository, ChangedFile } from '@docent/testing'
import { PROTECTION_HOOK } from '../host/git-http-backend.ts'
import { HostWorld, type WorldSettings } from '../host/host-world.ts'
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

/** What GitHub knows beyond other hosts: Apps, forks, the rate limit. */
export class GithubWorld extends HostWorld<GithubAccount, GithubPull, GithubRepository, GithubToken> {
  readonly installations: GithubInstallation[] = []
  #app: GithubApp | undefined
  readonly tokenLifetimeMs: number
  /** The primary rate limit; `resetAt` in milliseconds since the epoch. */
  readonly rate: { limit: number; remaining: number; resetAt: number } = {
    limit: 5000,
    remaining: 5000,
    resetAt: 0,
  }
  /** How often the branches of a new fork are asked for in vain. */
  forkDelay = 0
  readonly #comparisons = new Map<string, Promise<Comparison>>()

  constructor(settings: GithubWorldSettings) {
    super({ ...settings, closesWithoutBase: true, protectionHook: PROTECTION_HOOK })
    this.accounts.push(APP_OWNER)
    this.tokenLifetimeMs = settings.tokenLifetimeMs
  }

  override pathOf({ owner, name }: GithubRepository): string {
    return `${owner.login}/${name}`
  }

  protected override tipOf(
    repository: GithubRepository,
    { head }: GithubPull,
    branches: ReadonlyMap<string, string>,
  ): Promise<string | undefined> {
    return this.headOf(repository, head, branches)
  }

  protected override headMoved(repository: GithubRepository, { number, head }: GithubPull): Promise<void> {
    return this.bare(repository).setRef(`refs/pull/${number}/head`, head.sha)
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
    return this.keptAccount(login, (id) => ({ id, login, type }))
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

  /** Keeps a new pull request, open and without labels or comments. */
  addPull(
    repository: GithubRepository,
    given: Pick<GithubPull, 'title' | 'body' | 'draft' | 'head' | 'base' | 'user'>,
  ): GithubPull {
    const pull: GithubPull = {
      ...this.newPull(repository),
      ...given,
      labels: [],
      reviewers: [],
      teamReviewers: [],
      comments: [],
      reviewComments: [],
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

export type GithubWorldSettings = Omit<WorldSettings, 'closesWithoutBase' | 'protectionHook'> & {
  tokenLifetimeMs: number
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
