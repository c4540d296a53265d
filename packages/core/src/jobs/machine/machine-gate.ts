import type { DocentError } from '../../errors/docent-error.ts'
import type { Health } from '../../ports/call-options.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Workspaces } from '../../ports/workspaces.ts'

/** How long the machine counts as well after a look at it, ms. */
const WELL_MS = 2_000
/** Wait before the next look at a machine that cannot carry jobs, ms; doubles up to the longest. */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Keeps a worker from claiming jobs that its machine cannot carry, such as with a full disk: it would drain the queue and
 * fail every job, beside workers that can.
 */
export class MachineGate {
  #closedSince: number | undefined
  #nextLook = 0
  #waitMs = FIRST_WAIT_MS
  #looking: Promise<boolean> | undefined

  constructor(
    private readonly workspaces: Pick<Workspaces, 'health'>,
    private readonly logger: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether jobs can be carried now. Looks at the machine itself, not more often than it is worth. */
  async isOpen(): Promise<boolean> {
    if (this.workspaces.health === undefined) return true
    if (this.now() < this.#nextLook) return this.#closedSince === undefined
    return this.#look()
  }

  /** After a run failed of the machine. @returns whether the machine cannot carry jobs now */
  async closesFor(error: DocentError): Promise<boolean> {
    this.#nextLook = 0
    if (await this.isOpen()) return false
    this.logger.warn(
      { err: error },
      'a job was given back for another worker: this machine cannot carry it now',
    )
    return true
  }

  #look(): Promise<boolean> {
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #ask(): Promise<boolean> {
    const { ok, message }: Health = (await this.workspaces.health?.()) ?? { ok: true }
    const now = this.now()
    if (ok) {
      if (this.#closedSince !== undefined) this.logger.info({}, 'this machine can carry jobs again')
      this.#closedSince = undefined
      this.#waitMs = FIRST_WAIT_MS
      this.#nextLook = now + WELL_MS
      return true
    }
    if (this.#closedSince === undefined) {
      this.#closedSince = now
      this.logger.error({ reason: message }, 'this worker claims no jobs: its machine cannot carry them')
    }
    this.#nextLook = now + this.#waitMs
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2)
    return false
  }
}
