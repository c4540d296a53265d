import { signWebhook, type WebhookDelivery } from '../host/send-webhook.ts'
import { SimulatedWorld } from '../host/simulated-world.ts'
import { addRepository } from './add-repository.ts'
import { completeObject } from './complete-object.ts'
import type {
  GithubAccount,
  GithubComment,
  GithubInstallation,
  GithubPull,
  GithubRepository,
  Permissions,
} from './github-model.ts'
import type { GithubObjects } from './github-objects.ts'
import type { GithubRepositorySeed } from './github-repository-seed.ts'
import type { GithubServer } from './github-server.ts'
import type { GithubWorld } from './github-world.ts'
import type { OpenApiContract } from './open-api-contract.ts'
import { openForkPull } from './operations/fork-operations.ts'
import { reopenPull } from './operations/pull-operations.ts'
import { WebhookPayloads } from './webhook-payloads.ts'

/** A running simulated GitHub, and what a person or GitHub itself would do there. Made by `simulateGithub`. */
export class SimulatedGithub extends SimulatedWorld<
  GithubAccount,
  GithubPull,
  GithubRepository,
  GithubWorld
> {
  /** Builds payloads of webhooks about what is kept here. */
  readonly payloads: WebhookPayloads
  readonly #contract: OpenApiContract

  constructor({ contract, objects, ...running }: RunningGithub) {
    super({ ...running, name: 'GitHub' })
    this.#contract = contract
    this.payloads = new WebhookPayloads(objects)
  }

  protected override personOf(login: string): GithubAccount {
    return this.world.account(login)
  }

  /** Base of the REST API, as on GitHub Enterprise. */
  get apiUrl(): string {
    return this.world.apiUrl
  }

  /** What a client authenticates as an app with. */
  get app(): { id: number; slug: string; privateKey: string } {
    return this.world.app
  }

  get repositories(): readonly GithubRepository[] {
    return this.world.repositories
  }

  /** Clone URL of `owner/name`. */
  gitUrl(path: string): string {
    return `${this.origin}/${path}.git`
  }

  addRepository(seed: GithubRepositorySeed): Promise<GithubRepository> {
    return addRepository(this.world, seed)
  }

  /** A person's token; for all repositories when none are named. */
  createToken(asked: {
    login?: string
    permissions?: Permissions
    repositories?: readonly string[]
    /** True: a classic token, which may what its account may. */
    classic?: boolean
  }): string {
    const token = {
      value: `github_pat_${this.world.nextId()}`,
      account: this.world.account(asked.login ?? 'docent-bot'),
      permissions: asked.permissions ?? { contents: 'write', pull_requests: 'write', metadata: 'read' },
      repositories: asked.repositories
        ? new Set(asked.repositories.map((path) => this.repository(path).id))
        : ('all' as const),
      classic: asked.classic ?? false,
    }
    this.world.tokens.push(token)
    return token.value
  }

  /** Installs the app on an account; answers the installation's id. */
  installApp(
    owner: string,
    asked: { permissions?: Permissions; repositories?: readonly string[] } = {},
  ): number {
    const installation: GithubInstallation = {
      id: this.world.nextId(),
      account: this.world.account(owner, 'Organization'),
      permissions: asked.permissions ?? { contents: 'write', pull_requests: 'write', metadata: 'read' },
      repositories: asked.repositories ? new Set(asked.repositories) : 'all',
    }
    this.world.installations.push(installation)
    return installation.id
  }

  suspendInstallation(id: number): void {
    this.installation(id).suspendedAt = this.world.now()
  }

  uninstallApp(id: number): void {
    this.world.installations.splice(this.world.installations.indexOf(this.installation(id)), 1)
  }

  /** Every installation token that was issued ends now. */
  expireInstallationTokens(): void {
    for (const token of this.world.tokens) if (token.installation) token.expiresAt = this.world.now()
  }

  installation(id: number): GithubInstallation {
    const found = this.world.installations.find((each) => each.id === id)
    if (!found) throw new Error(`no installation ${id}`)
    return found
  }

  renameRepository(path: string, name: string): void {
    const repository = this.repository(path)
    repository.formerPaths.push(`${repository.owner.login}/${repository.name}`)
    repository.name = name
  }

  /** To another account; the old path redirects. */
  transferRepository(path: string, owner: string): void {
    const repository = this.repository(path)
    repository.formerPaths.push(`${repository.owner.login}/${repository.name}`)
    repository.owner = this.world.account(owner, 'Organization')
  }

  /** The branches of forks that are made from now on are asked for in vain so often. */
  delayForks(looks: number): void {
    this.world.forkDelay = looks
  }

  /** Its commits stay, as those of a network on GitHub. */
  deleteRepository(path: string): void {
    const repository = this.repository(path)
    this.world.repositories.splice(this.world.repositories.indexOf(repository), 1)
  }

  /** Somebody opens a pull request from a branch of that name in a fork of theirs. */
  openForkPull(path: string, asked: { branch: string; base: string; login?: string }): Promise<GithubPull> {
    const owner = this.world.account(asked.login ?? 'a-stranger')
    return openForkPull(this.world, this.repository(path), { ...asked, owner })
  }

  async reopenPull(path: string, number: number): Promise<void> {
    const pull = await this.pull(path, number)
    reopenPull(this.repository(path), pull, await this.git(path).branches())
  }

  /** A comment in the conversation, or on a line when it has a `path`. */
  async addComment(
    path: string,
    number: number,
    comment: { login: string; body: string; path?: string; line?: number },
  ): Promise<GithubComment> {
    const pull = await this.pull(path, number)
    const { login, ...rest } = comment
    const made = {
      id: this.world.nextId(),
      user: this.world.account(login),
      createdAt: this.world.now(),
      ...rest,
    }
    if (comment.path === undefined) pull.comments.push(made)
    else pull.reviewComments.push(made)
    return made
  }

  /** No request is left until the reset. */
  exhaustRateLimit(resetInSeconds = 60): void {
    this.world.rate.remaining = 0
    this.world.rate.resetAt = this.world.now() + resetInSeconds * 1000
  }

  restoreRateLimit(): void {
    this.world.rate.resetAt = 0
  }

  /** The next `times` requests meet GitHub's secondary limit. */
  limitSecondarily(retryAfterSeconds: number, times = 1, operation = '*'): void {
    this.fail(operation, {
      times,
      status: 403,
      message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
      headers: { 'retry-after': String(retryAfterSeconds) },
    })
  }

  /** Sends a signed webhook; a payload that its schema refuses is a violation. */
  async sendWebhook(
    url: string,
    event: string,
    payload: Record<string, unknown>,
    secret?: string,
  ): Promise<{ response: Response; delivery: WebhookDelivery }> {
    return this.post(url, this.webhook(event, payload, secret))
  }

  /** The delivery that `sendWebhook` would post. What its schema requires and `payload` lacks is filled in. */
  webhook(event: string, payload: Record<string, unknown>, secret?: string): WebhookDelivery {
    const action = typeof payload.action === 'string' ? `-${payload.action}` : ''
    const name = `${event}${action}`.replaceAll('_', '-')
    const schema = this.#contract.fixture.webhooks[name]
    if (!schema) return signWebhook(event, payload, secret)
    const complete = completeObject(this.#contract.fixture, schema, payload, this.apiUrl)
    this.violated(...(this.#contract.webhookFaults(name, complete) ?? []))
    return signWebhook(event, complete, secret)
  }
}

export interface RunningGithub {
  world: GithubWorld
  server: GithubServer
  contract: OpenApiContract
  objects: GithubObjects
  close: () => Promise<void>
}
