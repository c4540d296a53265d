import type { IndexProgress } from './index-progress.ts'

/** How far an update is, for people. @param now milliseconds since the epoch */
export function updateSummary(progress: IndexProgress, now: number): string {
  const { phase, pagesDone, pagesTotal, passages, etaMs } = progress
  if (phase === 'listing') return pagesDone === 0 ? 'Looking for changes.' : `Read ${pagesDone} files.`
  if (phase === 'committing') return `Writing ${passages} passages of ${pagesTotal} pages.`
  const left = etaMs === null ? '' : `, ${Math.max(1, Math.ceil((etaMs - now) / 1_000))} s left`
  return `${pagesDone} of ${pagesTotal} changed pages read${left}.`
}
