import { type Job, outboxMessages } from '@docent/core/plugin'
import type { Database } from '../database.ts'

/** What happened to jobs and was not handed on yet. */
export class JobOutbox {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
  }

  /** Within the transaction that changes the job. */
  add(before: Job | undefined, after: Job): void {
    for (const message of outboxMessages(before, after, this.#now())) {
      this.#database.run(
        'INSERT INTO outbox (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING',
        message.id,
        JSON.stringify(message),
      )
    }
  }
}
