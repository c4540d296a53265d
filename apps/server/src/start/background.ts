import { type Backups, backupSchedule } from '@docent/backup'
import {
  ChannelWorker,
  housekeeping,
  IndexingSchedule,
  type PeriodicTask,
  UpdateRunner,
  WebhookWorker,
  Worker,
} from '@docent/core'
import {
  Accounts,
  type BackgroundWork,
  type Docent,
  type Duty,
  RegisteredBackgroundWork,
} from '@docent/core/plugin'
import { HttpTransport } from '@docent/webhooks'
import type { DocentConfig } from '../config/docent-config.ts'

/** What a process does beside requests: runs jobs; keeps the index, webhooks and retention. */
export type Duties = Readonly<Record<Duty, boolean>>

/** Everything that nobody waits for at an open connection. Any number of processes may do it over one store. */
export class Background {
  readonly indexing: IndexingSchedule
  readonly updates: UpdateRunner
  readonly #docent: Docent
  readonly #worker: Worker
  readonly #added: BackgroundWork[] = []
  readonly #housekeeping: PeriodicTask
  readonly #backups: PeriodicTask | undefined
  readonly #webhooks: WebhookWorker | undefined
  readonly #channels: ChannelWorker
  readonly #accounts: Accounts | undefined
  readonly #duties: Duties

  constructor(
    docent: Docent,
    { indexing, features }: Pick<DocentConfig, 'indexing' | 'features'>,
    duties: Duties,
    backups: Backups | undefined,
  ) {
    this.indexing = new IndexingSchedule(docent, indexing.pollMinutes)
    this.updates = new UpdateRunner(docent)
    this.#docent = docent
    this.#worker = docent.resolve(Worker)
    this.#housekeeping = housekeeping(docent)
    this.#backups = backups && backupSchedule(docent, backups)
    this.#webhooks = features.webhooks ? docent.resolve(WebhookWorker) : undefined
    this.#channels = docent.resolve(ChannelWorker)
    this.#accounts = docent.find(Accounts)
    this.#duties = duties
  }

  async start(): Promise<void> {
    for (const { value } of this.#docent.resolve(RegisteredBackgroundWork))
      if (this.#duties[value.duty]) this.#added.push(await value.start(this.#docent))
    if (this.#duties.jobs) {
      this.#worker.start()
      this.#channels.start(this.#accounts)
    }
    if (!this.#duties.index) return
    this.indexing.start()
    this.updates.start()
    this.#housekeeping.start()
    this.#backups?.start()
    // Pushes lead to indexing, so whoever hears of them indexes.
    this.#webhooks?.start({
      transport: new HttpTransport(),
      onPush: (project) => this.indexing.soon(project),
    })
  }

  /** Begins nothing more; what runs ends its step, at most until the deadline. */
  async stop(deadline: AbortSignal): Promise<void> {
    await Promise.all([
      this.#worker.stop(deadline),
      this.#channels.stop(),
      ...this.#added.map((work) => work.stop(deadline)),
      this.indexing.stop(),
      this.updates.stop(),
      this.#housekeeping.stop(),
      this.#backups?.stop(),
      this.#webhooks?.stop(deadline),
    ])
  }
}
