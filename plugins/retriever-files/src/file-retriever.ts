import { mkdir, rm } from 'node:fs/promises'
import type { Page } from '@docent/content'
import {
  type BeginOptions,
  type CallOptions,
  DocentError,
  type Health,
  type IndexManifest,
  type IndexState,
  type PageOptions,
  type PageSummary,
  type ProjectId,
  type RetrievalQuery,
  type RetrievedPassage,
  type Retriever,
  type RetrieverReplication,
  type RevisionWriter,
} from '@docent/core/plugin'
import { Analyzer, findPage, searchPassages } from '@docent/search'
import { fileStamp } from './files/file-stamp.ts'
import { mapError } from './map-error.ts'
import { unknownNames } from './names/project-names.ts'
import { ProjectReaders } from './project-readers.ts'
import { assertBase, type LocalProject, Replication } from './replication/replication.ts'
import type { FileRetrieverOptions } from './retriever-options.ts'
import {
  type CurrentRevision,
  currentRevisionFile,
  isUpToDate,
  readCurrentRevision,
} from './revision/current-revision.ts'
import { DamageWatch } from './revision/damage-watch.ts'
import { FileRevisionWriter } from './revision/file-revision-writer.ts'
import { emptyManifest, manifestOf, stateOf } from './revision/index-state.ts'
import { pagesAt, summariesOf } from './revision/page-summaries.ts'
import { emptyFolder } from './revision/revision-base.ts'
import type { OpenRevision } from './revision/revision-reader.ts'
import { WriterLock } from './revision/writer-lock.ts'
import { FileSearchIndex } from './search/file-search-index.ts'
import { CandidateSearch } from './search/find-candidates.ts'

/**
 * Retrieval in files. A project has `CURRENT` (what is served: see current-revision.ts), the files that it names
 * (segments with passages, pages and their words, and what is counted over all), and `writer.lock` while someone
 * writes.
 */
export class FileRetriever implements Retriever {
  readonly #options: FileRetrieverOptions
  readonly #analyzer = new Analyzer()
  readonly #candidates = new CandidateSearch()
  readonly #readers: ProjectReaders
  readonly #damage: DamageWatch
  readonly #replication: Replication | undefined

  constructor(options: FileRetrieverOptions) {
    this.#options = options
    const { replicate, directory, memoryMb } = options
    this.#readers = new ProjectReaders(directory, memoryMb)
    this.#damage = new DamageWatch({ directory, folderOf: (project) => this.#readers.folderOf(project) })
    this.#replication =
      replicate &&
      new Replication({ ...options, ...replicate }, `${directory}.incoming`, (project) =>
        this.#local(project),
      )
  }

  get replication(): RetrieverReplication | undefined {
    return this.#replication
  }

  /** @throws DocentError `configuration` when revisions cannot be shared through the store */
  async start(): Promise<void> {
    await this.#replication?.start(() => this.#damage.projects())
    if (this.#replication !== undefined) this.#damage.onDamage((project) => void this.#repair(project))
  }

  async begin(project: ProjectId, { embedding, ...options }: BeginOptions = {}): Promise<RevisionWriter> {
    const folder = this.#readers.folderOf(project)
    const { clock, ids } = this.#options
    options.signal?.throwIfAborted()
    return mapError(async () => {
      const replica = this.#replication?.of(project)
      const base = await this.#replication?.beginWriting(project, options.signal)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const lock = await WriterLock.take({ folder, purpose: 'write', clock, ids, ...options })
      try {
        const isAnew = base !== undefined && (await assertBase(folder, base.id)) === undefined
        return await FileRevisionWriter.open({
          folder,
          pool: this.#readers.of(project).pool,
          analyzer: this.#analyzer,
          ids,
          lock,
          signal: options.signal,
          embedding,
          isAnew,
          publish: async (current, signal) =>
            base && replica ? replica.publish(current, base, signal) : current,
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
    const { vectorWeight } = this.#options
    const { names } = this.#readers.of(project)
    const request = { filter: query.filter ?? {}, names, candidates: this.#candidates, signal }
    const how = { ...options, vectorWeight, analyzer: this.#analyzer }
    signal?.throwIfAborted()
    const found = await this.#read(
      project,
      (revision) => searchPassages(new FileSearchIndex(revision, request), query, how),
      signal,
    )
    signal?.throwIfAborted()
    return found ?? []
  }

  async page(project: ProjectId, path: string, options: PageOptions = {}): Promise<Page | undefined> {
    const { signal } = options
    signal?.throwIfAborted()
    return this.#read(
      project,
      (revision) => {
        const { redirects } = revision
        return findPage(path, { redirects, pagesAt: (paths) => pagesAt(paths, revision) }, options)
      },
      signal,
    )
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

  async names(...[project, names, options = {}]: Parameters<Retriever['names']>) {
    options.signal?.throwIfAborted()
    const look = (revision: OpenRevision) => this.#readers.of(project).names.look(revision, names, options)
    return (await this.#read(project, look, options.signal)) ?? unknownNames(names)
  }

  /** @throws DocentError `dependency_failed` when the index is damaged: then `drop` makes room for a new one */
  async manifest(project: ProjectId, { signal }: CallOptions = {}): Promise<IndexManifest> {
    signal?.throwIfAborted()
    if (!(await this.#damage.look(project)) && !(await this.#repair(project))) {
      const message = 'The search index of this project is damaged. `docent index --force` builds it anew.'
      throw new DocentError('dependency_failed', message)
    }
    const read = async (revision: OpenRevision) =>
      this.#counts(project, revision.current) ? manifestOf(revision, signal) : emptyManifest()
    return (await this.#read(project, read, signal)) ?? emptyManifest()
  }

  /** Reads one small file, and opens no other. A damaged index counts as none. */
  async state(project: ProjectId, { signal }: CallOptions = {}): Promise<IndexState> {
    signal?.throwIfAborted()
    return mapError(async () => {
      await this.#ready(project, signal)
      const isWhole = await this.#damage.look(project)
      const current = isWhole ? await readCurrentRevision(this.#readers.folderOf(project)) : undefined
      return stateOf(current && this.#counts(project, current) ? current : undefined)
    })
  }

  /** What is on the disk of this node, also of another analysis or of a revision that is not published. */
  async holds(project: ProjectId, { signal }: CallOptions = {}): Promise<boolean> {
    signal?.throwIfAborted()
    return mapError(async () => {
      if (!(await this.#damage.look(project))) return false
      return (await readCurrentRevision(this.#readers.folderOf(project))) !== undefined
    })
  }

  async edition(project: ProjectId, { signal }: CallOptions = {}): Promise<number | undefined> {
    signal?.throwIfAborted()
    return mapError(async () => (await readCurrentRevision(this.#readers.folderOf(project)))?.sequence)
  }

  onDamage(listener: (project: ProjectId) => void): Disposable {
    return this.#damage.onDamage(listener)
  }

  async health(): Promise<Health> {
    const health = await mapError(() => this.#damage.health())
    return health.ok && this.#replication !== undefined ? this.#replication.health() : health
  }

  async drop(project: ProjectId, options: CallOptions = {}): Promise<void> {
    const folder = this.#readers.folderOf(project)
    const { clock, ids } = this.#options
    options.signal?.throwIfAborted()
    await mapError(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const lock = await WriterLock.take({ folder, purpose: 'write', clock, ids, ...options })
      try {
        await this.#replication?.of(project).drop(options.signal)
        await this.#forget(project)
        if (this.#replication === undefined) await rm(folder, { recursive: true, force: true })
        else await emptyFolder(folder)
      } finally {
        await lock.release()
      }
    }, options.signal)
  }

  async stop(): Promise<void> {
    await this.#replication?.stop()
    await this.#damage.stop()
    await this.#readers.close()
  }

  /** Undefined when nothing is committed. A failure is a reason to look whether the index is damaged. */
  async #read<Result>(
    project: ProjectId,
    read: (revision: OpenRevision) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result | undefined> {
    try {
      const found = await mapError(async () => {
        await this.#ready(project, signal)
        return this.#readers.of(project).reader.read((revision) => {
          this.#damage.served(project)
          return read(revision)
        })
      }, signal)
      if (found === undefined) this.#damage.missing(project)
      return found
    } catch (error) {
      this.#damage.suspect(project, error)
      throw error
    }
  }

  /** What is counted as indexed: a copy of what other nodes can have too. */
  #counts(project: ProjectId, current: CurrentRevision): boolean {
    return isUpToDate(current) && (this.#replication?.of(project).isPublished(current) ?? true)
  }

  /** Waits for the first copy of a project, where revisions come from other nodes. */
  async #ready(project: ProjectId, signal: AbortSignal | undefined): Promise<void> {
    if (this.#replication === undefined) return
    const file = currentRevisionFile(this.#readers.folderOf(project))
    await this.#replication.ready(project, () => fileStamp(file) !== undefined, signal)
  }

  /** Replaces damaged files by those of the store. @returns false when they cannot be had */
  async #repair(project: ProjectId): Promise<boolean> {
    if (this.#replication === undefined) return false
    const { logger } = this.#options
    try {
      await this.#replication.of(project).repair()
      return await this.#damage.look(project)
    } catch (error) {
      logger.error({ err: error, project }, 'the damaged search index could not be copied anew')
      return false
    }
  }

  #local(project: ProjectId): LocalProject {
    return {
      folder: this.#readers.folderOf(project),
      onDropped: () => this.#forget(project),
    }
  }

  async #forget(project: ProjectId): Promise<void> {
    await this.#readers.forget(project)
    this.#damage.forget(project)
  }
}
