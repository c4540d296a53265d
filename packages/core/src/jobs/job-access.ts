import type { JobId } from '../domain/ids.ts'
import type { Job } from '../domain/job.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'

/** One wording for a job that is not there and for one of another project, so that neither can be told from the other. */
export function jobNotFound(id: JobId): DocentError {
  return new DocentError('not_found', `There is no job ${id.slice(0, 64)} in this project.`)
}

/** @throws DocentError `not_found` unless the job is one of the project. */
export function assertOfProject(job: Job | undefined, project: Project, id: JobId): asserts job is Job {
  if (!job || job.projectId !== project.id || job.organizationId !== project.organizationId)
    throw jobNotFound(id)
}
