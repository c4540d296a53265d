import { readdir } from 'node:fs/promises'
import { DocentError, type Health, type ProjectId, projectId } from '@docent/core/plugin'
import { fileStamp } from '../files/file-stamp.ts'
import { mapError } from '../map-error.ts'
import { currentRevisionFile, isMissing, readCurrentRevision } from './current-revision.ts'
import { isComplete, verifyIndex } from './verify-index.ts'

export interface DamageWatchParts {
  /** Folder of all projects. */
  directory: string
  folderOf(project: ProjectId): string
}

/**
 * Knows whose index is missing or damaged. A read that fails is only a reason to look: the whole index is read then,
 * because a query can be at fault as well.
 */
export class DamageWatch {
  readonly #parts: DamageWatchParts
  /** The stamp of the CURRENT file that was found damaged: another one is another index. */
  readonly #damaged = new Map<ProjectId, string | undefined>()
  /** The stamp that was last found whole. */
  readonly #whole = new Map<ProjectId, string | undefined>()
  /** Projects that were served by this process and not dropped since. */
  readonly #served = new Set<ProjectId>()
  /** Those of them that turned out to be gone. */
  readonly #gone = new Set<ProjectId>()
  readonly #checks = new Map<ProjectId, Promise<void>>()
  readonly #listeners = new Set<(project: ProjectId) => void>()

  constructor(parts: DamageWatchParts) {
    this.#parts = parts
  }

  onDamage(listener: (project: ProjectId) => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  isDamaged(project: ProjectId): boolean {
    return this.#damaged.has(project) && this.#damaged.get(project) === this.#stamp(project)
  }

  /** A revision of the project was read. */
  served(project: ProjectId): void {
    this.#served.add(project)
    this.#gone.delete(project)
  }

  /** The index was deleted on purpose. */
  forget(project: ProjectId): void {
    this.#served.delete(project)
    this.#gone.delete(project)
    this.#damaged.delete(project)
    this.#whole.delete(project)
  }

  /** Nothing is committed: who deleted it, when it was there before? */
  missing(project: ProjectId): void {
    if (!this.#served.has(project) || this.#gone.has(project)) return
    this.#gone.add(project)
    this.#notify(project)
  }

  /** A read of the index failed. */
  suspect(project: ProjectId, error: unknown): void {
    if (!DocentError.is(error, 'dependency_failed') || this.isDamaged(project)) return
    const stamp = this.#stamp(project)
    if (this.#checks.has(project) || (this.#whole.has(project) && this.#whole.get(project) === stamp)) return
    const check = this.#check(project, stamp).finally(() => this.#checks.delete(project))
    this.#checks.set(project, check)
  }

  /** @returns true when the files of the committed revision are there and nothing was found wrong with them */
  async look(project: ProjectId): Promise<boolean> {
    await this.#checks.get(project)
    if (this.isDamaged(project)) return false
    const folder = this.#parts.folderOf(project)
    const stamp = this.#stamp(project)
    try {
      const current = await readCurrentRevision(folder)
      if (current === undefined || (await isComplete(folder, current))) return true
    } catch (error) {
      if (!DocentError.is(error, 'dependency_failed')) throw error
    }
    // Replaced meanwhile: the files that are gone belonged to what was served before.
    if (this.#stamp(project) !== stamp) return this.look(project)
    this.#found(project, stamp)
    return false
  }

  async health(): Promise<Health> {
    const projects = new Set([...this.#served, ...(await this.projects())])
    const broken: string[] = []
    for (const project of projects) {
      const isGone = this.#served.has(project) && this.#stamp(project) === undefined
      if (isGone || !(await this.look(project))) broken.push(project)
    }
    if (broken.length === 0) return { ok: true }
    const names = broken.sort().join(', ')
    return {
      ok: false,
      // The others are served. Whether there is any is for who knows all projects.
      isDegraded: true,
      message: `The search index of ${names} is missing or damaged. It is being built anew; "docent index" does it at once.`,
    }
  }

  async stop(): Promise<void> {
    this.#listeners.clear()
    await Promise.all(this.#checks.values())
  }

  async #check(project: ProjectId, stamp: string | undefined): Promise<void> {
    try {
      await mapError(() => verifyIndex(this.#parts.folderOf(project)))
      this.#whole.set(project, stamp)
    } catch (error) {
      // A full disk, too many open files: that is no damage, and the next failure looks again.
      if (DocentError.is(error, 'dependency_failed')) this.#found(project, stamp)
    }
  }

  #found(project: ProjectId, stamp: string | undefined): void {
    if (this.#stamp(project) !== stamp || this.isDamaged(project)) return
    this.#damaged.set(project, stamp)
    this.#notify(project)
  }

  #notify(project: ProjectId): void {
    for (const listener of [...this.#listeners]) listener(project)
  }

  #stamp(project: ProjectId): string | undefined {
    return fileStamp(currentRevisionFile(this.#parts.folderOf(project)))
  }

  /** Those with a folder. */
  async projects(): Promise<ProjectId[]> {
    try {
      const entries = await readdir(this.#parts.directory, { withFileTypes: true })
      return entries
        .filter((entry) => entry.isDirectory())
        .map((entry) => projectId(decodeURIComponent(entry.name)))
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }
}
