import type { ProjectId } from '../../domain/ids.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'

const stateOf = (gapId: string) => `gap-job:${gapId}`

/** Remembers which job was created for a gap, so that people don't create it twice by accident. */
export function rememberGapJob(
  notes: ProjectNotes,
  project: ProjectId,
  gapId: string,
  jobId: string,
  options?: CallOptions,
): Promise<void> {
  return notes.write(project, stateOf(gapId), jobId, options)
}

/** The newest job of a gap; null when there is none. */
export async function gapJob(
  notes: ProjectNotes,
  project: ProjectId,
  gapId: string,
  options?: CallOptions,
): Promise<string | null> {
  const id = await notes.read(project, stateOf(gapId), options)
  return typeof id === 'string' ? id : null
}
