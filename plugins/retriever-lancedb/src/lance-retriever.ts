import type { Page } from '@docent/content'
import {
  type BeginOptions,
  type CallOptions,
  type Clock,
  DocentError,
  defined,
  type Ids,
  type IndexedName,
  type IndexManifest,
  type IndexState,
  type Logger,
  type PageOptions,
  type PageSummary,
  type ProjectId,
  type RetrievalQuery,
  type RetrievedPassage,
  type Retriever,
  type RevisionWriter,
} from '@docent/core/plugin'
import { ANALYSIS, Analyzer, findPage, searchPassages, summaryOf } from '@docent/search'
import { findNames } from './reading/find-names.ts'
import { LanceSearchIndex } from './reading/lance-search-index.ts'
import { type OpenRevision, openRevision } from './reading/open-revision.ts'
import { passingKinds } from './reading/passing-kinds.ts'
import type { Database } from './storage/database.ts'
import { ProjectState, type StateRow } from './storage/project-state.ts'
import { isOfKinds, isOneOf } from './storage/sql.ts'
import { LanceRevisionWriter } from './writing/lance-revision-writer.ts'

export interface LanceRetrieverParts {
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  /** What the first place by vectors counts beside the best score by words; absent: as far as they agree with words. */
  readonly vectorWeight?: number | undefined
  /** How long a writer that gives no sign of life keeps others out, ms. Default 60,000. */
  readonly leaseMs?: number
}

interface Opened {
  readonly sequence: number
  readonly revision: Promise<OpenRevision>
}

type GroupOptions = CallOptions & { trustedGroups?: readonly string[] }

/** Retrieval in LanceDB: one row a project names the versions of tables that are served. */
export class LanceRetriever implements Retriever {
  readonly #database: Database
  readonly #parts: LanceRetrieverParts
  readonly #analyzer = new Analyzer()
  readonly #states = new Map<ProjectId, ProjectState>()
  readonly #opened = new Map<ProjectId, Opened>()

  constructor(database: Database, parts: LanceRetrieverParts) {
    this.#database = database
    this.#parts = parts
  }

  async begin(project: ProjectId, { embedding, signal }: BeginOptions = {}): Promise<RevisionWriter> {
    signal?.throwIfAborted()
    const { ids, logger, leaseMs = 60_000 } = this.#parts
    const state = this.#state(project)
    // Begins the names of tables, too.
    const token = ids.secret().replace(/[^\da-z]/gi, '')
    const base = await state.take(token, leaseMs)
    try {
      const [database, analyzer] = [this.#database, this.#analyzer]
      return await LanceRevisionWriter.open({
        ...{ database, state, base, token, leaseMs, embedding, analyzer, logger },
      })
    } catch (error) {
      await state.release(token).catch(() => {})
      throw error
    }
  }

  async search(
    project: ProjectId,
    query: RetrievalQuery,
    { signal }: CallOptions = {},
  ): Promise<RetrievedPassage[]> {
    const { vectorWeight } = this.#parts
    const options = { analyzer: this.#analyzer, vectorWeight, ...defined({ signal }) }
    const found = await this.#read(project, signal, (revision) =>
      searchPassages(new LanceSearchIndex(revision, query.filter ?? {}), query, options),
    )
    return found ?? []
  }

  async page(project: ProjectId, path: string, options: PageOptions = {}): Promise<Page | undefined> {
    return this.#read(project, options.signal, (revision) => {
      const { redirects } = revision.served
      return findPage(path, { redirects, pagesAt: (paths) => pagesAt(revision, paths) }, options)
    })
  }

  async pages(project: ProjectId, { signal, trustedGroups = [] }: GroupOptions = {}): Promise<PageSummary[]> {
    const found = await this.#read(project, signal, async ({ kinds, tables }) => {
      const where = isOfKinds(passingKinds(kinds, { trustedGroups }))
      const rows = await tables.pages.query().where(where).select(['head']).toArray()
      return rows.map(({ head }) => summaryOf(JSON.parse(head)))
    })
    return found ?? []
  }

  async names(
    project: ProjectId,
    names: readonly string[],
    { signal, trustedGroups = [] }: GroupOptions = {},
  ): Promise<ReadonlyMap<string, IndexedName>> {
    const found = await this.#read(project, signal, ({ kinds, tables }) =>
      findNames(tables.terms, names, passingKinds(kinds, { trustedGroups })),
    )
    return found ?? new Map(names.map((name) => [name, { isKnown: false }]))
  }

  async manifest(project: ProjectId, { signal }: CallOptions = {}): Promise<IndexManifest> {
    const found = await this.#read(project, signal, async ({ served, tables }) => {
      const state = stateOf(served)
      if (state.revision === undefined) return { ...state, hashes: new Map() }
      const rows = await tables.pages.query().select(['file', 'hash']).toArray()
      return { ...state, hashes: new Map(rows.map(({ file, hash }) => [JSON.parse(file), hash])) }
    })
    return found ?? { ...stateOf(undefined), hashes: new Map() }
  }

  async state(project: ProjectId, { signal }: CallOptions = {}): Promise<IndexState> {
    return stateOf((await this.#row(project, signal))?.served)
  }

  /** Every node can answer what any has committed. */
  async holds(project: ProjectId, { signal }: CallOptions = {}): Promise<boolean> {
    return (await this.#row(project, signal))?.served !== undefined
  }

  async edition(project: ProjectId, { signal }: CallOptions = {}): Promise<number | undefined> {
    return (await this.#row(project, signal))?.sequence
  }

  async drop(project: ProjectId, { signal }: CallOptions = {}): Promise<void> {
    if ((await this.#row(project, signal)) === undefined) return
    const { ids, leaseMs = 60_000 } = this.#parts
    const state = this.#state(project)
    const token = ids.secret()
    const { sequence } = await state.take(token, leaseMs)
    await state.serve(token, sequence + 1, undefined)
    const connection = await this.#database.connection()
    for (const name of await this.#database.tablesOf(`${state.prefix}_`))
      if (!state.isOwn(name)) await connection.dropTable(name)
    await state.release(token)
  }

  #state(project: ProjectId): ProjectState {
    const known = this.#states.get(project) ?? new ProjectState(this.#database, project, this.#parts.clock)
    this.#states.set(project, known)
    return known
  }

  async #row(project: ProjectId, signal: AbortSignal | undefined): Promise<StateRow | undefined> {
    signal?.throwIfAborted()
    return this.#state(project).read()
  }

  /** Undefined when nothing is committed. Repeated with the new revision when the old one is gone meanwhile. */
  async #read<Result>(
    project: ProjectId,
    signal: AbortSignal | undefined,
    read: (revision: OpenRevision) => Promise<Result>,
  ): Promise<Result | undefined> {
    for (;;) {
      const row = await this.#row(project, signal)
      if (row?.served === undefined) return undefined
      try {
        const result = await read(await this.#open(project, row.sequence, row.served))
        signal?.throwIfAborted()
        return result
      } catch (error) {
        signal?.throwIfAborted()
        if ((await this.#row(project, signal))?.sequence !== row.sequence) continue
        if (error instanceof DocentError) throw error
        throw new DocentError('dependency_failed', 'The search index in LanceDB cannot be read.', {
          cause: error,
        })
      }
    }
  }

  /** Those who ask at once wait for the same one. */
  #open(
    project: ProjectId,
    sequence: number,
    served: NonNullable<StateRow['served']>,
  ): Promise<OpenRevision> {
    const known = this.#opened.get(project)
    if (known?.sequence === sequence) return known.revision
    const opened = { sequence, revision: openRevision(this.#database, served) }
    this.#opened.set(project, opened)
    // A failure is not remembered.
    opened.revision.catch(() => {
      if (this.#opened.get(project) === opened) this.#opened.delete(project)
    })
    return opened.revision
  }
}

/** An index of another analysis is served, but counts as none, so that it is built anew. */
function stateOf(served: StateRow['served']): IndexState {
  if (served === undefined || served.analysis !== ANALYSIS)
    return { revision: undefined, pages: 0, passages: 0 }
  const { revision, pages, passages, embedding } = served
  return { revision, pages, passages, ...defined({ embedding }) }
}

async function pagesAt({ tables }: OpenRevision, paths: readonly string[]): Promise<Page[]> {
  const where = isOneOf(
    'path',
    paths.map((path) => JSON.stringify(path)),
  )
  const rows = await tables.pages.query().where(where).select(['page']).toArray()
  return rows.map(({ page }): Page => JSON.parse(page))
}
