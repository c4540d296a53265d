import { setTimeout as sleep } from 'node:timers/promises'
import { IndexProject, isIndexBusy } from '@docent/core'
import type { CommandOutput } from '@docent/core/plugin'
import { Clock, type Docent, type Project, Retriever } from '@docent/core/plugin'
import { indexProgress } from './index-progress.ts'

const LOOK_AGAIN_MS = 500

/**
 * Indexes a project that never was, or waits for whoever does: an answer from an empty index would say that the
 * documentation does not say.
 * @throws DocentError why the documentation cannot be read.
 */
export async function indexFirst(
  docent: Docent,
  project: Project,
  {
    out,
    signal,
    lookAgainMs = LOOK_AGAIN_MS,
  }: { out: CommandOutput; signal: AbortSignal; lookAgainMs?: number },
): Promise<void> {
  const retriever = docent.resolve(Retriever)
  const clock = docent.resolve(Clock)
  const isNew = async () => {
    const state = await (retriever.state?.(project.id, { signal }) ??
      retriever.manifest(project.id, { signal }))
    return state.revision === undefined
  }
  while (await isNew()) {
    try {
      await docent.resolve(IndexProject).run(project, {
        signal,
        onProgress: (progress) => out.progress(indexProgress(project.id, progress, clock.now())),
      })
      return
    } catch (error) {
      if (!isIndexBusy(error)) throw error
      // The server reads it now.
      out.progress({ label: `${project.id}: reading the documentation`, done: 0, total: 0, msLeft: null })
      await sleep(lookAgainMs, undefined, { signal })
    } finally {
      out.progress(null)
    }
  }
}
