import type { JobId } from '../domain/ids.ts'
import type { Job } from '../domain/job.ts'
import { applyTransition, type JobTransition } from '../domain/job-state.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { IdempotencyClaim, JobStore } from '../ports/job-store.ts'

/** The job that a use case changes, and its project. */
export interface JobRequest {
  project: Project
  id: JobId
  idempotency?: IdempotencyClaim
}

/**
 * Applies a transition to a job of the project, in one transaction of the store.
 * @throws DocentError `not_found`, also for a job of another project; `conflict` for a move that is refused; IdempotencyInUse.
 */
export async function changeJob(
  jobs: JobStore,
  { project, id, idempotency }: JobRequest,
  transition: JobTransition,
  options: CallOptions,
): Promise<Job> {
  const change = (current: Job) => {
    assertOfProject(current, project, id)
    return applyTransition(current, transition)
  }
  const job = await jobs.update(id, change, idempotency, options)
  if (!job) throw jobNotFound(id)
  return job
}

/** The same message for a missing job and for a job of another project: a caller can't find out which it is. */
function jobNotFound(id: JobId): DocentError {
  return new DocentError('not_found', `There is no job ${id.slice(0, 64)} in this project.`)
}

/** @throws DocentError `not_found` unless the job is one of the project. */
export function assertOfProject(job: Job | undefined, project: Project, id: JobId): asserts job is Job {
  if (!job || job.projectId !== project.id || job.organizationId !== project.organizationId)
    throw jobNotFound(id)
}
