import type { Logger } from '@docent/core/plugin'
import type { Postgres, Transaction } from '@docent/postgres'
import { allTerms, decodeTerms } from '@docent/search'

const DEFAULT_KEEP_MS = 120_000
const FILES_AT_ONCE = 50
/** Deleting the postings of a large file takes its time. */
const DELETE_MS = 600_000

/** Takes away the rows that no revision has any more. */
export class OldRows {
  readonly #postgres: Postgres
  readonly #logger: Logger
  readonly #keepMs: number
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()

  constructor(postgres: Postgres, { logger, keepMs = DEFAULT_KEEP_MS }: { logger: Logger; keepMs?: number }) {
    this.#postgres = postgres
    this.#logger = logger
    this.#keepMs = keepMs
  }

  /** Whether a reader that began so long ago can have missed no row. */
  areKept(elapsedMs: number): boolean {
    return elapsedMs < this.#keepMs / 2
  }

  /**
   * In the background: removes what the revision with this sequence no longer has, once no search can still read it.
   *
   * @param ageMs for how long the revision has been committed
   */
  removeLater(project: number, sequence: number, ageMs: number): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        this.#run(() => this.#remove(project, sequence))
      },
      Math.max(0, this.#keepMs - ageMs),
    ).unref()
    this.#timers.add(timer)
  }

  /** In the background: tells PostgreSQL how much there is now, and lets searches read the index of words alone. */
  analyze(): void {
    this.#run(async () => {
      for (const table of ['postings', 'passages', 'files', 'pages'])
        await this.#postgres.query(`VACUUM (ANALYZE) docent.search_${table}`)
    })
  }

  /** Everything of a project but its own row. */
  async removeAll(project: number): Promise<void> {
    await this.#removeEach('SELECT id FROM docent.search_files WHERE project = $1 ORDER BY id LIMIT $2', [
      project,
    ])
    for (const table of ['counts', 'words', 'names', 'kinds'])
      await this.#postgres.query(`DELETE FROM docent.search_${table} WHERE project = $1`, [project])
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#running)
  }

  #run(work: () => Promise<void>): void {
    const running = work().catch((error: unknown) =>
      this.#logger.warn(
        { err: error },
        'the tables of the search index could not be cleaned up: the next commit tries again',
      ),
    )
    this.#running.add(running)
    void running.finally(() => this.#running.delete(running))
  }

  async #remove(project: number, sequence: number): Promise<void> {
    await this.#removeEach(
      'SELECT id FROM docent.search_files WHERE project = $1 AND removed <= $3 ORDER BY id LIMIT $2',
      [project],
      [sequence],
    )
    await this.#postgres.query(
      `DELETE FROM docent.search_counts c USING docent.search_projects p
       WHERE c.project = $1 AND p.number = $1 AND c.sequence < p.counted AND p.sequence >= $2`,
      [project, sequence],
    )
  }

  async #removeEach(sql: string, before: readonly number[], after: readonly number[] = []): Promise<void> {
    for (;;) {
      const left = await this.#postgres.transaction(
        async (transaction) => {
          const { rows } = await transaction.query<{ id: number }>(`${sql} FOR UPDATE`, [
            ...before,
            FILES_AT_ONCE,
            ...after,
          ])
          await removeFiles(
            transaction,
            rows.map(({ id }) => id),
          )
          return rows.length
        },
        { isRepeatable: true },
      )
      if (left < FILES_AT_ONCE) return
    }
  }
}

/** Files with all that is of them. */
export async function removeFiles(transaction: Transaction, files: readonly number[]): Promise<void> {
  if (files.length === 0) return
  const { rows } = await transaction.query<{ id: number; terms: Uint8Array }>(
    'SELECT id, terms FROM docent.search_passages WHERE file = ANY ($1::bigint[])',
    [files],
  )
  const terms: number[] = []
  const passages: number[] = []
  for (const row of rows) {
    for (const term of new Set(allTerms(decodeTerms(row.terms)))) {
      terms.push(term | 0)
      passages.push(row.id)
    }
  }
  await transaction.query(
    `DELETE FROM docent.search_postings p USING docent.search_files f, unnest($1::int[], $2::bigint[]) AS gone(term, passage)
     WHERE f.id = $3 AND p.project = f.project AND p.term = gone.term AND p.passage = gone.passage`,
    [terms, passages, files[0] ?? 0],
    DELETE_MS,
  )
  await transaction.query('DELETE FROM docent.search_passages WHERE file = ANY ($1::bigint[])', [files])
  await transaction.query('DELETE FROM docent.search_pages WHERE file = ANY ($1::bigint[])', [files])
  await transaction.query('DELETE FROM docent.search_files WHERE id = ANY ($1::bigint[])', [files])
}
