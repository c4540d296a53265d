import { stat, utimes, writeFile } from 'node:fs/promises'
import type { Clock, Logger } from '@docent/core/plugin'
import { type BareRepository, redact } from '@docent/git'

export interface PruneScheduleOptions {
  /** A repository is pruned at most this often, ms; 0 never. */
  everyMs: number
  clock: Clock
  logger?: Logger | undefined
}

/**
 * Packs and prunes cached repositories in the background: every fetch adds a pack, and git's own gc is off. The time of
 * the last one is kept beside the repository, so that restarts and other processes count too.
 */
export class PruneSchedule {
  readonly #options: PruneScheduleOptions
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(options: PruneScheduleOptions) {
    this.#options = options
  }

  /** Begins the work in the background when it is due. A failure is logged: reading goes on without it. */
  offer(repository: BareRepository): void {
    if (this.#options.everyMs === 0 || this.#stopping.signal.aborted) return
    const work: Promise<void> = this.#prune(repository)
      .catch((error: unknown) => {
        if (this.#stopping.signal.aborted) return
        this.#options.logger?.warn(
          { err: error },
          `The cache of ${redact(repository.url)} could not be pruned.`,
        )
      })
      .finally(() => this.#running.delete(work))
    this.#running.add(work)
  }

  /** Ends what is running. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  async #prune(repository: BareRepository): Promise<void> {
    const { everyMs, clock } = this.#options
    const now = clock.now()
    const stamp = `${repository.gitDir}/docent-pruned`
    const last = await modifiedAt(stamp)
    if (last !== undefined && now - last < everyMs) return
    await writeFile(stamp, '')
    await utimes(stamp, now / 1000, now / 1000)
    // The first time only begins the count.
    if (last !== undefined) await repository.prune({ signal: this.#stopping.signal })
  }
}

async function modifiedAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
