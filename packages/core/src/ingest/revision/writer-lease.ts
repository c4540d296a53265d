import { defined } from '@docent/content'
import type { ProjectId } from '../../domain/ids.ts'
import type { LeaseTimes } from '../../domain/lease-settings.ts'
import { DocentError } from '../../errors/docent-error.ts'
import { LeaseLost } from '../../errors/lease-lost.ts'
import type { NamedLeases } from '../../ports/named-leases.ts'

/** The lease that makes this process the one index writer of a project, renewed until it is given back. */
export class WriterLease {
  readonly #lost = new AbortController()
  readonly #renewal: NodeJS.Timeout

  private constructor(
    private readonly leases: NamedLeases,
    private readonly name: string,
    private readonly holder: string,
    private readonly times: LeaseTimes,
  ) {
    this.#renewal = setInterval(() => void this.#renew(), times.heartbeatMs)
    this.#renewal.unref()
  }

  /** @throws DocentError `conflict`, retryable, when another process indexes the project. */
  static async take(
    leases: NamedLeases,
    project: ProjectId,
    holder: string,
    times: LeaseTimes,
    signal?: AbortSignal,
  ): Promise<WriterLease> {
    const name = `index:${project}`
    if (await leases.acquire(name, holder, times.leaseMs, defined({ signal })))
      return new WriterLease(leases, name, holder, times)
    throw new DocentError('conflict', `Project ${project} is being indexed by another process.`, {
      isRetryable: true,
      retryAfterMs: times.heartbeatMs,
    })
  }

  /** Aborted with LeaseLost when the lease is another's, or could not be renewed in time. */
  get signal(): AbortSignal {
    return this.#lost.signal
  }

  async giveBack(): Promise<void> {
    clearInterval(this.#renewal)
    await this.leases.release(this.name, this.holder)
  }

  async #renew(): Promise<void> {
    try {
      if (await this.leases.acquire(this.name, this.holder, this.times.leaseMs)) return
      this.#lost.abort(new LeaseLost('Another process has taken over the indexing of this project.'))
    } catch (error) {
      // Not knowing is losing: another process may have it once the time has run out.
      this.#lost.abort(
        new DocentError('unavailable', 'The lease of the index writer could not be renewed.', {
          cause: error,
          isRetryable: true,
        }),
      )
    }
  }
}
