import type { CommandProgress } from '@docent/core/plugin'

/** How far a command is, on one line: `handbook: parsing 120/300 (40 %), 2 min left`. */
export function progressText({ label, done, total, msLeft }: CommandProgress): string {
  const share = total === 0 ? '' : ` ${done}/${total} (${Math.floor((done / total) * 100)} %)`
  const left = msLeft === null || (total > 0 && done >= total) ? '' : `, ${durationText(msLeft)} left`
  return `${label}${share}${left}`
}

/** Expected time to the end by the pace until now, ms; null while nothing is done. */
export function expectedLeft(done: number, total: number, elapsedMs: number): number | null {
  return done === 0 || total === 0 ? null : (elapsedMs / done) * (total - done)
}

function durationText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
