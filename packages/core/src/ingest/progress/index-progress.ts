import { z } from 'zod'
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
  /** Runs in a row, this one included, that began without their process living to record an end. */
  attempts: number
}

/** Name of the state under which progress is stored. */
export const INDEX_STATE = 'index'

const Stored = z.object({ phase: z.string(), attempts: z.number().default(1) })

/**
 * How often a run began that did not end, as stored: it runs now, or its process died or stopped. Undefined when the
 * last run ended.
 */
export function openAttempts(stored: Json | undefined): number | undefined {
  const { success, data } = Stored.safeParse(stored)
  return success && data.phase !== 'done' && data.phase !== 'failed' ? data.attempts : undefined
}

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
