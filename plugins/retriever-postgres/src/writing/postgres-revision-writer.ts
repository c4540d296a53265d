import type { Redirect } from '@docent/content'
import { type CallOptions, DocentError, LeaseLost, type RevisionWriter } from '@docent/core/plugin'
import type { Postgres, Transaction } from '@docent/postgres'
import { ANALYSIS, type Analyzer, type Attributes, Turns } from '@docent/search'
import { spelled } from '../schema/spelled.ts'
import { type Counts, countRevision, type Totals, totalsOf } from './count-revision.ts'
import { FileRows, type WrittenPage } from './file-rows.ts'
import { Kinds } from './kinds.ts'
import { type OldRows, removeFiles } from './old-rows.ts'
import type { WriterLease } from './writer-lease.ts'

/** Passages that one transaction inserts, about. */
const PASSAGES_AT_ONCE = 400
const IDS_AT_ONCE = 10_000
const FILES_AT_ONCE = 50
/** When so many of all passages are new, what takes long to count is counted anew. */
const RECOUNT_SHARE = 0.05

export interface WriterParts {
  readonly postgres: Postgres
  readonly analyzer: Analyzer
  readonly old: OldRows
  readonly lease: WriterLease
  readonly signal: AbortSignal | undefined
}

/**
 * An open revision. Its rows carry the next sequence, which no reader looks at before the commit sets it in the row of the
 * project. What it replaces is marked with that sequence, too.
 */
export class PostgresRevisionWriter implements RevisionWriter {
  readonly #parts: WriterParts
  readonly #kinds: Kinds
  readonly #sequence: number
  readonly #known = { words: new Set<string>(), names: new Set<string>() }
  /** Files that this revision has written. */
  readonly #own = new Set<string>()
  readonly #ids: number[] = []
  #redirects: readonly Redirect[] | undefined
  #written = 0
  #ended = false
  /** One after another: the last of two writes of a file counts. */
  #turn: Promise<void> = Promise.resolve()

  private constructor(parts: WriterParts, kinds: Kinds) {
    this.#parts = parts
    this.#kinds = kinds
    this.#sequence = parts.lease.base.sequence + 1
  }

  static async open(parts: WriterParts): Promise<PostgresRevisionWriter> {
    const { postgres, lease, old, signal } = parts
    const { number, sequence, isAbandoned, ageMs, analysis } = lease.base
    if (isAbandoned) await removeDraft(postgres, lease)
    if (ageMs !== null) old.removeLater(number, sequence, ageMs)
    const { rows } = await postgres.query<{ kind: number; attributes: string }>(
      'SELECT kind, attributes FROM docent.search_kinds WHERE project = $1',
      [number],
      signal === undefined ? {} : { signal },
    )
    const writer = new PostgresRevisionWriter(parts, new Kinds(rows))
    if (analysis !== ANALYSIS) await writer.#startAnew()
    return writer
  }

  async write(pages: readonly WrittenPage[], options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    await this.#next(() => this.#write(pages, options.signal))
  }

  async remove(files: readonly string[], options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    const { lease } = this.#parts
    await this.#next(() => lease.fenced((transaction) => this.#drop(transaction, files), options.signal))
  }

  async redirects(redirects: readonly Redirect[], options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    this.#redirects = redirects
  }

  async commit(revision: string, options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    await this.#next(() => this.#commit(revision, options.signal))
    this.#ended = true
    const { old, lease } = this.#parts
    old.removeLater(lease.base.number, this.#sequence, 0)
  }

  async abort(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    const { postgres, lease } = this.#parts
    await Promise.allSettled([this.#turn])
    try {
      await removeDraft(postgres, lease)
      await lease.release()
    } catch (error) {
      // The next writer takes away what is left.
      lease.leave()
      if (!DocentError.is(error, 'lease_lost')) throw error
    }
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work)
    this.#turn.catch(() => {})
    return this.#turn
  }

  async #write(entries: readonly WrittenPage[], signal: AbortSignal | undefined): Promise<void> {
    const turns = new Turns(signal)
    let rows = new FileRows()
    for (const [file, pages] of Map.groupBy(entries, ({ page }) => page.file)) {
      await this.#takeIds(
        pages.reduce((sum, { passages }) => sum + passages.length, pages.length) + 1,
        signal,
      )
      const nextId = () => this.#ids.pop() ?? 0
      await rows.add(file, pages, { nextId, analyzer: this.#parts.analyzer, kinds: this.#kinds, turns })
      if (rows.passages < PASSAGES_AT_ONCE) continue
      await this.#insert(rows, signal)
      rows = new FileRows()
    }
    if (rows.files.length > 0) await this.#insert(rows, signal)
  }

  async #insert(rows: FileRows, signal: AbortSignal | undefined): Promise<void> {
    const { lease } = this.#parts
    const { number } = lease.base
    await lease.fenced(async (transaction) => {
      await this.#drop(transaction, rows.files)
      await this.#kinds.insert(transaction, number)
      await rows.insert(transaction, number, this.#sequence, this.#known)
    }, signal)
    this.#kinds.inserted()
    rows.remember(this.#known)
    for (const file of rows.files) this.#own.add(file)
    this.#written += rows.passages
  }

  /** What the revision has of these files so far. */
  async #drop(transaction: Transaction, files: readonly string[]): Promise<void> {
    const { number } = this.#parts.lease.base
    await transaction.query(
      `UPDATE docent.search_files SET removed = $3
       WHERE project = $1 AND file = ANY ($2::text[]) AND added < $3 AND removed IS NULL`,
      [number, files.map(spelled), this.#sequence],
    )
    const own = files.filter((file) => this.#own.has(file))
    if (own.length === 0) return
    const { rows } = await transaction.query<{ id: number }>(
      'SELECT id FROM docent.search_files WHERE project = $1 AND file = ANY ($2::text[]) AND added = $3',
      [number, own.map(spelled), this.#sequence],
    )
    await removeFiles(
      transaction,
      rows.map(({ id }) => id),
    )
  }

  /** Numbers of rows, ascending as they are taken. */
  async #takeIds(count: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#ids.length >= count) return
    const { rows } = await this.#parts.postgres.query<{ id: number }>(
      "SELECT nextval('docent.search_ids') AS id FROM generate_series(1, $1)",
      [Math.max(IDS_AT_ONCE, count)],
      signal === undefined ? {} : { signal },
    )
    this.#ids.unshift(...rows.map(({ id }) => id).sort((one, other) => other - one))
  }

  /** An index of another analysis counts as none: nothing of it stays. */
  async #startAnew(): Promise<void> {
    const { lease } = this.#parts
    await lease.fenced(async (transaction) => {
      await transaction.query(
        'UPDATE docent.search_files SET removed = $2 WHERE project = $1 AND added < $2 AND removed IS NULL',
        [lease.base.number, this.#sequence],
      )
    })
  }

  async #commit(revision: string, signal: AbortSignal | undefined): Promise<void> {
    const { postgres, lease } = this.#parts
    const { number: project, restricted, counted, analysis } = lease.base
    const kinds = new Map<number, Attributes>(this.#kinds.entries())
    const request = { postgres, project, sequence: this.#sequence, kinds, signal }
    const { totals, rows } = await totalsOf(request)
    // A few changed passages shift no average. What became limited must not be counted for those who may not see it.
    const isSame =
      analysis === ANALYSIS &&
      counted > 0 &&
      this.#written < RECOUNT_SHARE * totals.passages &&
      restricted === totals.restricted
    const counts = isSame ? undefined : await countRevision(request, rows)
    await lease.end((transaction) => this.#publish(transaction, revision, totals, counts), signal)
    if (counts !== undefined) this.#parts.old.analyze()
  }

  async #publish(
    transaction: Transaction,
    revision: string,
    { pages, passages, restricted, languages }: Totals,
    counts: Counts | undefined,
  ): Promise<void> {
    const { number, sequence: before, counted, redirects } = this.#parts.lease.base
    if (counts !== undefined) {
      const { statistics, openStatistics, links } = counts
      await transaction.query(
        `INSERT INTO docent.search_counts (project, sequence, statistics, open_statistics, links)
         VALUES ($1, $2, $3, $4, $5)`,
        [
          number,
          this.#sequence,
          statistics.encode(),
          openStatistics === undefined ? null : openStatistics.encode(),
          links.encode(),
        ],
      )
    }
    const { count } = await transaction.query(
      `UPDATE docent.search_projects SET sequence = $2, revision = $3, analysis = $4, pages = $5, passages = $6,
         restricted = $7, languages = $8, redirects = $9, counted = $10, committed_at = clock_timestamp()
       WHERE number = $1 AND sequence = $11`,
      [
        number,
        this.#sequence,
        revision,
        ANALYSIS,
        pages,
        passages,
        restricted,
        JSON.stringify(languages),
        this.#redirects === undefined ? redirects : JSON.stringify(this.#redirects),
        counts === undefined ? counted : this.#sequence,
        before,
      ],
    )
    if (count === 0)
      throw new LeaseLost('The index of this project was changed: this revision was not committed.')
  }

  #assertOpen(options: CallOptions): void {
    options.signal?.throwIfAborted()
    if (this.#ended)
      throw new DocentError('internal', 'This revision was committed or aborted: begin another one.')
  }
}

/** Takes away what a revision has written, and what it has marked: the committed one is whole again. */
async function removeDraft(postgres: Postgres, lease: WriterLease): Promise<void> {
  const { number, sequence } = lease.base
  await lease.fenced(async (transaction) => {
    await transaction.query(
      'UPDATE docent.search_files SET removed = NULL WHERE project = $1 AND removed > $2',
      [number, sequence],
    )
  })
  for (;;) {
    const { rows } = await postgres.query<{ id: number }>(
      'SELECT id FROM docent.search_files WHERE project = $1 AND added > $2 ORDER BY id LIMIT $3',
      [number, sequence, FILES_AT_ONCE],
    )
    if (rows.length === 0) return
    await lease.fenced((transaction) =>
      removeFiles(
        transaction,
        rows.map(({ id }) => id),
      ),
    )
  }
}
