import {
  ArchiveIdleJobs,
  Clock,
  type Docent,
  Logger,
  pruneThreads,
  ReadingStore,
  RecordAudit,
  Settings,
  ThreadStore,
} from '@docent/core'

const INTERVAL_MS = 3_600_000
/** After the start, when requests have had their turn. */
const FIRST_MS = 60_000

/** Archives idle jobs and deletes what the retention settings say, once an hour. */
export class Housekeeping {
  readonly #abort = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(private readonly docent: Docent) {}

  start(): void {
    this.#schedule(FIRST_MS)
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#abort.abort()
    await this.#running
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#run()
    }, ms)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort
    try {
      await this.docent.resolve(ArchiveIdleJobs).archive({ signal })
      await this.docent.resolve(RecordAudit).prune({ signal })
      const ports = {
        threads: this.docent.resolve(ThreadStore),
        readings: this.docent.resolve(ReadingStore),
        settings: this.docent.resolve(Settings),
        clock: this.docent.resolve(Clock),
      }
      const { deleted } = await pruneThreads(ports, { signal })
      if (deleted > 0) this.docent.resolve(Logger).info({ deleted }, 'old conversations were deleted')
    } catch (error) {
      if (!signal.aborted)
        this.docent.resolve(Logger).error({ err: error }, 'housekeeping failed; it is tried again in an hour')
    }
    if (!signal.aborted) this.#schedule(INTERVAL_MS)
  }
}
