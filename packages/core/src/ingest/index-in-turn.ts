import type { Project } from '../domain/project.ts'
import { sleep } from '../domain/sleep.ts'
import type { IndexOptions, IndexProject, IndexSummary } from './index-project.ts'
import { isIndexBusy } from './progress/index-busy.ts'

/** How often to ask whether the project is free, ms. */
const ASK_AGAIN_MS = 2_000

export interface InTurnOptions extends IndexOptions {
  signal: AbortSignal
  everyMs?: number
  /** Called each time that another process has the index. */
  onBusy?: () => void
}

/**
 * Indexes a project as soon as no other process does. Another run may have begun before the change that this one is
 * asked for, so its end is not enough. The lease of a process that died ends by itself.
 *
 * @throws whatever `IndexProject.run` throws, but for what `isIndexBusy` recognizes
 */
export async function indexInTurn(
  index: Pick<IndexProject, 'run'>,
  project: Project,
  { everyMs = ASK_AGAIN_MS, onBusy, ...options }: InTurnOptions,
): Promise<IndexSummary> {
  for (;;) {
    try {
      return await index.run(project, options)
    } catch (error) {
      if (!isIndexBusy(error)) throw error
      onBusy?.()
      await sleep(everyMs, options.signal)
    }
  }
}
