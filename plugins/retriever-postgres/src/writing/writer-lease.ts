import { DocentError, LeaseLost, type ProjectId } from '@docent/core/plugin'
import type { Postgres, Transaction } from '@docent/postgres'
import type { ProjectRow } from '../reading/project-row.ts'

export const DEFAULT_LEASE_MS = 30_000

/** What a writer continues. */
export interface WriterBase extends ProjectRow {
  /** The writer before neither committed nor aborted. */
  readonly isAbandoned: boolean
  /** When the revision was committed, ms ago; null before the first commit. */
  readonly ageMs: number | null
}

interface LeaseRequest {
  readonly project: ProjectId
  readonly token: string
  readonly leaseMs: number
  readonly signal: AbortSignal | undefined
}

const MAKE = 'INSERT INTO docent.search_projects (project) VALUES ($1) ON CONFLICT (project) DO NOTHING'
/** A writer that is in the middle of a statement holds its row. */
const TAKE = `
  WITH before AS (
    SELECT number, writer, committed_at FROM docent.search_projects
    WHERE project = $1 AND (writer IS NULL OR writer_until < clock_timestamp()) FOR UPDATE SKIP LOCKED)
  UPDATE docent.search_projects p
  SET writer = $2, writer_until = clock_timestamp() + $3 * interval '1 millisecond'
  FROM before WHERE p.number = before.number
  RETURNING p.number, p.sequence, p.revision, p.analysis, p.pages, p.passages, p.restricted, p.languages, p.redirects,
    p.counted, before.writer IS NOT NULL AS "isAbandoned",
    (extract(epoch FROM clock_timestamp() - before.committed_at) * 1000)::float8 AS "ageMs"`
const RENEW = `
  UPDATE docent.search_projects SET writer_until = clock_timestamp() + $3 * interval '1 millisecond'
  WHERE number = $1 AND writer = $2`
const RELEASE =
  'UPDATE docent.search_projects SET writer = NULL, writer_until = NULL WHERE number = $1 AND writer = $2'

/**
 * Keeps the writers of a project apart. Each change runs in a transaction that first renews the lease, and so locks the row
 * of the project: once another writer has taken the lease over, nothing of this one gets in any more.
 */
export class WriterLease {
  readonly base: WriterBase
  readonly #postgres: Postgres
  readonly #token: string
  readonly #leaseMs: number
  readonly #beat: NodeJS.Timeout

  private constructor(postgres: Postgres, base: WriterBase, { token, leaseMs }: LeaseRequest) {
    this.#postgres = postgres
    this.base = base
    this.#token = token
    this.#leaseMs = leaseMs
    let isRenewing = false
    this.#beat = setInterval(async () => {
      if (isRenewing) return
      isRenewing = true
      // When it fails, the next change says so.
      await postgres.query(RENEW, [base.number, token, leaseMs]).catch(() => {})
      isRenewing = false
    }, leaseMs / 3).unref()
  }

  /** @throws DocentError `conflict`, retryable, while another writer has it */
  static async take(postgres: Postgres, request: LeaseRequest): Promise<WriterLease> {
    const { project, token, leaseMs, signal } = request
    const options = signal === undefined ? {} : { signal }
    await postgres.query(MAKE, [project], options)
    const base = await postgres.transaction(async (transaction) => {
      const { rows } = await transaction.query<WriterBase>(TAKE, [project, token, leaseMs])
      return rows[0]
    }, options)
    if (base === undefined) {
      throw new DocentError(
        'conflict',
        'Another revision of this index is being written. Try again when it has ended.',
        { isRetryable: true, retryAfterMs: 1_000 },
      )
    }
    return new WriterLease(postgres, base, request)
  }

  /** @throws LeaseLost when another writer has taken it over: then nothing of the work is kept */
  fenced<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    signal?: AbortSignal | undefined,
  ): Promise<Result> {
    return this.#postgres.transaction(
      async (transaction) => {
        const { count } = await transaction.query(RENEW, [this.base.number, this.#token, this.#leaseMs])
        if (count === 0) throw lost()
        return work(transaction)
      },
      signal === undefined ? {} : { signal },
    )
  }

  /** The last change: it gives the lease back with its commit. */
  async end(
    work: (transaction: Transaction) => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    await this.fenced(async (transaction) => {
      await work(transaction)
      await transaction.query(RELEASE, [this.base.number, this.#token])
    }, signal)
    clearInterval(this.#beat)
  }

  async release(): Promise<void> {
    clearInterval(this.#beat)
    await this.#postgres.query(RELEASE, [this.base.number, this.#token])
  }

  /** Leaves it to run out: the next writer then takes away what this one left. */
  leave(): void {
    clearInterval(this.#beat)
  }
}

function lost(): LeaseLost {
  return new LeaseLost(
    'The index of this project is being written by another process: this revision was not committed.',
  )
}
