import type { Project } from '../domain/project.ts'
import type { Docent } from '../plugin/docent.ts'
import { Ids } from '../ports/ids.ts'
import { Logger } from '../ports/logger.ts'
import { NamedLeases } from '../ports/named-leases.ts'

/** The lease that makes this process the one that runs updates of a project, renewed until it is given back. */
export class UpdateLease {
  readonly #renewal: NodeJS.Timeout

  private constructor(
    private readonly docent: Docent,
    private readonly name: string,
    private readonly holder: string,
    private readonly leaseMs: number,
  ) {
    this.#renewal = setInterval(() => void this.#renew(), leaseMs / 3)
    this.#renewal.unref()
  }

  /**
   * Undefined when another process has it.
   * @param leaseMs how long a process that died keeps it; a living one renews it three times as often
   */
  static async take(
    docent: Docent,
    { id }: Project,
    leaseMs: number,
    signal: AbortSignal,
  ): Promise<UpdateLease | undefined> {
    const name = `update:${id}`
    const holder = docent.resolve(Ids).secret()
    const isTaken = await docent.resolve(NamedLeases).acquire(name, holder, leaseMs, { signal })
    return isTaken ? new UpdateLease(docent, name, holder, leaseMs) : undefined
  }

  /** A lease that cannot be given back ends by itself. */
  async giveBack(): Promise<void> {
    clearInterval(this.#renewal)
    await this.#attempt(() => this.docent.resolve(NamedLeases).release(this.name, this.holder))
  }

  /** Without it another process may run the same update again, which finds nothing new. */
  #renew(): Promise<void> {
    return this.#attempt(() => this.docent.resolve(NamedLeases).acquire(this.name, this.holder, this.leaseMs))
  }

  async #attempt(call: () => Promise<unknown>): Promise<void> {
    try {
      await call()
    } catch (error) {
      this.docent
        .resolve(Logger)
        .warn({ err: error, lease: this.name }, 'the lease of an update was not kept')
    }
  }
}
