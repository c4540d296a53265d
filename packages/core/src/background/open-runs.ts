import type { Project } from '../domain/project.ts'
import { INDEX_STATE, openAttempts } from '../ingest/progress/index-progress.ts'
import type { Docent } from '../plugin/docent.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import { ProjectStore } from '../ports/project-store.ts'

/** Processes that one run may end: the same documentation would end the next one too. */
const MOST_ATTEMPTS = 3

/**
 * Projects whose last run has not ended: a process indexes them, or it died. Those whose runs ended several processes
 * are left out.
 */
export async function openRuns(docent: Docent, signal: AbortSignal): Promise<Project[]> {
  const open: Project[] = []
  for (const [id, state] of await docent.resolve(ProjectNotes).list(INDEX_STATE, { signal })) {
    const attempts = openAttempts(state)
    if (attempts === undefined || attempts >= MOST_ATTEMPTS) continue
    const project = await docent.resolve(ProjectStore).get(id, { signal })
    if (project && !project.disabled) open.push(project)
  }
  return open
}
