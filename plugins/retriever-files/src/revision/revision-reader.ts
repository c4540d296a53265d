import { join } from 'node:path'
import type { Redirect } from '@docent/content'
import type { LinkTexts, TermStatistics } from '@docent/search'
import { fileStamp } from '../files/file-stamp.ts'
import { readRedirects } from '../links/site-redirects.ts'
import { loadLinks } from '../links/stored-links.ts'
import type { RowCache } from '../segments/row-cache.ts'
import type { SegmentPool } from '../segments/segment-pool.ts'
import { SegmentView } from '../segments/segment-view.ts'
import { loadStatistics } from '../segments/stored-statistics.ts'
import { type CurrentRevision, currentRevisionFile, readCurrentRevision } from './current-revision.ts'

/** One committed revision, open for reading. */
export interface OpenRevision {
  readonly current: CurrentRevision
  readonly views: readonly SegmentView[]
  readonly statistics: TermStatistics
  /** Of the passages that are open to everyone: how rare a word is must not tell others what is in limited pages. */
  readonly openStatistics: TermStatistics
  readonly links: LinkTexts
  readonly redirects: readonly Redirect[]
  readonly rows: RowCache
}

interface Held extends OpenRevision {
  readonly stamp: string
  users: number
  retired: boolean
}

export interface RevisionReaderParts {
  folder: string
  pool: SegmentPool
  rows: RowCache
}

/**
 * Gives readers the committed revision of one project, and follows it: a look at the file CURRENT before every read
 * (about 10 µs) notices what any process committed. A read goes on with the revision it began with.
 */
export class RevisionReader {
  readonly #parts: RevisionReaderParts
  #held: Held | undefined
  #opening: { stamp: string; held: Promise<Held | undefined> } | undefined

  constructor(parts: RevisionReaderParts) {
    this.#parts = parts
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
      await this.#release(held)
    }
    const next = await this.#acquire()
    if (next === undefined) return undefined
    try {
      return await read(next)
    } finally {
      await this.#release(next)
    }
  }

  async close(): Promise<void> {
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) await this.#retire(held)
  }

  async #acquire(): Promise<Held | undefined> {
    for (;;) {
      const stamp = this.#stamp()
      try {
        const held = stamp === this.#held?.stamp ? this.#held : await this.#open(stamp)
        // Replaced again while it was opening: its files may be closed.
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
      await this.close()
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
    const { folder, pool, rows } = this.#parts
    const current = await readCurrentRevision(folder)
    if (current === undefined) return undefined
    const before = this.#held
    const statistics =
      before?.current.statistics === current.statistics
        ? before.statistics
        : await loadStatistics(join(folder, current.statistics))
    const openStatistics = await this.#openStatistics(current, statistics)
    const links =
      before?.current.links === current.links ? before.links : await loadLinks(join(folder, current.links))
    const redirects = await this.#redirects(current)
    const segments = await pool.acquire(current.segments.map(({ name }) => name))
    const views = segments.map((segment, at) => new SegmentView(segment, current.segments[at]?.gone ?? []))
    const held: Held = {
      ...{ current, views, statistics, openStatistics, links, redirects, rows, stamp },
      users: 0,
      retired: false,
    }
    if (this.#held !== undefined) await this.#retire(this.#held)
    this.#held = held
    return held
  }

  async #openStatistics(
    { openStatistics: file }: CurrentRevision,
    statistics: TermStatistics,
  ): Promise<TermStatistics> {
    if (file === undefined) return statistics
    const before = this.#held
    if (before?.current.openStatistics === file) return before.openStatistics
    return loadStatistics(join(this.#parts.folder, file))
  }

  async #redirects({ redirects: file }: CurrentRevision): Promise<readonly Redirect[]> {
    if (file === undefined) return []
    const before = this.#held
    return before?.current.redirects === file
      ? before.redirects
      : readRedirects(join(this.#parts.folder, file))
  }

  async #release(held: Held): Promise<void> {
    held.users--
    if (held.retired && held.users === 0) await this.#closeSegments(held)
  }

  async #retire(held: Held): Promise<void> {
    held.retired = true
    if (held.users === 0) await this.#closeSegments(held)
  }

  async #closeSegments({ views }: Held): Promise<void> {
    await this.#parts.pool.release(views.map(({ segment }) => segment))
  }

  #stamp(): string | undefined {
    return fileStamp(currentRevisionFile(this.#parts.folder))
  }
}
