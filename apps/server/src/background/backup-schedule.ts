import { BackgroundTasks, type Docent, Logger, type TaskQueue } from '@docent/core'
import type { Backups } from '../backup/backups.ts'

const HOUR_MS = 3_600_000
/** How often a process asks for the backup of the period. */
const ASK_MS = 600_000
/** After the start, when requests have had their turn. */
const FIRST_MS = 60_000
const QUEUE: TaskQueue = { name: 'backup', attempts: 3, retryMs: 60_000, leaseMs: 60_000 }

/** Backs the data directory up every so many hours, in one of all processes. */
export class BackupSchedule {
  #timer: NodeJS.Timeout | undefined
  #worker: AsyncDisposable | undefined

  constructor(
    private readonly docent: Docent,
    private readonly backups: Pick<Backups, 'address' | 'everyHours' | 'make'>,
  ) {}

  start(): void {
    if (this.backups.everyHours === 0) return
    this.#worker = this.docent.resolve(BackgroundTasks).work(QUEUE, (_task, signal) => this.#run(signal))
    this.#ask()
    this.#timer = setInterval(() => this.#ask(), ASK_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#worker?.[Symbol.asyncDispose]()
  }

  #ask(): void {
    const options = {
      everyMs: Math.max(1_000, Math.round(this.backups.everyHours * HOUR_MS)),
      delayMs: FIRST_MS,
    }
    this.docent
      .resolve(BackgroundTasks)
      .add(QUEUE, null, options)
      .catch((error: unknown) => {
        this.docent
          .resolve(Logger)
          .error({ err: error }, 'the backup could not be planned; Docent tries again in ten minutes')
      })
  }

  async #run(signal: AbortSignal): Promise<void> {
    const logger = this.docent.resolve(Logger)
    try {
      const { file, bytes, isEncrypted } = await this.backups.make(signal)
      logger.info({ file, bytes, isEncrypted }, 'the data directory was backed up')
    } catch (error) {
      if (!signal.aborted) logger.error({ err: error, to: this.backups.address }, 'the backup failed')
      throw error
    }
  }
}
