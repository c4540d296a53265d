import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BareRepository } from '@docent/testing'
import { SimulatedHost } from '../host/simulated-host.ts'
import type {
  ForgeAccess,
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

/** A running simulated host, and what a person would do there. */
export class SimulatedForge extends SimulatedHost {
  protected readonly world: ForgeWorld
  readonly #vendor: ForgeVendor

  constructor({ world, vendor, server, close }: RunningForge) {
    super({ origin: world.origin, name: vendor.name, server, close })
    this.world = world
    this.#vendor = vendor
  }

  /** Page of a repository, which is also how a project names it. */
  url(path: string): string {
    return `${this.origin}/${path}`
  }

  async addRepository(seed: ForgeRepositorySeed): Promise<ForgeRepository> {
    const repository = await this.world.addRepository(seed)
    const hook = join(repository.gitDir, 'hooks/pre-receive')
    await writeFile(hook, this.#vendor.protectionHook)
    await chmod(hook, 0o755)
    return repository
  }

  /** A token of an account, with scopes for reading or for everything. */
  createToken(asked: { login?: string; access?: ForgeAccess } = {}): string {
    return this.world.createToken(asked.login ?? BOT, asked.access ?? 'write').value
  }

  revokeToken(value: string): void {
    const index = this.world.tokens.findIndex((each) => each.value === value)
    if (index >= 0) this.world.tokens.splice(index, 1)
  }

  repository(path: string): ForgeRepository {
    const found = this.world.repository(path)
    if (!found) throw new Error(`no repository ${path}`)
    return found
  }

  /** The real repository behind a path: its branches, files and commits. */
  git(path: string): BareRepository {
    return new BareRepository(this.repository(path).gitDir)
  }

  renameRepository(path: string, next: string): void {
    const repository = this.repository(path)
    repository.formerPaths.push(repository.path)
    repository.path = next
  }

  archiveRepository(path: string): void {
    this.repository(path).archived = true
  }

  async pull(path: string, number: number): Promise<ForgePull> {
    const repository = this.repository(path)
    await this.world.refresh(repository)
    const found = repository.pulls.find((each) => each.number === number)
    if (!found) throw new Error(`no pull request ${number} in ${path}`)
    return found
  }

  /** Merges as a person does with the button; answers the merge commit. */
  async mergePull(path: string, number: number, login = 'a-person'): Promise<string> {
    const pull = await this.pull(path, number)
    const by = this.world.account(login)
    const commit = await this.git(path).merge(pull.base.ref, pull.head.sha, `Merge ${pull.head.ref}`)
    this.world.closePull(pull)
    pull.merged = { at: this.world.now(), by, commit }
    return commit
  }

  async closePull(path: string, number: number): Promise<void> {
    this.world.closePull(await this.pull(path, number))
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
  const folder = await mkdtemp(join(tmpdir(), `simulated-${vendor.name.toLowerCase()}-`))
  const http = createServer()
  const world = new ForgeWorld({
    origin: await listen(http),
    folder,
    now: options.now ?? Date.now,
    tokenPrefix: vendor.tokenPrefix,
    closesWithoutBase: vendor.closesWithoutBase,
    pageSize: options.pageSize ?? Number.POSITIVE_INFINITY,
  })
  const server = new ForgeServer(world, vendor)
  http.on('request', (request, response) => {
    server.handle(request, response).catch((error: unknown) => {
      server.violations.push(`simulator failed: ${String(error)}`)
      response.destroy()
    })
  })
  const close = async (): Promise<void> => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { world, vendor, server, close }
}

async function listen(http: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}
