import type { IndexProgress } from '@docent/core'

/** How far indexing is, on one line: `handbook: parsing 120/300 (40 %), 2 min left`. */
export function progressLine(project: string, progress: IndexProgress, now: number): string {
  const { phase, pagesDone, pagesTotal, etaMs } = progress
  const share = pagesTotal === 0 ? '' : ` ${pagesDone}/${pagesTotal} (${percent(pagesDone / pagesTotal)})`
  const left = etaMs === null || pagesDone >= pagesTotal ? '' : `, ${duration(etaMs - now)} left`
  return `${project}: ${phase}${share}${left}`
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`
}

function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
