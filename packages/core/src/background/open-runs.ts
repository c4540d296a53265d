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
  const projects = await docent.resolve(ProjectStore).list({ signal })
  const open: Project[] = []
  for (const project of projects) {
    if (project.disabled) continue
    const attempts = openAttempts(
      await docent.resolve(ProjectNotes).read(project.id, INDEX_STATE, { signal }),
    )
    if (attempts !== undefined && attempts < MOST_ATTEMPTS) open.push(project)
  }
  return open
}
