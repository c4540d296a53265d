import type { BareRepository } from '@docent/testing'
import type { HostReply, HostServer } from './host-server.ts'
import type { HostWorld, WorldAccount, WorldPull, WorldRepository } from './host-world.ts'
import { SimulatedHost } from './simulated-host.ts'

/** A running simulated host with its repositories, and what people do there whoever the vendor is. */
export abstract class SimulatedWorld<
  Account extends WorldAccount,
  Pull extends WorldPull<Account>,
  Repository extends WorldRepository<Pull>,
  World extends HostWorld<Account, Pull, Repository, { value: string }>,
> extends SimulatedHost {
  protected readonly world: World

  constructor(running: {
    world: World
    /** Begins or ends a sentence: `GitHub`. */
    name: string
    server: HostServer<HostReply>
    close: () => Promise<void>
  }) {
    super({ origin: running.world.origin, ...running })
    this.world = running.world
  }

  protected abstract personOf(login: string): Account

  revokeToken(value: string): void {
    const index = this.world.tokens.findIndex((each) => each.value === value)
    if (index >= 0) this.world.tokens.splice(index, 1)
  }

  repository(path: string): Repository {
    const found = this.world.repository(path)
    if (!found) throw new Error(`no repository ${path}`)
    return found
  }

  /** The real repository behind a path: its branches, files and commits. */
  git(path: string): BareRepository {
    return this.world.bare(this.repository(path))
  }

  archiveRepository(path: string): void {
    this.repository(path).archived = true
  }

  async pull(path: string, number: number): Promise<Pull> {
    const repository = this.repository(path)
    await this.world.refresh(repository)
    const found = repository.pulls.find((each) => each.number === number)
    if (!found) throw new Error(`no pull request ${number} in ${path}`)
    return found
  }

  /** Merges as a person does with the button; answers the merge commit. */
  async mergePull(path: string, number: number, login = 'a-person'): Promise<string> {
    const pull = await this.pull(path, number)
    const by = this.personOf(login)
    const commit = await this.git(path).merge(pull.base.ref, pull.head.sha, `Merge pull request #${number}`)
    this.world.closePull(pull)
    pull.merged = { at: this.world.now(), by, commit }
    return commit
  }

  async closePull(path: string, number: number): Promise<void> {
    this.world.closePull(await this.pull(path, number))
  }
}
