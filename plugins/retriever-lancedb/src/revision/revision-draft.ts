import { addPageNames, type Page, type Passage } from '@docent/content'
import { LeaseLost, type PassageVector } from '@docent/core'
import type { Table } from '@lancedb/lancedb'
import { pageLinks, storedPageLinks } from '../links/page-links.ts'
import { type PageRow, type PassageRow, pageRow, passageColumns } from '../tables/index-schema.ts'
import type { ProjectTables } from '../tables/project-tables.ts'
import { sqlList } from '../tables/sql.ts'
import { vectorColumns } from '../tables/vector-rows.ts'
import type { WriterLock } from '../tables/writer-lock.ts'
import type { Analyzer } from '../words/analyzer.ts'
import { languageCode } from '../words/language-code.ts'
import { analyzePassage } from '../words/passage-terms.ts'

interface PendingFile {
  pages: PageRow[]
  passages: PassageRow[]
}

type TableWrite = (table: Table) => Promise<{ version: number }>

interface Batch {
  stale: readonly string[]
  files: readonly (readonly [string, PendingFile])[]
}

/** Enough for few table versions, little enough to keep memory and the event loop free. */
const FLUSH_AT = 1000
const FILES_PER_DELETE = 500
/** Longest stretch of analysis before other work of the process gets its turn, in milliseconds. */
const SLICE_MS = 5

/** Collects the changes of a revision and puts them into the tables in batches. */
export class RevisionDraft {
  readonly #tables: ProjectTables
  readonly #analyzer: Analyzer
  readonly #lock: WriterLock
  /** Files with rows in the tables. */
  readonly #stored: Set<string>
  readonly #pending = new Map<string, PendingFile>()
  readonly #stale = new Set<string>()
  #waiting = 0
  /** The batch that is on its way into the tables; the next one is analysed meanwhile. */
  #putting: Promise<void> = Promise.resolve()
  /** Passages put into the tables by this draft. */
  written = 0
  /** ISO 639-1 codes of the passages that were written. */
  readonly languages = new Set<string>()
  changed = false

  constructor(tables: ProjectTables, analyzer: Analyzer, lock: WriterLock, stored: Set<string>) {
    this.#tables = tables
    this.#lock = lock
    this.#analyzer = analyzer
    this.#stored = stored
  }

  async write(
    entries: readonly {
      page: Page
      passages: readonly Passage[]
      hash: string
      vectors?: readonly PassageVector[]
    }[],
    signal?: AbortSignal,
  ): Promise<void> {
    for (const { page } of entries) this.#drop(page.file)
    let sliceEnd = performance.now() + SLICE_MS
    const letOthersRun = async () => {
      await new Promise(setImmediate)
      signal?.throwIfAborted()
      sliceEnd = performance.now() + SLICE_MS
    }
    for (const { page, passages, hash, vectors } of entries) {
      const pending = this.#pending.get(page.file) ?? { pages: [], passages: [] }
      this.#pending.set(page.file, pending)
      const names = new Set<string>()
      for (const _ of addPageNames(page, names)) if (performance.now() > sliceEnd) await letOthersRun()
      pending.pages.push(pageRow(page, hash, storedPageLinks(pageLinks(page, this.#analyzer)), names))
      for (const [at, passage] of passages.entries()) {
        if (performance.now() > sliceEnd) await letOthersRun()
        this.languages.add(languageCode(passage.language))
        pending.passages.push({
          ...passageColumns(passage, page),
          ...analyzePassage(passage, this.#analyzer),
          ...vectorColumns(vectors?.[at]),
        })
      }
      this.#waiting += passages.length
      if (this.#waiting >= FLUSH_AT) await this.#putPending()
      if (performance.now() > sliceEnd) await letOthersRun()
    }
  }

  remove(files: readonly string[]): void {
    for (const file of files) this.#drop(file)
  }

  /**
   * Waits until everything is in the tables.
   *
   * @throws LeaseLost when another writer has the tables: its revision must not hold rows of this one.
   */
  async flush(): Promise<void> {
    await this.#putPending()
    await this.#putting
  }

  /** Waits until nothing is on its way, whatever became of it: before the tables are closed. */
  async settle(): Promise<void> {
    await this.#putting.catch(() => {})
  }

  /** Begins to put what is pending into the tables, once the batch before is there. @throws as that batch did */
  async #putPending(): Promise<void> {
    await this.#putting
    const batch = { stale: [...this.#stale], files: [...this.#pending] }
    this.#stale.clear()
    this.#pending.clear()
    this.#waiting = 0
    // From now on they are in the tables for whoever changes them again: batches follow each other.
    for (const [file] of batch.files) this.#stored.add(file)
    this.#putting = this.#put(batch)
    // Whoever waits for it next is told.
    this.#putting.catch(() => {})
  }

  async #put({ stale, files }: Batch): Promise<void> {
    await this.#lock.assertHeld()
    for (let start = 0; start < stale.length; start += FILES_PER_DELETE) {
      const chunk = stale.slice(start, start + FILES_PER_DELETE)
      const predicate = `file IN (${sqlList(chunk)})`
      await this.#both(
        (table) => table.delete(predicate),
        (table) => table.delete(predicate),
      )
    }
    const pages = files.flatMap(([, file]) => file.pages)
    const passages = files.flatMap(([, file]) => file.passages)
    await this.#both(
      passages.length > 0 ? (table) => table.add(passages) : undefined,
      pages.length > 0 ? (table) => table.add(pages) : undefined,
    )
    this.written += passages.length
  }

  /** Both writes are over when it is: a table must not be closed while one is under way. */
  async #both(passages: TableWrite | undefined, pages: TableWrite | undefined): Promise<void> {
    const ends = await Promise.allSettled([
      passages && this.#fenced('passages', passages),
      pages && this.#fenced('pages', pages),
    ])
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed === undefined) return
    // Without the lock, that is why: two writers get into each other's way.
    await this.#lock.assertHeld()
    throw failed.reason
  }

  /** LanceDB lets writes of two processes follow each other; a version that is not the next one gives the other away. */
  async #fenced(name: keyof ProjectTables, write: TableWrite): Promise<void> {
    const table = this.#tables[name]
    const before = await table.version()
    const { version } = await write(table)
    if (version > before + 1)
      throw new LeaseLost('Another process writes the index: this revision was given up.')
  }

  /** What the revision holds of a file so far goes, whether it is in the tables or not yet. */
  #drop(file: string): void {
    this.changed = true
    const pending = this.#pending.get(file)
    if (pending !== undefined) {
      this.#pending.delete(file)
      this.#waiting -= pending.passages.length
    }
    if (this.#stored.delete(file)) this.#stale.add(file)
  }
}
