import { join } from 'node:path'
import type { Page, Passage, Redirect } from '@docent/content'
import {
  type CallOptions,
  DocentError,
  defined,
  type Ids,
  type IndexEmbedding,
  type PassageVector,
  type RevisionWriter,
} from '@docent/core'
import type { Table } from '@lancedb/lancedb'
import { LinkTexts } from '../links/link-texts.ts'
import { readRedirects, storeRedirects } from '../links/site-redirects.ts'
import { mapError } from '../map-error.ts'
import { TermStatistics } from '../search/term-statistics.ts'
import {
  type CurrentRevision,
  isUpToDate,
  readCurrentRevision,
  writeCurrentRevision,
} from '../tables/current-revision.ts'
import { INDEX_FORMAT } from '../tables/index-schema.ts'
import type { ProjectTables, TableFolder } from '../tables/project-tables.ts'
import { ensureIndices, ensureVectorIndex } from '../tables/search-indices.ts'
import { readVectors } from '../tables/vector-rows.ts'
import type { WriterLock } from '../tables/writer-lock.ts'
import type { Analyzer } from '../words/analyzer.ts'
import { languageCode } from '../words/language-code.ts'
import { isSameEmbedding, openAtBase, removeLeftovers } from './revision-base.ts'
import { RevisionDraft } from './revision-draft.ts'

export interface OpenWriterRequest {
  folder: string
  tableFolder: TableFolder
  analyzer: Analyzer
  ids: Ids
  lock: WriterLock
  /** Whose vectors the passages get. */
  embedding: IndexEmbedding | undefined
  /** Begins with nothing, whatever is served. */
  isAnew: boolean
  /** Makes the revision known to other nodes before it is served here. */
  publish: (current: CurrentRevision, signal: AbortSignal | undefined) => Promise<CurrentRevision>
  /** Called after a commit with the number of commits that wait to be folded into the indices. */
  onCommit: (unfolded: number) => void
}

/** From so many new passages on, a commit brings the index up to date before it publishes. */
const OPTIMIZE_BEFORE_PUBLISHING = 2_000
const RECOUNT_SHARE = 0.05

/**
 * An open revision. It writes new versions of the LanceDB tables, which no reader sees, because readers are pinned to
 * the versions that CURRENT names; `commit` replaces CURRENT. A writer that dies leaves versions that nobody reads,
 * and the next one starts again from the pinned ones.
 */
export class LancedbRevisionWriter implements RevisionWriter {
  readonly #request: OpenWriterRequest
  /** What is served, which may be in an older format. */
  readonly #served: CurrentRevision | undefined
  /** What the revision may continue. */
  readonly #base: CurrentRevision | undefined
  readonly #generation: string
  readonly #tables: ProjectTables
  readonly #draft: RevisionDraft
  /** The revision continues the tables of its base. */
  readonly #continues: boolean
  #baseTable: Promise<Table> | undefined
  #redirects: readonly Redirect[] | undefined
  #ended = false

  private constructor(
    request: OpenWriterRequest,
    served: CurrentRevision | undefined,
    generation: string,
    tables: ProjectTables,
    stored: Set<string>,
  ) {
    this.#request = request
    this.#served = served
    this.#base = baseOf(served, request)
    this.#generation = generation
    this.#tables = tables
    this.#continues = this.#base?.tables === generation
    this.#draft = new RevisionDraft(tables, request.analyzer, request.lock, stored)
  }

  static async open(request: OpenWriterRequest): Promise<LancedbRevisionWriter> {
    const { folder, tableFolder, ids } = request
    const served = await readCurrentRevision(folder)
    await removeLeftovers(folder, served)
    const base = baseOf(served, request)
    if (base === undefined || !isSameEmbedding(base.embedding, request.embedding)) {
      // Vectors of two models cannot be compared, so that they never share a table.
      const generation = ids.sortable()
      const tables = await tableFolder.create(folder, generation, request.embedding)
      return new LancedbRevisionWriter(request, served, generation, tables, new Set())
    }
    const tables = await openAtBase(tableFolder, folder, base)
    const rows: { file: string }[] = await tables.pages.query().select(['file']).toArray()
    return new LancedbRevisionWriter(
      request,
      base,
      base.tables,
      tables,
      new Set(rows.map(({ file }) => file)),
    )
  }

  async write(
    pages: readonly {
      page: Page
      passages: readonly Passage[]
      hash: string
      vectors?: readonly PassageVector[]
    }[],
    options: CallOptions = {},
  ): Promise<void> {
    this.#assertOpen(options)
    await mapError(() => this.#draft.write(pages, options.signal), options.signal)
  }

  async vectors(
    keys: readonly string[],
    options: CallOptions = {},
  ): Promise<ReadonlyMap<string, ArrayLike<number>>> {
    this.#assertOpen(options)
    const { embedding } = this.#request
    const served = this.#served
    if (served === undefined || embedding === undefined) return new Map()
    if (!isSameEmbedding(served.embedding, embedding)) return new Map()
    return mapError(() => readVectors(this.#pinned(served), keys), options.signal)
  }

  async remove(files: readonly string[], options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    this.#draft.remove(files)
  }

  async redirects(redirects: readonly Redirect[], options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    this.#redirects = redirects
  }

  async commit(revision: string, options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    const { unfolded } = await mapError(() => this.#commit(revision, options.signal), options.signal)
    await this.#end()
    if (unfolded > 0) this.#request.onCommit(unfolded)
  }

  async abort(): Promise<void> {
    if (!this.#ended) await this.#end()
  }

  async #commit(revision: string, signal: AbortSignal | undefined): Promise<CurrentRevision> {
    const { folder, tableFolder, ids, lock, embedding } = this.#request
    const { passages, pages } = this.#tables
    await this.#draft.flush()
    const lance = await tableFolder.lance()
    await ensureIndices(passages, lance)
    if (embedding !== undefined) await ensureVectorIndex(passages, lance)
    const isLarge = this.#draft.written >= OPTIMIZE_BEFORE_PUBLISHING
    if (this.#continues && isLarge) await passages.optimize({ cleanupOlderThan: new Date(0) })
    const count = await passages.countRows()
    const restricted = await passages.countRows('restricted = true')
    const current: CurrentRevision = {
      format: INDEX_FORMAT,
      sequence: (this.#served?.sequence ?? 0) + 1,
      revision,
      tables: this.#generation,
      passagesVersion: await passages.version(),
      pagesVersion: await pages.version(),
      pages: await pages.countRows(),
      passages: count,
      ...defined({ embedding }),
      languages: await this.#languages(count),
      restricted,
      unfolded:
        (isLarge || !this.#continues ? 0 : (this.#base?.unfolded ?? 0)) + (this.#draft.changed ? 1 : 0),
      ...(await this.#statistics(count, restricted, signal)),
      ...(await this.#redirectsFile()),
    }
    signal?.throwIfAborted()
    await lock.assertHeld()
    await writeCurrentRevision(folder, await this.#request.publish(current, signal), ids)
    return current
  }

  /** A few changed passages shift no average: the statistics of the base serve until a share of all has changed. */
  async #statistics(
    count: number,
    restricted: number,
    signal: AbortSignal | undefined,
  ): Promise<Pick<CurrentRevision, 'statistics' | 'openStatistics' | 'links'>> {
    const base = this.#base
    // What became limited must not be counted for those who may not see it any more.
    if (base !== undefined && this.#continues && !this.#isMuch(count) && base.restricted === restricted) {
      const { statistics, openStatistics, links } = base
      return {
        statistics,
        ...defined({ openStatistics, links }),
      }
    }
    const { folder, ids } = this.#request
    const links = `links-${ids.sortable()}`
    await (await LinkTexts.count(this.#tables.pages, signal)).store(join(folder, links))
    const statistics = await this.#count({ signal })
    if (restricted === 0) return { statistics, links }
    return { statistics, links, openStatistics: await this.#count({ signal, where: 'restricted = false' }) }
  }

  /** The file of the served revision when its redirects are the same, or were not set. */
  async #redirectsFile(): Promise<Pick<CurrentRevision, 'redirects'>> {
    const { folder, ids } = this.#request
    const served = this.#served?.redirects
    const wanted = this.#redirects
    if (served !== undefined) {
      if (wanted === undefined) return { redirects: served }
      const known = await readRedirects(join(folder, served))
      if (JSON.stringify(known) === JSON.stringify(wanted)) return { redirects: served }
    }
    if (wanted === undefined || wanted.length === 0) return {}
    const redirects = `redirects-${ids.sortable()}`
    await storeRedirects(join(folder, redirects), wanted)
    return { redirects }
  }

  async #count(options: Parameters<typeof TermStatistics.count>[1]): Promise<string> {
    const file = `statistics-${this.#request.ids.sortable()}`
    const statistics = await TermStatistics.count(this.#tables.passages, options)
    await statistics.store(join(this.#request.folder, file))
    return file
  }

  /** Counted anew when much has changed; until then a language of new passages comes last. */
  async #languages(count: number): Promise<string[]> {
    if (this.#base !== undefined && this.#continues && !this.#isMuch(count)) {
      return [...new Set([...this.#base.languages, ...this.#draft.languages])]
    }
    const counts = new Map<string, number>()
    for await (const batch of this.#tables.passages.query().select(['language'])) {
      const column = batch.getChild('language')
      for (let row = 0; row < batch.numRows; row++) {
        const code = languageCode(column?.get(row) ?? undefined)
        counts.set(code, (counts.get(code) ?? 0) + 1)
      }
    }
    return [...counts].sort(([, first], [, second]) => second - first).map(([code]) => code)
  }

  #isMuch(count: number): boolean {
    return this.#draft.written >= RECOUNT_SHARE * count
  }

  /** The base as readers have it: the draft may have taken rows out of the newest version. */
  #pinned(served: CurrentRevision): Promise<Table> {
    const { tableFolder, folder } = this.#request
    this.#baseTable ??= tableFolder.openPinned(folder, served).then((tables) => {
      tables.pages.close()
      return tables.passages
    })
    return this.#baseTable
  }

  async #end(): Promise<void> {
    this.#ended = true
    await this.#draft.settle()
    ;(await this.#baseTable)?.close()
    this.#tables.passages.close()
    this.#tables.pages.close()
    await this.#request.lock.release()
  }

  #assertOpen(options: CallOptions): void {
    options.signal?.throwIfAborted()
    if (this.#ended)
      throw new DocentError('internal', 'This revision was committed or aborted: begin another one.')
  }
}

function baseOf(
  served: CurrentRevision | undefined,
  { isAnew }: OpenWriterRequest,
): CurrentRevision | undefined {
  return served !== undefined && isUpToDate(served) && !isAnew ? served : undefined
}
