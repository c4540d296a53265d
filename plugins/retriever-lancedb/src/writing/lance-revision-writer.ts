import type { Redirect } from '@docent/content'
import { type CallOptions, DocentError, defined, type Logger, type RevisionWriter } from '@docent/core/plugin'
import { ANALYSIS, type Analyzer, Turns } from '@docent/search'
import { countRevision } from './count-revision.ts'
import { type DraftParts, DraftTables } from './draft-tables.ts'
import type { Kinds } from './kinds.ts'
import { addPageRows, type FileRows, type WrittenPage } from './page-rows.ts'

/** Passages that are written together. */
const PASSAGES_AT_ONCE = 2_000

export interface WriterParts extends DraftParts {
  readonly leaseMs: number
  readonly analyzer: Analyzer
  readonly logger: Logger
}

/**
 * An open revision: new versions of the tables, which no reader opens before the commit names them in the project's row.
 */
export class LanceRevisionWriter implements RevisionWriter {
  readonly #parts: WriterParts
  readonly #tables: DraftTables
  readonly #kinds: Kinds
  /** Written and not yet in the tables; an empty one takes a file out. */
  #files = new Map<string, FileRows>()
  #passages = 0
  #redirects: readonly Redirect[]
  #ended = false
  /** One after another: the last of two writes of a file counts. */
  #turn: Promise<void> = Promise.resolve()

  private constructor(parts: WriterParts, tables: DraftTables, kinds: Kinds) {
    this.#parts = parts
    this.#tables = tables
    this.#kinds = kinds
    this.#redirects = parts.base.served?.redirects ?? []
  }

  static async open(parts: WriterParts): Promise<LanceRevisionWriter> {
    const tables = await DraftTables.open(parts)
    return new LanceRevisionWriter(parts, tables, await tables.kinds())
  }

  async write(entries: readonly WrittenPage[], options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    await this.#next(() => this.#write(entries, options.signal))
  }

  async vectors(keys: readonly string[]): Promise<ReadonlyMap<string, ArrayLike<number>>> {
    return this.#tables.committedVectors(keys)
  }

  async remove(files: readonly string[], options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    await this.#next(async () => {
      for (const file of files) this.#files.set(file, { pages: [], passages: [] })
    })
  }

  async redirects(redirects: readonly Redirect[], options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    this.#redirects = structuredClone(redirects)
  }

  async commit(revision: string, options: CallOptions = {}): Promise<void> {
    this.#assertOpen(options)
    await this.#next(() => this.#commit(revision, options.signal))
    this.#ended = true
    // The revision is served: what fails now is no failure of the commit.
    const { state, token, logger } = this.#parts
    for (const step of [() => this.#tables.clean(), () => state.release(token)])
      await step().catch((error: unknown) => {
        logger.warn({ err: error }, 'the search index could not be cleaned up: the next commit tries again')
      })
  }

  async abort(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    await Promise.allSettled([this.#turn])
    try {
      // The next writer takes away what is left.
      await this.#parts.state.release(this.#parts.token)
    } catch (error) {
      if (!DocentError.is(error, 'lease_lost')) throw error
    }
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work)
    this.#turn.catch(() => {})
    return this.#turn
  }

  async #write(entries: readonly WrittenPage[], signal: AbortSignal | undefined): Promise<void> {
    const { analyzer, embedding } = this.#parts
    const parts = {
      analyzer,
      kinds: this.#kinds,
      turns: new Turns(signal),
      withVectors: embedding !== undefined,
    }
    for (const [file, pages] of Map.groupBy(entries, ({ page }) => page.file)) {
      const rows: FileRows = { pages: [], passages: [] }
      for (const page of pages) await addPageRows(rows, page, parts)
      this.#files.set(file, rows)
      this.#passages += rows.passages.length
      if (this.#passages >= PASSAGES_AT_ONCE) await this.#flush()
    }
  }

  async #flush(): Promise<void> {
    if (this.#files.size === 0) return
    const { state, token, leaseMs } = this.#parts
    await state.renew(token, leaseMs)
    await this.#tables.replace(this.#files)
    this.#files = new Map()
    this.#passages = 0
  }

  async #commit(revision: string, signal: AbortSignal | undefined): Promise<void> {
    const { state, base, token, leaseMs, embedding } = this.#parts
    await this.#flush()
    await this.#tables.index()
    await state.renew(token, leaseMs)
    const kinds = this.#kinds.all
    const { pages, passages } = this.#tables
    const counted = await countRevision({ pages, passages, kinds, signal })
    await this.#tables.count(counted)
    signal?.throwIfAborted()
    await state.serve(token, base.sequence + 1, {
      revision,
      analysis: ANALYSIS,
      tables: this.#tables.name,
      versions: this.#tables.versions,
      pages: counted.pages,
      passages: counted.passages,
      ...defined({ embedding }),
      redirects: this.#redirects,
    })
  }

  #assertOpen(options: CallOptions): void {
    options.signal?.throwIfAborted()
    if (this.#ended)
      throw new DocentError('internal', 'This revision was committed or aborted: begin another one.')
  }
}
