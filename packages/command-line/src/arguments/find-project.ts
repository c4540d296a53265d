import { jobId } from '@docent/core'
import {
  type Docent,
  DocentError,
  JobStore,
  type Project,
  ProjectStore,
  projectId,
} from '@docent/core/plugin'

/** The project of a command: the one that is named, or the only one there is. */
export async function projectNamed(docent: Docent, name: string | undefined): Promise<Project> {
  const projects = docent.resolve(ProjectStore)
  if (name !== undefined) {
    const project = (await projects.get(projectId(name))) ?? (await projects.byDomain(name))
    if (project && !project.disabled) return project
    throw new DocentError('not_found', `There is no project "${name}". See "docent projects list".`)
  }
  const enabled = (await projects.list()).filter((project) => !project.disabled)
  if (enabled.length === 1) return enabled[0] as Project
  const ids = enabled.map(({ id }) => id).join(', ')
  throw new DocentError(
    'invalid_request',
    ids === ''
      ? 'There is no project yet. Add one with "docent projects add".'
      : `Choose a project with --project: ${ids}.`,
  )
}

/** The project of a job's command: the one that is named, or the one the job is of. */
export async function projectOfJob(docent: Docent, id: string, name: string | undefined): Promise<Project> {
  if (name !== undefined) return projectNamed(docent, name)
  const job = await docent.resolve(JobStore).get(jobId(id))
  const project = job && (await docent.resolve(ProjectStore).get(job.projectId))
  if (project) return project
  throw new DocentError('not_found', `There is no job "${id}". See "docent agent list".`)
}
