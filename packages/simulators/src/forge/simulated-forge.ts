import { SimulatedWorld } from '../host/simulated-world.ts'
import { startHost } from '../host/start-host.ts'
import type {
  ForgeAccess,
  ForgeAccount,
  ForgeComment,
  ForgePull,
  ForgeRepository,
  ForgeRepositorySeed,
} from './forge-model.ts'
import { ForgeServer } from './forge-server.ts'
import type { ForgeVendor } from './forge-vendor.ts'
import { BOT, ForgeWorld } from './forge-world.ts'

export interface SimulateForgeOptions {
  repositories?: readonly ForgeRepositorySeed[]
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Most items of a page, whatever a request asks for, as an administrator may set it; the vendor's when left out. */
  pageSize?: number
}

/** A running host that is described as data, and what a person would do there. */
export class SimulatedForge extends SimulatedWorld<ForgeAccount, ForgePull, ForgeRepository, ForgeWorld> {
  constructor({ vendor, ...running }: RunningForge) {
    super({ ...running, name: vendor.name })
  }

  protected override personOf(login: string): ForgeAccount {
    return this.world.account(login)
  }

  /** Page of a repository, which is also how a project names it. */
  url(path: string): string {
    return `${this.origin}/${path}`
  }

  addRepository(seed: ForgeRepositorySeed): Promise<ForgeRepository> {
    return this.world.addRepository(seed)
  }

  /** A token of an account, with scopes for reading or for everything. */
  createToken(asked: { login?: string; access?: ForgeAccess } = {}): string {
    return this.world.createToken(asked.login ?? BOT, asked.access ?? 'write').value
  }

  renameRepository(path: string, next: string): void {
    const repository = this.repository(path)
    repository.formerPaths.push(repository.path)
    repository.path = next
  }

  /** Somebody opens a pull request from a branch of that name in a fork of theirs. */
  async openForkPull(
    path: string,
    { branch, base, login = 'a-stranger' }: { branch: string; base: string; login?: string },
  ): Promise<ForgePull> {
    const repository = this.repository(path)
    const branches = await this.world.refresh(repository)
    const account = this.world.account(login)
    const draft = { title: 'docs: from a fork', body: '', account, head: branch, base }
    const pull = this.world.openPull(repository, draft, branches)
    pull.head.sha = await this.git(path).commit(`forks/${pull.id}`, { 'fork.md': 'x\n' }, { from: base })
    await this.git(path).deleteBranch(`forks/${pull.id}`)
    pull.fork = { id: this.world.nextId(), path: `${login}/${path.split('/').at(-1)}` }
    return pull
  }

  /** A comment in the conversation, or on a line when it has a `path`. */
  async addComment(
    path: string,
    number: number,
    comment: { login: string; body: string; path?: string; line?: number; bot?: boolean },
  ): Promise<ForgeComment> {
    const pull = await this.pull(path, number)
    const { login, bot, ...rest } = comment
    const id = this.world.nextId()
    const account = this.world.account(login, bot)
    const thread = id.toString(16).padStart(40, '0')
    const made = { id, account, createdAt: this.world.now(), thread, ...rest }
    pull.comments.push(made)
    return made
  }
}

export interface RunningForge {
  world: ForgeWorld
  vendor: ForgeVendor
  server: ForgeServer
  close: () => Promise<void>
}

/** Starts a host on a free port of 127.0.0.1. */
export async function startForge(vendor: ForgeVendor, options: SimulateForgeOptions): Promise<RunningForge> {
  const { now = Date.now, pageSize = Number.POSITIVE_INFINITY } = options
  return startHost(vendor.name, (at) => {
    const { tokenPrefix, closesWithoutBase, protectionHook } = vendor
    const world = new ForgeWorld({ ...at, now, pageSize, tokenPrefix, closesWithoutBase, protectionHook })
    return { world, vendor, server: new ForgeServer(world, vendor) }
  })
}
