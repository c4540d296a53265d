import { join } from 'node:path'
import { type Clock, DocentError, type Ids, type Logger } from '@docent/core'
import { LinkTexts } from '../links/link-texts.ts'
import { openAtBase } from '../revision/revision-base.ts'
import { isUpToDate, readCurrentRevision, writeCurrentRevision } from './current-revision.ts'
import type { TableFolder } from './project-tables.ts'
import { WriterLock } from './writer-lock.ts'

/** Versions older than this are in nobody's use: no search takes so long, and one that does is repeated. */
const KEEP_VERSIONS_MS = 60_000
const KEEP_ALL = new Date(0)
/** Optimizing rewrites the table (seconds at 50,000 passages), so it waits for several edits, or for quiet. */
const ENOUGH_COMMITS = 8
const QUIET_MS = 30_000

export interface OptimizerParts {
  tables: TableFolder
  clock: Clock
  ids: Ids
  logger: Logger
}

/**
 * Folds what was committed into the indices: rows that are not folded in are found, but each commit of them makes
 * every search a little slower. One project at a time, with nobody waiting. A failure costs speed and is logged; a
 * later commit tries again.
 */
export class BackgroundOptimizer {
  readonly #parts: OptimizerParts
  readonly #wanted = new Set<string>()
  readonly #waiting = new Map<string, NodeJS.Timeout>()
  #running: Promise<void> | undefined
  #stopped = false

  constructor(parts: OptimizerParts) {
    this.#parts = parts
  }

  /** @param unfolded commits that wait to be folded in */
  request(folder: string, unfolded: number): void {
    if (this.#stopped) return
    clearTimeout(this.#waiting.get(folder))
    this.#waiting.delete(folder)
    if (unfolded >= ENOUGH_COMMITS) this.#start(folder)
    else this.#waiting.set(folder, setTimeout(() => this.#start(folder), QUIET_MS).unref())
  }

  /** Starts what waits for quiet; resolves when nothing is wanted any more. */
  async runNow(): Promise<void> {
    for (const folder of this.#waiting.keys()) this.#start(folder)
    while (this.#running !== undefined) await this.#running
  }

  /** Ends after the optimization that runs; what still waits is left to a later commit. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    this.#waiting.clear()
    this.#wanted.clear()
    while (this.#running !== undefined) await this.#running
  }

  #start(folder: string): void {
    clearTimeout(this.#waiting.get(folder))
    this.#waiting.delete(folder)
    this.#wanted.add(folder)
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    // Lets the commit that asked return before the work begins.
    await new Promise(setImmediate)
    for (const folder of this.#wanted) {
      this.#wanted.delete(folder)
      try {
        await this.#optimize(folder)
      } catch (error) {
        const { logger } = this.#parts
        if (DocentError.is(error, 'conflict'))
          logger.debug({ folder }, 'index is being written: optimized later')
        else
          logger.error(
            { err: error, folder },
            'the search index could not be optimized: searches stay slower',
          )
      }
    }
    this.#running = undefined
  }

  async #optimize(folder: string): Promise<void> {
    const { tables: tableFolder, clock, ids } = this.#parts
    const lock = await WriterLock.take({ folder, purpose: 'optimize', clock, ids })
    try {
      const base = await readCurrentRevision(folder)
      if (base === undefined || !isUpToDate(base)) return
      const tables = await openAtBase(tableFolder, folder, base)
      for (const table of [tables.passages, tables.pages])
        await table.optimize({ cleanupOlderThan: KEEP_ALL })
      // Commits of a few pages leave what pages call each other as it was.
      const links = `links-${ids.sortable()}`
      await (await LinkTexts.count(tables.pages)).store(join(folder, links))
      const current = {
        ...base,
        links,
        sequence: base.sequence + 1,
        unfolded: 0,
        passagesVersion: await tables.passages.version(),
        pagesVersion: await tables.pages.version(),
      }
      await lock.assertHeld()
      await writeCurrentRevision(folder, current, ids)
      // Only now: before CURRENT named the new versions, the old ones were what readers need.
      const cleanupOlderThan = new Date(clock.now() - KEEP_VERSIONS_MS)
      for (const table of [tables.passages, tables.pages]) {
        await table.optimize({ cleanupOlderThan })
        table.close()
      }
    } finally {
      await lock.release()
    }
  }
}
