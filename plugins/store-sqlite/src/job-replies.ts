import {
  type IdempotencyClaim,
  IdempotencyInUse,
  type IdempotencyRecord,
  type Job,
  type JobId,
  type Json,
} from '@docent/core/plugin'
import type { Database } from './database.ts'

/** Replies stored under an `Idempotency-Key`. */
export class JobReplies {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
  }

  find(organization: string, key: string): IdempotencyRecord | undefined {
    const row = this.#database.get<{ fingerprint: string; jobId: JobId; status: number; body: string }>(
      `SELECT fingerprint, job_id AS jobId, status, body FROM idempotency
       WHERE organization_id = ? AND key = ? AND expires_at > ?`,
      organization,
      key,
      this.#now(),
    )
    return row && { ...row, body: JSON.parse(row.body) as Json }
  }

  /** Within the transaction that writes the reply, before anything else. @throws IdempotencyInUse */
  refuseUsed(claim: IdempotencyClaim | undefined): void {
    if (claim && this.find(claim.organizationId, claim.key)) throw new IdempotencyInUse()
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

  /** Within a transaction. */
  deleteExpired(): void {
    this.#database.run('DELETE FROM idempotency WHERE expires_at <= ?', this.#now())
  }
}
