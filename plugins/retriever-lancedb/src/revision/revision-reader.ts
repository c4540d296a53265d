import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Redirect } from '@docent/content'
import { DocentError } from '@docent/core'
import type { Table } from '@lancedb/lancedb'
import { LinkTexts } from '../links/link-texts.ts'
import { readRedirects } from '../links/site-redirects.ts'
import { KeptPostings, type NoRoom } from '../search/kept-postings.ts'
import type { PostingsMemory } from '../search/postings-memory.ts'
import type { RevisionPostings } from '../search/revision-postings.ts'
import { RowCache } from '../search/row-cache.ts'
import { TermStatistics } from '../search/term-statistics.ts'
import { type CurrentRevision, currentRevisionFile, readCurrentRevision } from '../tables/current-revision.ts'
import { fileStamp } from '../tables/file-stamp.ts'
import type { ProjectTables, TableFolder } from '../tables/project-tables.ts'
import { missingIndices } from '../tables/search-indices.ts'

/** One committed revision, open for reading. */
export interface OpenRevision {
  readonly current: CurrentRevision
  readonly tables: ProjectTables
  readonly statistics: TermStatistics
  /** Of the passages that are open to everyone: how rare a word is must not tell others what is in limited pages. */
  readonly openStatistics: TermStatistics
  readonly links: LinkTexts
  readonly redirects: readonly Redirect[]
  readonly rows: RowCache
  /** What finds candidates without LanceDB: undefined until it was read, which the first call begins. */
  readonly postings: () => RevisionPostings | undefined
}

/** Commits may follow each other: what they changed is read when none has come for so long, and not between them. */
const QUIET_MS = 250

interface Held extends OpenRevision {
  readonly stamp: string
  users: number
  retired: boolean
  ready: RevisionPostings | undefined
  isPreparing: boolean
}

export interface RevisionReaderParts {
  folder: string
  tables: TableFolder
  /** Most memory for rows that searches met before. */
  cacheBytes: number
  memory: PostingsMemory
  /** Told when postings could not be read: searches stay slower. */
  onFailure: (error: unknown) => void
  onNoRoom: (found: NoRoom) => void
}

/**
 * Gives readers the committed revision of one project, and follows it: a look at the file CURRENT before every read
 * (about 10 µs) notices what any process committed. A read goes on with the revision it began with.
 */
export class RevisionReader {
  readonly #folder: string
  readonly #tables: TableFolder
  readonly #cacheBytes: number
  readonly #onFailure: RevisionReaderParts['onFailure']
  #held: Held | undefined
  /** Those whose tables are open. */
  readonly #live = new Set<Held>()
  #opening: { stamp: string; held: Promise<Held | undefined> } | undefined

  readonly #postings: KeptPostings
  /** One after another, so that the second only reads what changed since the first. */
  #preparing: Promise<void> = Promise.resolve()
  #closing = new AbortController()

  constructor({ folder, tables, cacheBytes, memory, onFailure, onNoRoom }: RevisionReaderParts) {
    this.#folder = folder
    this.#tables = tables
    this.#cacheBytes = cacheBytes
    this.#postings = new KeptPostings(memory, folder, onNoRoom)
    this.#onFailure = onFailure
  }

  /**
   * Calls `read` with the committed revision; answers undefined, without a call, when there is none. When a read fails
   * because its revision was replaced and cleaned away meanwhile, it is repeated once with the new one.
   */
  async read<Result>(read: (revision: OpenRevision) => Promise<Result>): Promise<Result | undefined> {
    const held = await this.#acquire()
    if (held === undefined) return undefined
    try {
      return await read(held)
    } catch (error) {
      if (this.#stamp() === held.stamp) throw error
    } finally {
      this.#release(held)
    }
    const next = await this.#acquire()
    if (next === undefined) return undefined
    try {
      return await read(next)
    } finally {
      this.#release(next)
    }
  }

  /** Resolves when searches of the committed revision need LanceDB no more for what they can find without it. */
  async prepare(): Promise<void> {
    const held = await this.#acquire()
    if (held === undefined) return
    this.#postingsOf(held, 0)
    this.#release(held)
    await this.#preparing
  }

  /** The revisions whose files a read may still need. */
  inUse(): CurrentRevision[] {
    return [...this.#live].map(({ current }) => current)
  }

  close(): void {
    this.#closing.abort()
    this.#closing = new AbortController()
    this.#postings.forget().catch(this.#onFailure)
    if (this.#held !== undefined) this.#retire(this.#held)
    this.#held = undefined
  }

  async #acquire(): Promise<Held | undefined> {
    for (;;) {
      const stamp = this.#stamp()
      try {
        const held = stamp === this.#held?.stamp ? this.#held : await this.#open(stamp)
        // Replaced again while it was opening: its tables may be closed.
        if (held?.retired) continue
        if (held !== undefined) held.users++
        return held
      } catch (error) {
        // Or its files were gone before they were read.
        if (this.#stamp() === stamp) throw error
      }
    }
  }

  /** Those who ask while it opens wait for the same one; a failure is not remembered. */
  async #open(stamp: string | undefined): Promise<Held | undefined> {
    if (stamp === undefined) {
      this.close()
      return undefined
    }
    if (this.#opening?.stamp !== stamp) {
      const opening = { stamp, held: this.#load(stamp) }
      this.#opening = opening
      const forget = () => {
        if (this.#opening === opening) this.#opening = undefined
      }
      opening.held.then(forget, forget)
    }
    return this.#opening?.held
  }

  async #load(stamp: string): Promise<Held | undefined> {
    const current = await readCurrentRevision(this.#folder)
    if (current === undefined) return undefined
    const before = this.#held
    const statistics =
      before?.current.statistics === current.statistics
        ? before.statistics
        : await TermStatistics.load(join(this.#folder, current.statistics))
    const openStatistics = await this.#openStatistics(current, statistics)
    const links = await this.#links(current)
    const redirects = await this.#redirects(current)
    const tables = await this.#tables.openPinned(this.#folder, current)
    await assertSearchable(tables.passages)
    const rows = before?.current.tables === current.tables ? before.rows : new RowCache(this.#cacheBytes)
    const held: Held = {
      current,
      tables,
      statistics,
      openStatistics,
      links,
      redirects,
      rows,
      postings: () => this.#postingsOf(held),
      stamp,
      users: 0,
      retired: false,
      ready: undefined,
      isPreparing: false,
    }
    if (this.#held !== undefined) this.#retire(this.#held)
    this.#held = held
    this.#live.add(held)
    return held
  }

  #postingsOf(held: Held, delayMs = QUIET_MS): RevisionPostings | undefined {
    if (!held.isPreparing) {
      held.isPreparing = true
      // Its tables stay open until then.
      held.users++
      const { signal } = this.#closing
      this.#preparing = this.#preparing
        .then(async () => {
          // Replaced already, now or then: the next one is as good to begin with.
          if (!held.retired && delayMs > 0) await setTimeout(delayMs, undefined, { signal })
          if (!held.retired) held.ready = await this.#postings.of(held, signal)
        })
        .catch((error: unknown) => {
          if (!signal.aborted) this.#onFailure(error)
        })
        .finally(() => this.#release(held))
    }
    return held.ready
  }

  async #openStatistics(
    { openStatistics: file }: CurrentRevision,
    statistics: TermStatistics,
  ): Promise<TermStatistics> {
    if (file === undefined) return statistics
    const before = this.#held
    if (before?.current.openStatistics === file) return before.openStatistics
    return TermStatistics.load(join(this.#folder, file))
  }

  async #links({ links: file }: CurrentRevision): Promise<LinkTexts> {
    if (file === undefined) return LinkTexts.none()
    const before = this.#held
    return before?.current.links === file ? before.links : LinkTexts.load(join(this.#folder, file))
  }

  async #redirects({ redirects: file }: CurrentRevision): Promise<readonly Redirect[]> {
    if (file === undefined) return []
    const before = this.#held
    return before?.current.redirects === file ? before.redirects : readRedirects(join(this.#folder, file))
  }

  #release(held: Held): void {
    held.users--
    if (held.retired && held.users === 0) this.#closeTables(held)
  }

  #retire(held: Held): void {
    held.retired = true
    if (held.users === 0) this.#closeTables(held)
  }

  #closeTables(held: Held): void {
    this.#live.delete(held)
    held.tables.passages.close()
    held.tables.pages.close()
  }

  #stamp(): string | undefined {
    return fileStamp(currentRevisionFile(this.#folder))
  }
}

async function assertSearchable(table: Table): Promise<void> {
  const missing = await missingIndices(table)
  if (missing.length === 0) return
  throw new DocentError(
    'dependency_failed',
    `The search index of this project lacks the index of ${missing.join(', ')}, so that searching would find nothing. The next commit makes it: change a page, or run \`docent index --force\`.`,
  )
}
