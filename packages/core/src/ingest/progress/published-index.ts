import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'
import { INDEX_STATE } from './index-progress.ts'

const STATE = 'index-published'

/** For a run of an older version, which noted nothing about what it published. */
const StoredRun = z.object({ phase: z.literal('done'), passages: z.number().positive() })

/** Remembers that an index of the project was committed, for nodes that have none. */
export async function rememberPublished(notes: ProjectNotes, project: ProjectId): Promise<void> {
  if ((await notes.read(project, STATE)) !== true) await notes.write(project, STATE, true)
}

/** Whether an index of the project was ever committed, by any process of the store. */
export async function wasPublished(
  notes: ProjectNotes,
  project: ProjectId,
  options: CallOptions = {},
): Promise<boolean> {
  if ((await notes.read(project, STATE, options)) === true) return true
  return StoredRun.safeParse(await notes.read(project, INDEX_STATE, options)).success
}
