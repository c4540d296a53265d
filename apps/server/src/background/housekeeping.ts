import {
  ArchiveIdleJobs,
  BackgroundTasks,
  Clock,
  type Docent,
  Logger,
  LookUpPullRequests,
  pruneThreads,
  ReadingStore,
  RecordAudit,
  Settings,
  type TaskQueue,
  ThreadStore,
} from '@docent/core'

const INTERVAL_MS = 3_600_000
/** After the start, when requests have had their turn. */
const FIRST_MS = 60_000
const QUEUE: TaskQueue = { name: 'housekeeping', attempts: 3, retryMs: 60_000, leaseMs: 60_000 }

/** Archives idle jobs, deletes what the retention settings say and looks pull requests up, once an hour, in one of all processes. */
export class Housekeeping {
  #timer: NodeJS.Timeout | undefined
  #worker: AsyncDisposable | undefined

  constructor(private readonly docent: Docent) {}

  start(): void {
    this.#worker = this.docent.resolve(BackgroundTasks).work(QUEUE, (_task, signal) => this.#run(signal))
    this.#ask()
    this.#timer = setInterval(() => this.#ask(), INTERVAL_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#worker?.[Symbol.asyncDispose]()
  }

  #ask(): void {
    const options = { everyMs: INTERVAL_MS, delayMs: FIRST_MS }
    this.docent
      .resolve(BackgroundTasks)
      .add(QUEUE, null, options)
      .catch((error: unknown) => {
        this.docent
          .resolve(Logger)
          .error({ err: error }, 'housekeeping could not be planned; it is in an hour')
      })
  }

  async #run(signal: AbortSignal): Promise<void> {
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
    await this.docent.resolve(LookUpPullRequests).lookUp({ signal })
  }
}
