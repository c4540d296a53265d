import type { Page, Redirect } from '@docent/content'
import type {
  BeginOptions,
  CallOptions,
  Ids,
  IndexedName,
  IndexManifest,
  IndexState,
  Logger,
  PageOptions,
  PageSummary,
  ProjectId,
  RetrievalQuery,
  RetrievedPassage,
  Retriever,
  RevisionWriter,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { Analyzer, findPage, searchPassages, summaryOf } from '@docent/search'
import { findNames, readerGroups } from './reading/find-names.ts'
import { type OpenRevision, OpenRevisions, RevisionGone, withSignal } from './reading/open-revision.ts'
import { PostgresSearchIndex } from './reading/postgres-search-index.ts'
import { isIn, type ProjectRow, readProject, stateOf } from './reading/project-row.ts'
import { RowCache } from './reading/row-cache.ts'
import { spelled, unspelled } from './schema/spelled.ts'
import { OldRows } from './writing/old-rows.ts'
import { PostgresRevisionWriter } from './writing/postgres-revision-writer.ts'
import { DEFAULT_LEASE_MS, WriterLease } from './writing/writer-lease.ts'

export interface PostgresRetrieverParts {
  readonly memoryMb: number
  readonly ids: Ids
  readonly logger: Logger
  /** How long a writer that gives no sign of life keeps others out, ms. Default 30,000. */
  readonly leaseMs?: number
  /** How long rows stay for searches that began before they were replaced, ms. Default two minutes. */
  readonly keepMs?: number
}

const PAGES_AT = `
  SELECT p.page FROM docent.search_pages p JOIN docent.search_files f ON f.id = p.file
  WHERE p.project = $1 AND p.path = ANY ($2::text[]) AND ${isIn('f', '$3')} ORDER BY p.id`
const HEADS = `
  SELECT p.head FROM docent.search_pages p JOIN docent.search_files f ON f.id = p.file
  WHERE p.project = $1 AND ${isIn('f', '$2')} AND (p.groups = '{}' OR p.groups && $3::text[]) ORDER BY p.id`
const HASHES = `SELECT f.file, f.hash FROM docent.search_files f WHERE f.project = $1 AND ${isIn('f', '$2')} ORDER BY f.id`

/** Retrieval in PostgreSQL: see `search-tables.ts` for what makes a revision whole. */
export class PostgresRetriever implements Retriever {
  readonly keepsVectors = false
  readonly #postgres: Postgres
  readonly #parts: PostgresRetrieverParts
  readonly #analyzer = new Analyzer()
  readonly #revisions: OpenRevisions
  readonly #cache: RowCache
  readonly #old: OldRows
  /** Which revision of a project was read last. */
  readonly #last = new Map<ProjectId, ProjectRow>()

  constructor(postgres: Postgres, parts: PostgresRetrieverParts) {
    this.#postgres = postgres
    this.#parts = parts
    this.#revisions = new OpenRevisions(postgres)
    this.#cache = new RowCache(postgres, parts.memoryMb)
    this.#old = new OldRows(postgres, parts)
  }

  async begin(project: ProjectId, { signal }: BeginOptions = {}): Promise<RevisionWriter> {
    const lease = await this.#lease(project, signal)
    try {
      return await PostgresRevisionWriter.open({
        postgres: this.#postgres,
        analyzer: this.#analyzer,
        old: this.#old,
        lease,
        signal,
      })
    } catch (error) {
      await lease.release()
      throw error
    }
  }

  async search(
    project: ProjectId,
    query: RetrievalQuery,
    { signal }: CallOptions = {},
  ): Promise<RetrievedPassage[]> {
    const filter = query.filter ?? {}
    const parts = { postgres: this.#postgres, cache: this.#cache, filter, signal }
    const found = await this.#read(project, signal, async (row) => {
      const revision = await this.#revisions.of(row)
      const index = new PostgresSearchIndex(revision, parts)
      return searchPassages(index, query, { analyzer: this.#analyzer, ...withSignal(signal) })
    })
    signal?.throwIfAborted()
    return found ?? []
  }

  async page(project: ProjectId, path: string, options: PageOptions = {}): Promise<Page | undefined> {
    const { signal } = options
    return this.#read(project, signal, (row) => {
      const redirects: Redirect[] = JSON.parse(row.redirects)
      return findPage(path, { redirects, pagesAt: (paths) => this.#pagesAt(paths, row, signal) }, options)
    })
  }

  async pages(
    project: ProjectId,
    { signal, trustedGroups = [] }: CallOptions & { trustedGroups?: readonly string[] } = {},
  ): Promise<PageSummary[]> {
    const found = await this.#read(project, signal, async ({ number, sequence }) => {
      const values = [number, sequence, readerGroups(trustedGroups)]
      const { rows } = await this.#postgres.query<{ head: string }>(HEADS, values, withSignal(signal))
      return rows.map(({ head }) => summaryOf(JSON.parse(head)))
    })
    return found ?? []
  }

  async names(
    project: ProjectId,
    names: readonly string[],
    { signal, trustedGroups = [] }: CallOptions & { trustedGroups?: readonly string[] } = {},
  ): Promise<ReadonlyMap<string, IndexedName>> {
    const found = await this.#read(project, signal, ({ number, sequence }) =>
      findNames(this.#postgres, names, { project: number, sequence, trustedGroups, signal }),
    )
    return found ?? new Map(names.map((name) => [name, { isKnown: false }]))
  }

  async manifest(project: ProjectId, { signal }: CallOptions = {}): Promise<IndexManifest> {
    const row = await this.#row(project, signal)
    const state = stateOf(row)
    if (row === undefined || state.revision === undefined) return { ...state, hashes: new Map() }
    const values = [row.number, row.sequence]
    const { rows } = await this.#postgres.query<{ file: string; hash: string }>(
      HASHES,
      values,
      withSignal(signal),
    )
    return { ...state, hashes: new Map(rows.map(({ file, hash }) => [unspelled(file), unspelled(hash)])) }
  }

  async state(project: ProjectId, { signal }: CallOptions = {}): Promise<IndexState> {
    return stateOf(await this.#row(project, signal))
  }

  /** Every node can answer what any has committed. */
  async holds(project: ProjectId, { signal }: CallOptions = {}): Promise<boolean> {
    const revision = (await this.#row(project, signal))?.revision ?? null
    return revision !== null
  }

  async edition(project: ProjectId, { signal }: CallOptions = {}): Promise<number | undefined> {
    return (await this.#row(project, signal))?.sequence
  }

  async drop(project: ProjectId, { signal }: CallOptions = {}): Promise<void> {
    const lease = await this.#lease(project, signal)
    try {
      const sequence = lease.base.sequence + 1
      await lease.fenced(async (transaction) => {
        await transaction.query(
          `UPDATE docent.search_projects
           SET sequence = $2, revision = NULL, pages = 0, passages = 0, restricted = 0, redirects = '[]', counted = 0
           WHERE number = $1`,
          [lease.base.number, sequence],
        )
      })
      await this.#old.removeAll(lease.base.number)
    } finally {
      await lease.release()
    }
  }

  async stop(): Promise<void> {
    await this.#old.stop()
  }

  #lease(project: ProjectId, signal: AbortSignal | undefined): Promise<WriterLease> {
    signal?.throwIfAborted()
    const { ids, leaseMs = DEFAULT_LEASE_MS } = this.#parts
    return WriterLease.take(this.#postgres, { project, token: ids.secret(), leaseMs, signal })
  }

  async #row(project: ProjectId, signal: AbortSignal | undefined): Promise<ProjectRow | undefined> {
    signal?.throwIfAborted()
    return readProject(this.#postgres, project, signal)
  }

  /**
   * Undefined when nothing is committed. Begins with the revision that was read last, while the database says which one
   * is served now: one round trip less. Repeated when that is another one, or when the old one is gone meanwhile.
   */
  async #read<Result>(
    project: ProjectId,
    signal: AbortSignal | undefined,
    read: (row: ProjectRow) => Promise<Result>,
  ): Promise<Result | undefined> {
    for (;;) {
      const begun = performance.now()
      const last = this.#last.get(project)
      const early = last && read(last)
      // Its failure counts only where its revision is still the one that is served.
      early?.catch(() => {})
      const row = await this.#row(project, signal)
      if (row === undefined || row.revision === null) {
        this.#last.delete(project)
        return undefined
      }
      this.#last.set(project, row)
      try {
        const result = await (early !== undefined && last?.sequence === row.sequence ? early : read(row))
        // Rows of a revision stay for a while after it was replaced: whoever took longer may have missed some.
        if (this.#old.areKept(performance.now() - begun)) return result
        if ((await this.#row(project, signal))?.sequence === row.sequence) return result
      } catch (error) {
        if (!(error instanceof RevisionGone)) throw error
        if ((await this.#row(project, signal))?.sequence === row.sequence) throw error
      }
    }
  }

  async #pagesAt(
    paths: readonly string[],
    { number, sequence }: Pick<OpenRevision['row'], 'number' | 'sequence'>,
    signal: AbortSignal | undefined,
  ): Promise<Page[]> {
    const values = [number, paths.map(spelled), sequence]
    const { rows } = await this.#postgres.query<{ page: string }>(PAGES_AT, values, withSignal(signal))
    return rows.map(({ page }): Page => JSON.parse(page))
  }
}
