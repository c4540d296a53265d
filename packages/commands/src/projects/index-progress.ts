import type { IndexProgress } from '@docent/core'
import type { CommandProgress } from '@docent/core/plugin'

/** How far indexing is; null at its end. Reading a website is a part of it. */
export function indexProgress(project: string, progress: IndexProgress, now: number): CommandProgress | null {
  const { phase, pagesDone, pagesTotal, etaMs } = progress
  if (phase === 'done' || phase === 'failed') return null
  return {
    label: `${project}: ${phase}`,
    done: pagesDone,
    total: pagesTotal,
    msLeft: etaMs === null ? null : etaMs - now,
  }
}
