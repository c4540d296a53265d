import type { ProjectId } from '../../domain/ids.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectStore } from '../../ports/project-store.ts'

const stateOf = (gapId: string) => `gap-job:${gapId}`

/** Remembers which job a gap became, so that nobody asks for it twice unawares. */
export function rememberGapJob(
  projects: ProjectStore,
  project: ProjectId,
  gapId: string,
  jobId: string,
  options?: CallOptions,
): Promise<void> {
  return projects.setState(project, stateOf(gapId), jobId, options)
}

/** The newest job of a gap; null when there is none. */
export async function gapJob(
  projects: ProjectStore,
  project: ProjectId,
  gapId: string,
  options?: CallOptions,
): Promise<string | null> {
  const id = await projects.state(project, stateOf(gapId), options)
  return typeof id === 'string' ? id : null
}
