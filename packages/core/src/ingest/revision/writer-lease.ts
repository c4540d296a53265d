import type { ProjectId } from '../../domain/ids.ts'
import { DocentError } from '../../errors/docent-error.ts'
import { LeaseLost } from '../../errors/lease-lost.ts'
import type { NamedLeases } from '../../ports/named-leases.ts'

const TTL_MS = 30_000
const RENEW_EVERY_MS = 10_000

/** The lease that makes this process the one index writer of a project, renewed until it is given back. */
export class WriterLease {
  readonly #lost = new AbortController()
  readonly #renewal: NodeJS.Timeout

  private constructor(
    private readonly leases: NamedLeases,
    private readonly name: string,
    private readonly holder: string,
  ) {
    this.#renewal = setInterval(() => void this.#renew(), RENEW_EVERY_MS)
    this.#renewal.unref()
  }

  /** @throws DocentError `conflict`, retryable, when another process indexes the project. */
  static async take(
    leases: NamedLeases,
    project: ProjectId,
    holder: string,
    signal?: AbortSignal,
  ): Promise<WriterLease> {
    const name = `index:${project}`
    if (await leases.lease(name, holder, TTL_MS, signal === undefined ? {} : { signal })) {
      return new WriterLease(leases, name, holder)
    }
    throw new DocentError('conflict', `Project ${project} is being indexed by another process.`, {
      isRetryable: true,
      retryAfterMs: RENEW_EVERY_MS,
    })
  }

  /** Aborted with LeaseLost when the lease is another's, or could not be renewed in time. */
  get signal(): AbortSignal {
    return this.#lost.signal
  }

  async giveBack(): Promise<void> {
    clearInterval(this.#renewal)
    await this.leases.unlease(this.name, this.holder)
  }

  async #renew(): Promise<void> {
    try {
      if (await this.leases.lease(this.name, this.holder, TTL_MS)) return
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
