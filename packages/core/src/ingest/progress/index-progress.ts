import type { Json } from '../../domain/json.ts'

export type IndexPhase = 'listing' | 'parsing' | 'committing' | 'done' | 'failed'

/** How far indexing is: reported by callback and stored as state `index` of the project. */
export interface IndexProgress {
  phase: IndexPhase
  /** Files that changed: parsed and written, of how many. While listing: files that a slow source has read. */
  pagesDone: number
  pagesTotal: number
  /** Passages written so far. */
  passages: number
  /** Milliseconds since the epoch. */
  startedAt: number
  /** Expected end, milliseconds since the epoch; null while it is unknown. */
  etaMs: number | null
  /** Why it failed, safe to show. */
  message?: string
}

/** Name of the state under which progress is stored. */
export const INDEX_STATE = 'index'

export function progressJson(progress: IndexProgress): Json {
  return { ...progress }
}

/**
 * Expected end, from the pace of the present phase: fetching a repository says nothing about parsing it.
 *
 * @param since when the phase began
 */
export function expectedEnd(progress: IndexProgress, since: number, now: number): number | null {
  if (progress.pagesDone === 0 || progress.pagesTotal === 0) return null
  const perPage = (now - since) / progress.pagesDone
  return Math.round(now + perPage * (progress.pagesTotal - progress.pagesDone))
}
