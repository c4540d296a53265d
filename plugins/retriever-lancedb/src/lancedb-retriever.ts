import { mkdir, rm } from 'node:fs/promises'
import { type Page, redirectedPaths } from '@docent/content'
import {
  type BeginOptions,
  type CallOptions,
  type Clock,
  DocentError,
  defined,
  type Health,
  type Ids,
  type IndexManifest,
  type IndexState,
  type Logger,
  type PageSummary,
  type ProjectId,
  type RetrievalQuery,
  type RetrievedPassage,
  type Retriever,
  type RevisionWriter,
} from '@docent/core'
import { mapError } from './map-error.ts'
import { DamageWatch } from './revision/damage-watch.ts'
import { LancedbRevisionWriter } from './revision/lancedb-revision-writer.ts'
import { sharesGroup, summariesOf } from './revision/page-summaries.ts'
import { type OpenRevision, RevisionReader } from './revision/revision-reader.ts'
import { PostingsMemory } from './search/revision-postings.ts'
import { searchPassages } from './search/search-passages.ts'
import { BackgroundOptimizer } from './tables/background-optimizer.ts'
import { type CurrentRevision, isUpToDate, readCurrentRevision } from './tables/current-revision.ts'
import { loadLance } from './tables/lance.ts'
import { TableFolder } from './tables/project-tables.ts'
import { sqlList } from './tables/sql.ts'
import { WriterLock } from './tables/writer-lock.ts'
import { Analyzer } from './words/analyzer.ts'

const DEFAULT_VECTOR_WEIGHT = 0.1
const DEFAULT_POSTINGS_MB = 128
const MIB = 1024 * 1024

export interface LancedbRetrieverOptions {
  /** Absolute path; made when it is first written to. */
  directory: string
  /** Most MiB that LanceDB keeps of indices and metadata. */
  cacheMb: number
  /** Most MiB of the words of passages, which are kept in memory for searches without a filter; default 128. */
  postingsMb?: number
  /** What the first place by vectors counts beside the best score by words, from 0; default 0.1. */
  vectorWeight?: number
  clock: Clock
  ids: Ids
  logger: Logger
}

/**
 * Full-text retrieval in LanceDB. Files of a project: `CURRENT` (what is served: see current-revision.ts), a folder
 * of tables, and `writer.lock` while someone writes.
 */
export class LancedbRetriever implements Retriever {
  readonly #options: LancedbRetrieverOptions
  readonly #tables: TableFolder
  readonly #analyzer = new Analyzer()
  readonly #readers = new Map<string, RevisionReader>()
  readonly #optimizer: BackgroundOptimizer
  readonly #postingsMemory: PostingsMemory
  readonly #damage: DamageWatch

  constructor(options: LancedbRetrieverOptions) {
    this.#options = options
    this.#tables = new TableFolder(options.directory, options.cacheMb)
    this.#postingsMemory = new PostingsMemory((options.postingsMb ?? DEFAULT_POSTINGS_MB) * MIB)
    this.#damage = new DamageWatch({
      directory: options.directory,
      folderOf: (project) => this.#tables.of(project),
    })
    this.#optimizer = new BackgroundOptimizer({ ...options, tables: this.#tables })
  }

  async begin(project: ProjectId, { embedding, ...options }: BeginOptions = {}): Promise<RevisionWriter> {
    const folder = this.#tables.of(project)
    const { clock, ids } = this.#options
    options.signal?.throwIfAborted()
    return mapError(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const lock = await WriterLock.take({ folder, purpose: 'write', clock, ids, ...options })
      try {
        return await LancedbRevisionWriter.open({
          folder,
          tableFolder: this.#tables,
          analyzer: this.#analyzer,
          ids,
          lock,
          embedding,
          onCommit: (unfolded) => this.#optimizer.request(folder, unfolded),
        })
      } catch (error) {
        await lock.release()
        throw error
      }
    }, options.signal)
  }

  async search(
    project: ProjectId,
    query: RetrievalQuery,
    options: CallOptions = {},
  ): Promise<RetrievedPassage[]> {
    const { signal } = options
    const { vectorWeight = DEFAULT_VECTOR_WEIGHT } = this.#options
    signal?.throwIfAborted()
    const found = await this.#read(
      project,
      async (revision) =>
        searchPassages(revision, query, this.#analyzer, await loadLance(), { ...options, vectorWeight }),
      signal,
    )
    signal?.throwIfAborted()
    return found ?? []
  }

  /** Reads what makes searches fast: otherwise that begins with the first search, which does not wait for it. */
  async prepare(project: ProjectId, { signal }: CallOptions = {}): Promise<void> {
    signal?.throwIfAborted()
    await mapError(() => this.#reader(project).prepare(), signal)
  }

  async page(
    project: ProjectId,
    path: string,
    { signal, trustedGroups = [] }: CallOptions & { trustedGroups?: readonly string[] } = {},
  ): Promise<Page | undefined> {
    signal?.throwIfAborted()
    const pages = await this.#read(project, async (revision) => {
      const found = await pagesAt([path], revision)
      if (found.length > 0) return found
      const paths = redirectedPaths(path, revision.redirects)
      const targets = paths.length === 0 ? [] : await pagesAt(paths, revision)
      const first = paths.find((each) => targets.some((page) => page.path === each))
      return targets.filter((page) => page.path === first)
    })
    return pages?.find(({ groups }) => groups.length === 0 || sharesGroup(groups, trustedGroups))
  }

  async pages(
    project: ProjectId,
    { signal, trustedGroups = [] }: CallOptions & { trustedGroups?: readonly string[] } = {},
  ): Promise<PageSummary[]> {
    signal?.throwIfAborted()
    const pages = await this.#read(
      project,
      (revision) => summariesOf(revision, trustedGroups, signal),
      signal,
    )
    return pages ?? []
  }

  /** @throws DocentError `dependency_failed` when the index is damaged: then `drop` makes room for a new one */
  async manifest(project: ProjectId, { signal }: CallOptions = {}): Promise<IndexManifest> {
    signal?.throwIfAborted()
    if (!(await this.#damage.look(project))) {
      const message = 'The search index of this project is damaged. `docent index --force` builds it anew.'
      throw new DocentError('dependency_failed', message)
    }
    const manifest = await this.#read(project, async ({ current, tables }): Promise<IndexManifest> => {
      if (!isUpToDate(current)) return { ...stateOf(undefined), hashes: new Map() }
      const rows: { file: string; hash: string }[] = await tables.pages
        .query()
        .select(['file', 'hash'])
        .toArray()
      return { ...stateOf(current), hashes: new Map(rows.map(({ file, hash }) => [file, hash])) }
    })
    return manifest ?? { ...stateOf(undefined), hashes: new Map() }
  }

  /** Reads one small file, and leaves LanceDB (50 MB of memory) unloaded. A damaged index counts as none. */
  async state(project: ProjectId, { signal }: CallOptions = {}): Promise<IndexState> {
    signal?.throwIfAborted()
    return mapError(async () => {
      const isWhole = await this.#damage.look(project)
      return stateOf(isWhole ? await readCurrentRevision(this.#tables.of(project)) : undefined)
    })
  }

  onDamage(listener: (project: ProjectId) => void): Disposable {
    return this.#damage.onDamage(listener)
  }

  health(): Promise<Health> {
    return mapError(() => this.#damage.health())
  }

  async drop(project: ProjectId, options: CallOptions = {}): Promise<void> {
    const folder = this.#tables.of(project)
    const { clock, ids } = this.#options
    options.signal?.throwIfAborted()
    await mapError(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const lock = await WriterLock.take({ folder, purpose: 'write', clock, ids, ...options })
      try {
        this.#readers.get(folder)?.close()
        this.#readers.delete(folder)
        await this.#tables.forget(folder)
        await rm(folder, { recursive: true, force: true })
        this.#damage.forget(project)
      } finally {
        await lock.release()
      }
    }, options.signal)
  }

  /** Optimizes what waits for it, now. Resolves when searches are as fast as they get. */
  optimize(): Promise<void> {
    return this.#optimizer.runNow()
  }

  /** Waits for the optimization that runs and closes the tables. */
  async stop(): Promise<void> {
    await this.#damage.stop()
    await this.#optimizer.stop()
    for (const reader of this.#readers.values()) reader.close()
    this.#readers.clear()
    await this.#tables.close()
  }

  /** Undefined when nothing is committed. A failure is a reason to look whether the index is damaged. */
  async #read<Result>(
    project: ProjectId,
    read: (revision: OpenRevision) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result | undefined> {
    try {
      const found = await mapError(
        () =>
          this.#reader(project).read((revision) => {
            this.#damage.served(project)
            return read(revision)
          }),
        signal,
      )
      if (found === undefined) this.#damage.missing(project)
      return found
    } catch (error) {
      this.#damage.suspect(project, error)
      throw error
    }
  }

  #reader(project: ProjectId): RevisionReader {
    const folder = this.#tables.of(project)
    const known = this.#readers.get(folder)
    if (known !== undefined) return known
    const { cacheMb, logger } = this.#options
    const reader = new RevisionReader({
      folder,
      tables: this.#tables,
      cacheBytes: cacheMb * MIB,
      memory: this.#postingsMemory,
      onFailure: (error) =>
        logger.warn(
          { err: error, project },
          'the words of the passages could not be read: searches stay slower',
        ),
    })
    this.#readers.set(folder, reader)
    return reader
  }
}

async function pagesAt(paths: readonly string[], { tables }: OpenRevision): Promise<Page[]> {
  const rows: { page: string }[] = await tables.pages
    .query()
    .where(`path IN (${sqlList(paths)})`)
    .select(['page'])
    .toArray()
  return rows.map(({ page }): Page => JSON.parse(page))
}

/** An index of an older format is served, but counts as none, so that it is built anew. */
function stateOf(current: CurrentRevision | undefined): IndexState {
  if (current === undefined || !isUpToDate(current)) return { revision: undefined, pages: 0, passages: 0 }
  const { revision, pages, passages, embedding } = current
  return { revision, pages, passages, ...defined({ embedding }) }
}
