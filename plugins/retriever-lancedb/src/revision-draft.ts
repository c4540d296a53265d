import type { Page, Passage } from '@docent/content'
import { LeaseLost, type PassageVector } from '@docent/core'
import type { Table } from '@lancedb/lancedb'
import type { Analyzer } from './analyzer.ts'
import { type PageRow, type PassageRow, pageRow, passageColumns } from './index-schema.ts'
import { languageCode } from './language-code.ts'
import { pageLinks, storedPageLinks } from './page-links.ts'
import { analyzePassage } from './passage-terms.ts'
import type { ProjectTables } from './project-tables.ts'
import { sqlList } from './sql.ts'
import { vectorColumns } from './vector-rows.ts'
import type { WriterLock } from './writer-lock.ts'

interface PendingFile {
  pages: PageRow[]
  passages: PassageRow[]
}

/** Enough for few table versions, little enough to keep memory and the event loop free. */
const FLUSH_AT = 400
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
    for (const { page, passages, hash, vectors } of entries) {
      const pending = this.#pending.get(page.file) ?? { pages: [], passages: [] }
      this.#pending.set(page.file, pending)
      pending.pages.push(pageRow(page, hash, storedPageLinks(pageLinks(page, this.#analyzer))))
      for (const [at, passage] of passages.entries()) {
        this.languages.add(languageCode(passage.language))
        pending.passages.push({
          ...passageColumns(passage, page),
          ...analyzePassage(passage, this.#analyzer),
          ...vectorColumns(vectors?.[at]),
        })
      }
      this.#waiting += passages.length
      if (this.#waiting >= FLUSH_AT) await this.flush()
      if (performance.now() > sliceEnd) {
        await new Promise(setImmediate)
        signal?.throwIfAborted()
        sliceEnd = performance.now() + SLICE_MS
      }
    }
  }

  remove(files: readonly string[]): void {
    for (const file of files) this.#drop(file)
  }

  /** @throws LeaseLost when another writer has the tables: its revision must not hold rows of this one. */
  async flush(): Promise<void> {
    await this.#lock.assertHeld()
    const files = [...this.#stale]
    for (let start = 0; start < files.length; start += FILES_PER_DELETE) {
      const chunk = files.slice(start, start + FILES_PER_DELETE)
      const predicate = `file IN (${sqlList(chunk)})`
      await Promise.all([
        this.#fenced('passages', (table) => table.delete(predicate)),
        this.#fenced('pages', (table) => table.delete(predicate)),
      ])
    }
    this.#stale.clear()
    const pending = [...this.#pending]
    const pages = pending.flatMap(([, file]) => file.pages)
    const passages = pending.flatMap(([, file]) => file.passages)
    this.#pending.clear()
    this.#waiting = 0
    await Promise.all([
      pages.length > 0 ? this.#fenced('pages', (table) => table.add(pages)) : undefined,
      passages.length > 0 ? this.#fenced('passages', (table) => table.add(passages)) : undefined,
    ])
    for (const [file] of pending) this.#stored.add(file)
    this.written += passages.length
  }

  /** LanceDB lets writes of two processes follow each other; a version that is not the next one gives the other away. */
  async #fenced(
    name: keyof ProjectTables,
    write: (table: Table) => Promise<{ version: number }>,
  ): Promise<void> {
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
