import type { PageHistory } from '../history/page-history.ts'
import type { BranchStep, CodeRepository } from '../repository/code-repository.ts'
import type { PageReader } from '../repository/page-reader.ts'
import type { WatchedFiles } from '../repository/watched-files.ts'
import { judgeChange } from './judge-change.ts'

export interface Past {
  readonly repository: CodeRepository
  readonly steps: readonly BranchStep[]
  readonly history: PageHistory
  readonly pages: PageReader
  readonly files: WatchedFiles
}

/** Past changes without a page that are judged. Fewer than the least tell nothing. */
const MOST_SAMPLES = 80
const LEAST_SAMPLES = 20
/** Where habits changed, or pages moved, the past asks too much or too little. */
const LOWEST = 0.4
const HIGHEST = 0.85
/** A young repository has no habits yet: the names of the change decide. */
const UNCALIBRATED = -1
/** They come from so many changes before. */
const MOST_LOOKED_AT = 1_500
/** Share of changes without a page that the gate shall stop. */
const STOPPED = 0.87

/**
 * What the gate asks of a change in this repository, from how it judges past changes that had no effect on pages: people
 * document more in one repository, and title their changes better in another.
 *
 * @param from only changes from here on: those before the ones that are judged
 */
export async function calibrateGate(past: Past, from: number, signal?: AbortSignal): Promise<number> {
  const { repository, steps, history, pages, files } = past
  const without = steps.slice(from, from + MOST_LOOKED_AT).flatMap((step, index) => {
    const code = step.files.filter((path) => files.isCode(path) && !files.isPage(path))
    const hasPage = step.files.some(files.isPage)
    const at = from + index
    return code.length === 0 || hasPage || at + 1 >= steps.length ? [] : [{ step, code, at }]
  })
  if (without.length < LEAST_SAMPLES) return UNCALIBRATED
  const every = Math.max(1, Math.floor(without.length / MOST_SAMPLES))
  const scores: number[] = []
  for (const { step, code, at } of without.filter((_, index) => index % every === 0).slice(0, MOST_SAMPLES)) {
    signal?.throwIfAborted()
    const change = await repository.change(step, code)
    const index = await pages.index(`${step.commit}^`)
    scores.push(judgeChange(change, { pages: index, history, from: at + 1 }).score)
  }
  scores.sort((a, b) => a - b)
  return Math.max(LOWEST, Math.min(HIGHEST, scores[Math.floor(scores.length * STOPPED)] ?? HIGHEST))
}
