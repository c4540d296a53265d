import { join } from 'node:path'
import { fileStamp } from '../files/file-stamp.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { Segment } from './segment.ts'

interface Pooled {
  key: string
  opening: Promise<Segment>
  users: number
  /** Taken from the budget. */
  bytes: number
}

/** The open segments of one project: revisions that share one share its memory. */
export class SegmentPool {
  readonly #folder: string
  readonly #memory: MemoryBudget
  /** By name and stamp: a damaged file may be replaced by a whole one of the same name. */
  readonly #pooled = new Map<string, Pooled>()
  readonly #bySegment = new Map<Segment, Pooled>()

  /** @param memory for lists and vectors; where there is no room, they are read from their file */
  constructor(folder: string, memory: MemoryBudget) {
    this.#folder = folder
    this.#memory = memory
  }

  /** Opens those that are not. Each is to be released once. @throws when one is missing or damaged, with none acquired */
  async acquire(names: readonly string[]): Promise<Segment[]> {
    const ends = await Promise.allSettled(names.map((name) => this.#acquire(name)))
    const opened = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed === undefined) return opened
    await this.release(opened)
    throw failed.reason
  }

  async release(segments: readonly Segment[]): Promise<void> {
    for (const segment of segments) {
      const pooled = this.#bySegment.get(segment)
      if (pooled === undefined || --pooled.users > 0) continue
      this.#bySegment.delete(segment)
      this.#forget(pooled)
      await segment.close()
    }
  }

  async #acquire(name: string): Promise<Segment> {
    const key = `${name} ${fileStamp(join(this.#folder, name)) ?? ''}`
    const known = this.#pooled.get(key)
    if (known !== undefined) {
      known.users++
      return known.opening
    }
    const pooled: Pooled = { key, opening: Segment.open(this.#folder, name), users: 1, bytes: 0 }
    pooled.opening = pooled.opening.then((segment) => this.#fill(segment, pooled))
    this.#pooled.set(key, pooled)
    try {
      return await pooled.opening
    } catch (error) {
      this.#forget(pooled)
      throw error
    }
  }

  /** Takes what there is memory for into it. */
  async #fill(segment: Segment, pooled: Pooled): Promise<Segment> {
    const { bytes, lists, vectors } = segment
    this.#memory.takeAnyway(bytes)
    pooled.bytes += bytes
    try {
      for (const { size, load } of [
        { size: lists.listBytes, load: () => lists.load() },
        { size: vectors?.valueBytes ?? 0, load: async () => vectors?.load() },
      ]) {
        if (!this.#memory.take(size)) continue
        pooled.bytes += size
        await load()
      }
    } catch (error) {
      await segment.close()
      throw error
    }
    this.#bySegment.set(segment, pooled)
    return segment
  }

  #forget(pooled: Pooled): void {
    this.#pooled.delete(pooled.key)
    this.#memory.giveBack(pooled.bytes)
    pooled.bytes = 0
  }
}
