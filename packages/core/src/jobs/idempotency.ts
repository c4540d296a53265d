import { createHash } from 'node:crypto'
import { inject, Lifecycle, scoped } from 'tsyringe'
import type { OrganizationId } from '../domain/ids.ts'
import type { Job } from '../domain/job.ts'
import type { Json } from '../domain/json.ts'
import { DocentError } from '../errors/docent-error.ts'
import { IdempotencyInUse } from '../errors/idempotency-in-use.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { type IdempotencyClaim, type IdempotencyRecord, JobStore } from '../ports/job-store.ts'

/** How long a record answers, ms: 24 hours. */
const KEEP_MS = 24 * 60 * 60 * 1000

export type IdempotencyAnswer =
  | { kind: 'replay'; record: IdempotencyRecord }
  /** Act with `claim`, then call `done`, whether it worked or not. */
  | { kind: 'act'; claim: IdempotencyClaim; done(): void }

/** Keys of requests that must not be carried out twice. */
@scoped(Lifecycle.ContainerScoped)
export class Idempotency {
  readonly #running = new Set<string>()

  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * @param request `body` is the raw body, `path` method and path.
   * @param respond makes the reply that a replay answers, from the job as it was committed.
   * @throws DocentError `invalid_request` for a malformed key, `idempotency_mismatch`, IdempotencyInUse.
   */
  async begin(
    organizationId: OrganizationId,
    request: { key: string; path: string; body: Uint8Array },
    respond: (job: Job) => { status: number; body: Json },
    options: CallOptions = {},
  ): Promise<IdempotencyAnswer> {
    const { key } = request
    if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
      const message = 'must be 1 to 255 printable ASCII characters.'
      throw new DocentError('invalid_request', `Idempotency-Key ${message}`, {
        issues: [{ path: 'Idempotency-Key', message }],
      })
    }
    const fingerprint = createHash('sha256')
      .update(request.path)
      .update('\0')
      .update(request.body)
      .digest('hex')
    const record = await this.jobs.replay(organizationId, key, options)
    if (record) {
      if (record.fingerprint === fingerprint) return { kind: 'replay', record }
      throw new DocentError(
        'idempotency_mismatch',
        'You already used this Idempotency-Key for another request. Use a new key.',
      )
    }
    const running = `${organizationId}\0${key}`
    if (this.#running.has(running)) throw new IdempotencyInUse()
    this.#running.add(running)
    const claim = { organizationId, key, fingerprint, expiresAt: this.clock.now() + KEEP_MS, respond }
    return { kind: 'act', claim, done: () => void this.#running.delete(running) }
  }
}
