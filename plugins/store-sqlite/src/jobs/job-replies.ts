import { type IdempotencyClaim, IdempotencyInUse, type Job } from '@docent/core/plugin'
import type { Database } from '../database.ts'

/** Replies stored under an `Idempotency-Key`. */
export class JobReplies {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
  }

  /** Within the transaction that writes the reply, before anything else. @throws IdempotencyInUse */
  refuseUsed(claim: IdempotencyClaim | undefined): void {
    if (!claim) return
    const used = this.#database.get(
      'SELECT 1 FROM idempotency WHERE organization_id = ? AND key = ? AND expires_at > ?',
      claim.organizationId,
      claim.key,
      this.#now(),
    )
    if (used) throw new IdempotencyInUse()
  }

  /** Within a transaction. Takes the place of an expired record. */
  store(claim: IdempotencyClaim | undefined, job: Job): void {
    if (!claim) return
    const { status, body } = claim.respond(job)
    this.#database.run(
      `INSERT OR REPLACE INTO idempotency (organization_id, key, fingerprint, job_id, status, body, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      claim.organizationId,
      claim.key,
      claim.fingerprint,
      job.id,
      status,
      JSON.stringify(body),
      claim.expiresAt,
    )
  }
}
